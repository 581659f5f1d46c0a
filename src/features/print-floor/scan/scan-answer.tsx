import { Button, Spin } from '@arco-design/web-react'
import { IconCheckCircleFill, IconCloseCircleFill, IconInfoCircleFill } from '@arco-design/web-react/icon'
import { ConflictError, InvalidError, NotFoundError } from '../../../../contract/call-errors'
import { materialNameOf, phoneNameOf } from '../../../../contract/rules/case-names'
import { nextStep, type PieceStep, pieceStateNames } from '../../../../contract/rules/print-batch'
import { batchText } from '../../../../contract/rules/sheet-name'
import type { PrintPiece } from '../../../../contract/types'
import { FailureText } from '../../../ui/failure-view'
import { PiecePicture } from '../piece-picture'
import { failureText, numberText, pieceTones } from '../piece-texts'
import { Tag } from '../tag'
import { PackingSlip } from './packing-slip'
import { doneTexts, scanModeNames } from './scan-modes'
import type { Scan } from './use-scans'

interface ScanAnswerProps {
  readonly scan: Scan | null
  readonly mayStep: boolean
  readonly onStep: (step: PieceStep) => void
  readonly onRetry: () => void
}

/** Whether the same scan may succeed when it is sent again: the server did not refuse it. */
const mayRetry = (error: unknown): boolean =>
  !(error instanceof NotFoundError || error instanceof ConflictError || error instanceof InvalidError)

function Verdict({ scan, onRetry }: Pick<ScanAnswerProps, 'onRetry'> & { readonly scan: Scan }) {
  const { code, step, answer, error } = scan
  if (error !== null) {
    return (
      <div className="scan-verdict is-no" role="alert">
        <IconCloseCircleFill />
        <div>
          <b>{step === null ? '没有找到' : '没有登记'}</b>
          <p className="scan-why">
            <span className="numeric">{code}</span>：<FailureText error={error} />
          </p>
        </div>
        {mayRetry(error) && (
          <Button type="primary" size="large" onClick={onRetry}>
            重试
          </Button>
        )}
      </div>
    )
  }
  if (answer === null) {
    return (
      <div className="scan-verdict is-waiting" role="status">
        <Spin />
        <b className="numeric">{code}</b>
      </div>
    )
  }
  if (step === null) return null
  return (
    <div className={`scan-verdict ${answer.isRepeated ? 'is-again' : 'is-yes'}`} role="status">
      {answer.isRepeated ? <IconInfoCircleFill /> : <IconCheckCircleFill />}
      <div>
        <b>{answer.isRepeated ? `之前已经登记过（${pieceStateNames[answer.piece.state]}）` : doneTexts[step]}</b>
        <p className="scan-why numeric">{code}</p>
      </div>
    </div>
  )
}

const placeText = ({ batchNumber, state }: PrintPiece): string =>
  batchNumber === null ? (state === 'waiting' ? '没有排版' : '') : `批次 ${batchText(batchNumber)}`

function Parcel({ pieces, current }: { readonly pieces: readonly PrintPiece[]; readonly current: PrintPiece }) {
  const packed = pieces.filter(({ state }) => state === 'packed' || state === 'shipped').length
  const open = pieces.filter(({ state }) => state !== 'cancelled').length
  return (
    <section className="scan-parcel" aria-label="同一个包裹">
      <h3>
        同一个包裹 {open} 件，已包装 {packed} 件
      </h3>
      <PackingSlip parcel={pieces} />
      <ul>
        {pieces.map((piece) => (
          <li key={piece.id} className={piece.id === current.id ? 'is-current' : ''}>
            <PiecePicture url={piece.imageUrl} width={100} />
            <span>
              {phoneNameOf(piece)}
              <span className="floor-line numeric">
                {piece.code}
                {piece.id === current.id && '（这一件）'}
              </span>
            </span>
            <Tag tone={pieceTones[piece.state]}>{pieceStateNames[piece.state]}</Tag>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The scanned piece, large, with its parcel and its next step, and whether the scan was taken. */
export function ScanAnswer({ scan, mayStep, onStep, onRetry }: ScanAnswerProps) {
  if (scan === null) return null
  const piece = scan.answer?.piece
  const next = piece && nextStep(piece.state)
  return (
    <section className="scan-answer" aria-label="扫到的件">
      <Verdict scan={scan} onRetry={onRetry} />
      {piece && scan.answer && (
        <div className="scan-piece">
          <PiecePicture url={piece.imageUrl} width={400} />
          <div className="scan-facts">
            <h2>{phoneNameOf(piece)}</h2>
            <p>{materialNameOf(piece)}</p>
            <p className="scan-order numeric">
              订单 {piece.orderNumber.slice(0, -6)}
              <b>{piece.orderNumber.slice(-6)}</b>
              {numberText(piece) && `，${numberText(piece)}`}
            </p>
            <p>
              <Tag tone={pieceTones[piece.state]}>{pieceStateNames[piece.state]}</Tag> {placeText(piece)}
            </p>
            {piece.hold && <Tag tone="bad">先不要发货：{piece.hold}</Tag>}
            {piece.isReplaced && <Tag tone="bad">订单里的定制图已经换了，请核对</Tag>}
            {piece.failures > 0 && <Tag tone="warn">{failureText(piece)}</Tag>}
            {mayStep && next && (
              <Button type="primary" size="large" className="scan-next" onClick={() => onStep(next)}>
                {scanModeNames[next]}
              </Button>
            )}
          </div>
          <Parcel pieces={scan.answer.parcel} current={piece} />
        </div>
      )}
    </section>
  )
}
