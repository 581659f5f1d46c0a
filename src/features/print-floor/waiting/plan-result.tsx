import { Button } from '@arco-design/web-react'
import { batchText } from '../../../../contract/rules/sheet-name'
import type { PrintBatch } from '../../../../contract/types'
import { DialogFoot } from '../../../ui/dialog-foot'
import { Modal } from '../../../ui/modal'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'

export interface Left {
  readonly pieceId: number
  readonly code: string
  readonly reason: string
}

interface PlanResultProps {
  readonly result: { readonly batch: PrintBatch | null; readonly left: readonly Left[] } | null
  readonly onOpen: (batchId: number) => void
  readonly onClose: () => void
}

/** Returns the codes by their reason, the most frequent reason first. */
function byReason(left: readonly Left[]): [string, string[]][] {
  const codes = new Map<string, string[]>()
  for (const { code, reason } of left) codes.set(reason, [...(codes.get(reason) ?? []), code])
  return [...codes].sort(([, a], [, b]) => b.length - a.length)
}

/** Says which pieces are in no batch, and why. */
export function PlanResult({ result, onOpen, onClose }: PlanResultProps) {
  const shown = useValueWhileClosing(result !== null, result)
  const { batch = null, left = [] } = shown ?? {}
  return (
    <Modal
      visible={result !== null}
      title={batch === null ? '没有排成批次' : `批次 ${batchText(batch.number)} 已排好`}
      onCancel={onClose}
      className="plan-result"
      footer={
        <DialogFoot onClose={onClose}>
          {batch !== null && (
            <Button
              type="primary"
              onClick={() => {
                onClose()
                onOpen(batch.id)
              }}
            >
              打开批次
            </Button>
          )}
        </DialogFoot>
      }
    >
      <p className="plan-result-text">
        {batch === null
          ? left.length === 0
            ? '没有等着打印的件符合这个条件。'
            : '符合条件的件都排不了，原因如下：'
          : `排进了 ${batch.pieceCount} 件，共 ${batch.sheetCount} 版；还有 ${left.length} 件没有排进去：`}
      </p>
      {left.length > 0 && (
        <ul className="plan-left" aria-label="没有排进去的件">
          {byReason(left).map(([reason, codes]) => (
            <li key={reason}>
              <b>{codes.length} 件</b>
              <span>{reason}</span>
              <span className="floor-line numeric">
                {codes.slice(0, 12).join('、')}
                {codes.length > 12 && ` 等 ${codes.length} 件`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
