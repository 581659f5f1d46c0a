import { Button, Message } from '@arco-design/web-react'

/** So long the way back is offered, ms; while the pointer rests on it, longer. */
const offeredMs = 12_000

let offered = 0

/**
 * Says that a thing was done and offers 撤销, by its button or Ctrl/⌘+Z outside of a field. A new offer takes the place of the
 * one before.
 *
 * @param undo deals with its own failure.
 */
export function offerUndo(text: string, undo: () => unknown): void {
  const id = `undo-${++offered}`
  Message.clear()
  const close = Message.success({
    id,
    content: (
      <span className="undo-offer">
        {text}
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
    undo()
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
