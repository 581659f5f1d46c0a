/**
 * Prevents lost keys in sorting by keyboard. dnd-kit listens to keys only some time after the pick-up, drops keys that come
 * before it has measured the positions, and drops the item where the last rendered frame had it; fast typing or a busy page
 * outruns all three. While an item is carried, keys are therefore queued, and each is replayed when the previous one has been
 * rendered.
 */
import type { KeyboardCoordinateGetter } from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'

/** Whether the positions were not measured yet when the last key was replayed. */
let tooEarly = false

export const coordinateGetter: KeyboardCoordinateGetter = (event, given) => {
  const { collisionRect, droppableRects } = given.context
  tooEarly = collisionRect === null || droppableRects.size === 0
  return tooEarly ? undefined : sortableKeyboardCoordinates(event, given)
}

/** Must be called when a drag starts by keyboard; returns a function to call when the drag has ended. */
export function queueKeyEvents(): () => void {
  const queue: { readonly target: EventTarget; readonly code: string; readonly key: string }[] = []
  let frame = 0
  let hasEnded = false

  const enqueue = (event: KeyboardEvent) => {
    // Replayed events reach this listener again.
    if (!event.isTrusted || !event.target) return
    event.preventDefault()
    event.stopImmediatePropagation()
    queue.push({ target: event.target, code: event.code, key: event.key })
  }
  const replayNext = () => {
    const [next] = queue
    if (next) {
      tooEarly = false
      next.target.dispatchEvent(new KeyboardEvent('keydown', { code: next.code, key: next.key, bubbles: true, cancelable: true }))
      if (!tooEarly) queue.shift()
    }
    // Two frames: one for the effect of the key, one for what follows from it.
    if (!hasEnded) frame = requestAnimationFrame(() => (frame = requestAnimationFrame(replayNext)))
  }

  document.addEventListener('keydown', enqueue, true)
  // dnd-kit sets its own timer directly after this one.
  const timer = setTimeout(() => setTimeout(() => !hasEnded && replayNext()))
  return () => {
    hasEnded = true
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    document.removeEventListener('keydown', enqueue, true)
  }
}
