import { Alert, Button, Input, Radio } from '@arco-design/web-react'
import { IconClose } from '@arco-design/web-react/icon'
import { useEffect, useState } from 'react'
import { phoneNameOf } from '../../../../contract/rules/case-names'
import { textLimits } from '../../../../contract/rules/limits'
import { batchText } from '../../../../contract/rules/sheet-name'
import type { PrintBatch } from '../../../../contract/types'
import { DialogFoot } from '../../../ui/dialog-foot'
import { FailureText } from '../../../ui/failure-view'
import type { DialogProps } from '../../../ui/lazy-dialog'
import { Modal } from '../../../ui/modal'
import { toastSuccess } from '../../../ui/toast'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import { PiecePicture } from '../piece-picture'
import { failureReasons } from '../piece-texts'
import type { BatchPiece } from './sheet-geometry'
import type { BatchCalls } from './use-batch-calls'

interface FinishDialogProps extends DialogProps {
  readonly batch: PrintBatch
  readonly finish: BatchCalls['finish']
}

const other = '其他'

/** Returns the name of a piece's button, which begins with what the button shows. */
function labelOf(piece: BatchPiece, why: string | undefined): string {
  const outcome = why === undefined ? (piece.outcome === 'printed' ? '已打印' : '') : why || '打坏'
  return [piece.slot ?? piece.code, outcome, phoneNameOf(piece), piece.slot === null ? '' : piece.code]
    .filter((part) => part !== '')
    .join(' ')
}

/** 登记打印: the pieces that failed are tapped; all others are printed. */
export default function FinishDialog({ visible, onClose, batch, finish }: FinishDialogProps) {
  const [failed, setFailed] = useState<ReadonlyMap<number, string>>(new Map())
  const [reason, setReason] = useState<string>(failureReasons[0])
  const [ownReason, setOwnReason] = useState('')
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    if (!visible) setFailed(new Map())
  }, [visible])
  const open = batch.pieces.filter(({ outcome }) => outcome === null)
  const said = reason === other ? ownReason.trim() || other : reason
  const tap = ({ id }: BatchPiece) =>
    setFailed((old) => {
      const next = new Map(old)
      if (!next.delete(id)) next.set(id, said)
      return next
    })
  const save = useOneAtATime(async () => {
    setBusy(true)
    setError(null)
    try {
      await finish([...failed].map(([pieceId, why]) => ({ pieceId, reason: why })))
      toastSuccess(
        failed.size === 0
          ? `${open.length} 件都已打印`
          : `已打印 ${open.length - failed.size} 件，${failed.size} 件排到下一批最前面`,
      )
      onClose()
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
    }
  })
  return (
    <Modal
      visible={visible}
      title={`登记打印：批次 ${batchText(batch.number)}`}
      className="finish-dialog"
      onCancel={() => !isBusy && onClose()}
      footer={
        <DialogFoot onCancel={onClose} busy={isBusy}>
          <Button type="primary" loading={isBusy} disabled={batch.state !== 'made'} onClick={save}>
            {failed.size === 0 ? `${open.length} 件都打好了` : `登记：${open.length - failed.size} 件打好，${failed.size} 件打坏`}
          </Button>
        </DialogFoot>
      }
    >
      {error !== null && <Alert type="error" className="form-alert" content={<FailureText error={error} />} />}
      <p className="floor-hint">先选原因，再点打坏的件；没有点的都算打好。打坏的会排到下一批的最前面。</p>
      <div className="finish-reasons">
        <Radio.Group
          type="button"
          name="failure-reason"
          aria-label="打坏的原因"
          value={reason}
          options={[...failureReasons, other].map((value) => ({ value, label: value }))}
          onChange={setReason}
        />
        {reason === other && (
          <Input
            aria-label="其他原因"
            placeholder="写下原因"
            value={ownReason}
            maxLength={textLimits.reason}
            onChange={setOwnReason}
          />
        )}
      </div>
      {Array.from({ length: batch.sheetCount }, (_, at) => at + 1).map((sheet) => (
        <section key={sheet} aria-label={`第 ${sheet} 版`}>
          {batch.sheetCount > 1 && <h3 className="finish-sheet">第 {sheet} 版</h3>}
          <ul className="finish-grid">
            {batch.pieces
              .filter((piece) => piece.sheet === sheet)
              .map((piece) => {
                const why = failed.get(piece.id) ?? (piece.outcome === 'failed' ? (piece.reason ?? '') : undefined)
                return (
                  <li key={piece.id}>
                    <button
                      type="button"
                      className={`finish-piece${why === undefined ? '' : ' is-failed'}`}
                      aria-pressed={why !== undefined}
                      aria-label={labelOf(piece, why)}
                      disabled={piece.outcome !== null || isBusy}
                      onClick={() => tap(piece)}
                    >
                      <PiecePicture url={piece.imageUrl} width={100} />
                      <span className="numeric">{piece.slot ?? piece.code}</span>
                      {why !== undefined && (
                        <span className="finish-why">
                          <IconClose /> {why || '打坏'}
                        </span>
                      )}
                      {piece.outcome === 'printed' && <span className="finish-done">已打印</span>}
                    </button>
                  </li>
                )
              })}
          </ul>
        </section>
      ))}
    </Modal>
  )
}
