import { materialNameOf, phoneNameOf } from '../../../../contract/rules/case-names'
import type { PrintPiece } from '../../../../contract/types'
import { beijingMinute } from '../../../base/beijing-time'
import { serverNow } from '../../../base/server-clock'
import type { Column } from '../../../ui/column'
import { PiecePicture } from '../piece-picture'
import { failureText, numberText, printSizeText, waitedText } from '../piece-texts'
import { Tag } from '../tag'

/** Why a piece cannot go on a sheet now, and what went wrong with it before. */
function Remarks({ piece }: { readonly piece: PrintPiece }) {
  return (
    <div className="piece-remarks">
      {piece.hold && <Tag tone="bad">暂不能打：{piece.hold}</Tag>}
      {piece.isReplaced && <Tag tone="bad">订单里的定制图已经换了，要打新图请取消后再推送</Tag>}
      {piece.widthMm === null && <Tag tone="warn">线框图没有毫米尺寸</Tag>}
      {piece.failures > 0 && <Tag tone="warn">{failureText(piece)}</Tag>}
    </div>
  )
}

/** The columns of the pieces that wait. */
export const pieceColumns = (): readonly Column<PrintPiece>[] => [
  { key: 'picture', title: '图', width: 72, render: ({ imageUrl }) => <PiecePicture url={imageUrl} width={100} /> },
  {
    key: 'case',
    title: '机型与材质',
    render: (piece) => (
      <>
        <b>{phoneNameOf(piece)}</b>
        <p className="floor-line">
          {materialNameOf(piece)} · {printSizeText(piece)}
        </p>
        <Remarks piece={piece} />
      </>
    ),
  },
  {
    key: 'order',
    title: '订单',
    // Numbers of 19 digits and codes of wide letters stay on one line.
    width: 216,
    foldable: true,
    render: (piece) => (
      <>
        <span className="numeric">{piece.orderNumber}</span>
        <p className="floor-line numeric">{numberText(piece)}</p>
      </>
    ),
  },
  { key: 'code', title: '件码', width: 136, foldable: 'first', render: ({ code }) => <span className="numeric">{code}</span> },
  {
    key: 'waited',
    title: '等了多久',
    width: 96,
    render: ({ createdAt }) => (
      <time className="numeric" dateTime={new Date(createdAt).toISOString()} title={`${beijingMinute(createdAt)} 推送`}>
        {waitedText(createdAt, serverNow())}
      </time>
    ),
  },
]
