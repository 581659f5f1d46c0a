/**
 * Sorting by keyboard without losing a key. dnd-kit hears keys a timer after the pick-up, drops those that come before it has measured
 * the places, and lets go where the last drawn picture had the item: a fast hand, or a busy page, is faster than all three. While an item
 * is carried, keys therefore wait in line, and one is given on when the one before has been drawn.
 */
import type { KeyboardCoordinateGetter } from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'

/** The places were not measured when the last key was given on. */
let tooEarly = false

export const coordinateGetter: KeyboardCoordinateGetter = (event, given) => {
  const { collisionRect, droppableRects } = given.context
  tooEarly = collisionRect === null || droppableRects.size === 0
  return tooEarly ? undefined : sortableKeyboardCoordinates(event, given)
}

/** To be called when a drag starts by keyboard; what it answers, when the drag is over. */
export function queueKeyEvents(): () => void {
  const line: { readonly target: EventTarget; readonly code: string; readonly key: string }[] = []
  let frame = 0
  let over = false

  const take = (event: KeyboardEvent) => {
    // What is given on below comes past here again.
    if (!event.isTrusted || !event.target) return
    event.preventDefault()
    event.stopImmediatePropagation()
    line.push({ target: event.target, code: event.code, key: event.key })
  }
  const replayNext = () => {
    const [next] = line
    if (next) {
      tooEarly = false
      next.target.dispatchEvent(new KeyboardEvent('keydown', { code: next.code, key: next.key, bubbles: true, cancelable: true }))
      if (!tooEarly) line.shift()
    }
    // Two frames: one for what the key changed, one for what follows from that.
    if (!over) frame = requestAnimationFrame(() => (frame = requestAnimationFrame(replayNext)))
  }

  document.addEventListener('keydown', take, true)
  // dnd-kit's own timer is set just after this one.
  const timer = setTimeout(() => setTimeout(() => !over && replayNext()))
  return () => {
    over = true
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    document.removeEventListener('keydown', take, true)
  }
}
