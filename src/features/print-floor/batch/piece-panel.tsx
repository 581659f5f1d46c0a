import { Button, Select } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import { Link } from 'wouter'
import { materialNameOf, phoneNameOf } from '../../../../contract/rules/case-names'
import { pieceStateNames } from '../../../../contract/rules/print-batch'
import type { PrintBatch } from '../../../../contract/types'
import { screens } from '../../../base/paths'
import { PiecePicture } from '../piece-picture'
import { failureText, numberText, pieceTones, printSizeText } from '../piece-texts'
import { Tag } from '../tag'
import { type BatchPiece, targetsOf } from './sheet-geometry'

interface PiecePanelProps {
  readonly batch: PrintBatch
  readonly piece: BatchPiece
  readonly isBusy: boolean
  /** Absent: nothing can be moved now. */
  readonly onMove?: ((to: { readonly sheet: number; readonly slot: string } | null) => void) | undefined
  readonly onClose: () => void
}

const outcomeText = ({ outcome, reason }: BatchPiece): string =>
  outcome === 'failed' ? `打坏了${reason ? `：${reason}` : ''}` : '已打印'

/** The facts of the chosen piece, and where it may go instead. */
export function PiecePanel({ batch, piece, isBusy, onMove, onClose }: PiecePanelProps) {
  const targets = onMove ? targetsOf(batch, piece) : []
  const place = piece.slot === null ? `第 ${piece.sheet} 版` : `第 ${piece.sheet} 版 ${piece.slot}`
  const facts = [
    ['位置', place],
    [
      '订单',
      <Link key="order" href={screens.orders({ q: piece.orderNumber })} className="numeric">
        {piece.orderNumber}
      </Link>,
    ],
    [
      '件码',
      <span key="code" className="numeric">
        {piece.code}
      </span>,
    ],
    ['尺寸', printSizeText(piece)],
    ...(numberText(piece) ? [['件数', numberText(piece)]] : []),
  ] as const
  return (
    <section className="piece-panel" aria-label="选中的件">
      <header>
        <h2>{phoneNameOf(piece)}</h2>
        <Button type="text" icon={<IconClose />} aria-label="不看这一件" title="不看这一件" onClick={onClose} />
      </header>
      <p className="floor-line">{materialNameOf(piece)}</p>
      <PiecePicture url={piece.imageUrl} width={400} />
      <dl>
        {facts.map(([name, value]) => (
          <div key={String(name)}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Tag tone={pieceTones[piece.state]}>{pieceStateNames[piece.state]}</Tag>{' '}
        {piece.outcome !== null && <Tag tone={piece.outcome === 'failed' ? 'bad' : 'good'}>{outcomeText(piece)}</Tag>}
      </p>
      {piece.hold && <Tag tone="bad">暂不能打：{piece.hold}</Tag>}
      {piece.isReplaced && <Tag tone="bad">订单里的定制图已经换了</Tag>}
      {piece.failures > 0 && <Tag tone="warn">{failureText(piece)}</Tag>}
      {onMove && (
        <div className="piece-panel-acts">
          {batch.slots.length > 0 && (
            <Select
              aria-label="移到"
              placeholder={targets.length === 0 ? '没有别的工位放得下' : '移到…'}
              value={undefined as unknown as string}
              disabled={isBusy || targets.length === 0}
              options={targets.map(({ sheet, slot, other }) => ({
                value: `${sheet}/${slot}`,
                label: `${sheet > batch.sheetCount ? `新的一版 ${slot}` : `第 ${sheet} 版 ${slot}`}${other ? `（与 ${phoneNameOf(other)} 交换）` : ''}`,
              }))}
              onChange={(value: string) => {
                const [sheet = '', ...slot] = value.split('/')
                onMove({ sheet: Number(sheet), slot: slot.join('/') })
              }}
            />
          )}
          <Button status="danger" disabled={isBusy} onClick={() => onMove(null)}>
            移出批次
          </Button>
        </div>
      )}
    </section>
  )
}
