/** Turns pointers, wheel and keys on an element into turns of a case. */
import { afterKey, draggedBy, type Turn, zoomedBy } from './turn'

/** Zoom of one notch of a wheel (100 px). */
const wheelZoom = 1.0015

/**
 * @param turn returns the present turn. @param onTurn takes the new one.
 * @returns removes every listener.
 */
export function listenForTurns(element: HTMLElement, turn: () => Turn, onTurn: (turn: Turn) => void): () => void {
  const pointers = new Map<number, { readonly x: number; readonly y: number }>()
  const apart = () => {
    const [a, b] = [...pointers.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    element.setPointerCapture(event.pointerId)
    element.focus({ preventScroll: true })
    event.preventDefault()
  }
  const onPointerMove = (event: PointerEvent) => {
    const before = pointers.get(event.pointerId)
    if (before === undefined || pointers.size > 2) return
    const beforeApart = apart()
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
    if (pointers.size === 2) {
      if (beforeApart > 0) onTurn(zoomedBy(turn(), apart() / beforeApart))
      return
    }
    onTurn(draggedBy(turn(), event.clientX - before.x, event.clientY - before.y, element.clientWidth))
  }
  const onPointerEnd = (event: PointerEvent) => {
    pointers.delete(event.pointerId)
  }
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    onTurn(zoomedBy(turn(), wheelZoom ** -pixelsOf(event)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = afterKey(turn(), event.key)
    if (next === null) return
    event.preventDefault()
    onTurn(next)
  }

  element.addEventListener('pointerdown', onPointerDown)
  element.addEventListener('pointermove', onPointerMove)
  element.addEventListener('pointerup', onPointerEnd)
  element.addEventListener('pointercancel', onPointerEnd)
  element.addEventListener('lostpointercapture', onPointerEnd)
  // Not passive: the page behind must not scroll or zoom.
  element.addEventListener('wheel', onWheel, { passive: false })
  element.addEventListener('keydown', onKeyDown)
  return () => {
    element.removeEventListener('pointerdown', onPointerDown)
    element.removeEventListener('pointermove', onPointerMove)
    element.removeEventListener('pointerup', onPointerEnd)
    element.removeEventListener('pointercancel', onPointerEnd)
    element.removeEventListener('lostpointercapture', onPointerEnd)
    element.removeEventListener('wheel', onWheel)
    element.removeEventListener('keydown', onKeyDown)
  }
}

/** The way of a wheel in px; some give lines or pages. */
function pixelsOf({ deltaY, deltaMode }: WheelEvent): number {
  if (deltaMode === WheelEvent.DOM_DELTA_LINE) return deltaY * 33
  if (deltaMode === WheelEvent.DOM_DELTA_PAGE) return deltaY * 400
  return deltaY
}
