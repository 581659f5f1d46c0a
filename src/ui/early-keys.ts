/** Sorting by keyboard without losing a key: dnd-kit hears keys late, and a fast hand or a busy page is faster. */
import type { KeyboardCoordinateGetter } from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'

/** A key pressed before the places are measured, right after the pick-up, is given again a frame later instead of being lost. */
export const coordinateGetter: KeyboardCoordinateGetter = (event, given) => {
  const { collisionRect, droppableRects } = given.context
  if (collisionRect !== null && droppableRects.size > 0) return sortableKeyboardCoordinates(event, given)
  const { code, key } = event
  requestAnimationFrame(() =>
    document.dispatchEvent(new KeyboardEvent('keydown', { code, key, bubbles: true, cancelable: true })),
  )
  return undefined
}

/** To be called when a drag starts by keyboard. dnd-kit listens to the keys a timer after the pick-up, and keys overtake timers on a busy page: those are given again then. */
export function keepEarlyKeys(): void {
  const early: KeyboardEvent[] = []
  const keep = (event: KeyboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    early.push(event)
  }
  document.addEventListener('keydown', keep, true)
  const giveBack = () => {
    document.removeEventListener('keydown', keep, true)
    for (const { code, key } of early) {
      document.dispatchEvent(new KeyboardEvent('keydown', { code, key, bubbles: true, cancelable: true }))
    }
  }
  // Its timer is set just after this one.
  setTimeout(() => setTimeout(giveBack))
}
