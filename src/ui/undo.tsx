import { Button, Message } from '@arco-design/web-react'
import { showMessage } from './confirm'
import { FailureText } from './failure-view'
import { toastSuccess } from './toast'

/** Time for which undoing is offered, ms; longer while the pointer is over it. */
const offerMs = 12_000

let offerCount = 0

/**
 * Shows that something was done and offers 撤销, by its button or Ctrl/⌘+Z outside of a field. A new offer replaces the previous
 * one.
 *
 * @param undo if it resolves to a text, that is shown; its failure is shown in a dialog.
 */
export function offerUndo(text: string, undo: () => unknown): void {
  const id = `undo-${++offerCount}`
  Message.clear()
  const close = Message.success({
    id,
    content: (
      <span className="undo-offer">
        <span>{text}</span>
        <Button size="mini" type="outline" onClick={() => undoNow()}>
          撤销
        </Button>
      </span>
    ),
    duration: offerMs,
    closable: true,
    onClose: () => removeEventListener('keydown', onKey),
  })
  const undoNow = () => {
    close()
    removeEventListener('keydown', onKey)
    void runUndo(undo)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.defaultPrevented) return
    const field =
      event.target instanceof Element && event.target.closest('input, textarea, [contenteditable=true], [role=dialog]')
    if (field) return
    event.preventDefault()
    undoNow()
  }
  addEventListener('keydown', onKey)
}

async function runUndo(undo: () => unknown): Promise<void> {
  try {
    const message = await undo()
    if (typeof message === 'string') toastSuccess(message)
  } catch (error) {
    await showMessage('没有撤销成功', <FailureText error={error} />)
  }
}
