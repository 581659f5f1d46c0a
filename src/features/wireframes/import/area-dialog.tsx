/** Sets the print area of one row of the check step on its picture. */
import { Button } from '@arco-design/web-react'
import { useState } from 'react'
import type { PrintArea } from '../../../../contract/types'
import { DialogFoot } from '../../../ui/dialog-foot'
import { Modal } from '../../../ui/modal'
import { useObjectUrl } from '../../../ui/use-object-url'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'
import { MarginFields } from '../margin-fields'
import { areaText, hasProblems, readPrintArea, type Size, sameArea, typedFrom } from '../print-area'
import { PrintPreview } from '../print-preview'
import type { CheckRow } from './check-rows'
import type { DraftPicture } from './draft'

interface AreaDialogProps {
  /** null while the dialog is closed. */
  readonly row: CheckRow<DraftPicture> | null
  readonly onApply: (area: PrintArea | null) => void
  readonly onClose: () => void
}

export function AreaDialog({ row, onApply, onClose }: AreaDialogProps) {
  const shown = useValueWhileClosing(row !== null, row)
  return (
    <Modal
      visible={row !== null}
      title={`打印区域：${shown?.group.key ?? ''}`}
      footer={null}
      onCancel={onClose}
      style={{ width: 720, maxWidth: 'calc(100vw - 32px)' }}
    >
      {shown?.size && <AreaForm row={shown} size={shown.size} onApply={onApply} onClose={onClose} />}
    </Modal>
  )
}

interface AreaFormProps {
  readonly row: CheckRow<DraftPicture>
  readonly size: Size
  readonly onApply: (area: PrintArea | null) => void
  readonly onClose: () => void
}

function AreaForm({ row, size, onApply, onClose }: AreaFormProps) {
  const { area: initial, hole } = row.area
  const { foreground, background } = row.group.layers
  const [typed, setTyped] = useState(() => typedFrom(initial))
  const { area, problems } = readPrintArea(typed, size)
  const isInvalid = hasProblems(problems)
  const srcs = { foreground: useObjectUrl(foreground?.blob ?? null), background: useObjectUrl(background?.blob ?? null) }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The dialog's form is rendered inside the wizard, whose events it would reach.
        event.stopPropagation()
        if (isInvalid) return
        onApply(area)
        onClose()
      }}
    >
      <div className="import-area-body">
        <PrintPreview
          {...srcs}
          size={size}
          area={isInvalid ? null : area}
          onChange={(next) => setTyped(typedFrom(next))}
          empty=""
          isEmptyWrong={false}
        />
        <div>
          <MarginFields typed={typed} problems={problems} {...(!isInvalid && { limit: { area, size } })} onChange={setTyped} />
          {hole !== null && !sameArea(area, hole) && (
            <p className="wireframes-hint" role="status">
              前景图透明的部分是 {areaText(hole)}
              <Button size="mini" type="text" onClick={() => setTyped(typedFrom(hole))}>
                用作打印区域
              </Button>
            </p>
          )}
        </div>
      </div>
      <DialogFoot onCancel={onClose}>
        <Button type="primary" htmlType="submit" disabled={isInvalid}>
          {area === null ? '不设打印区域' : '用这个打印区域'}
        </Button>
      </DialogFoot>
    </form>
  )
}
