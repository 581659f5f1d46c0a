import { Button, Message } from '@arco-design/web-react'
import { tell } from './confirm'
import { FailureText } from './failure-view'
import { toastSuccess } from './toast'

/** So long the way back is offered, ms; while the pointer rests on it, longer. */
const offeredMs = 12_000

let offered = 0

/**
 * Says that a thing was done and offers 撤销, by its button or Ctrl/⌘+Z outside of a field. A new offer takes the place of the
 * one before.
 *
 * @param undo what it answers in words is said; why it failed is shown in a dialog.
 */
export function offerUndo(text: string, undo: () => unknown): void {
  const id = `undo-${++offered}`
  Message.clear()
  const close = Message.success({
    id,
    content: (
      <span className="undo-offer">
        <span>{text}</span>
        <Button size="mini" type="outline" onClick={() => take()}>
          撤销
        </Button>
      </span>
    ),
    duration: offeredMs,
    closable: true,
    onClose: () => removeEventListener('keydown', onKey),
  })
  const take = () => {
    close()
    removeEventListener('keydown', onKey)
    void attempt(undo)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.defaultPrevented) return
    const field =
      event.target instanceof Element && event.target.closest('input, textarea, [contenteditable=true], [role=dialog]')
    if (field) return
    event.preventDefault()
    take()
  }
  addEventListener('keydown', onKey)
}

async function attempt(undo: () => unknown): Promise<void> {
  try {
    const said = await undo()
    if (typeof said === 'string') toastSuccess(said)
  } catch (error) {
    await tell('没有撤销成功', <FailureText error={error} />)
  }
}
