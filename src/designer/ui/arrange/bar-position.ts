/** Computes the position of the selection bar. Px of the host element. */
import { sinCos } from '../../../../design/geometry/matrix'
import type { Box, Point, Size } from '../../../../design/geometry/shapes'

/** Gap between the selection and its bar. */
const gap = 12
/** Gap between the bar and the edge of the canvas. */
const edge = 8
/** Space left free at the bottom edge for the zoom controls. */
const bottomSpace = 56
/** Distance of the rotation handle from the selection's frame. */
const handleDistance = 34

/** Returns the box of a selection with its rotation handle, which is attached to the bottom middle of the rotated frame. */
export function withHandle(frame: Box, size: Size, rotation: number): Box {
  const { sin, cos } = sinCos(rotation)
  const distance = size.height / 2 + handleDistance
  const handle = { x: frame.x + frame.width / 2 - sin * distance, y: frame.y + frame.height / 2 + cos * distance }
  const left = Math.min(frame.x, handle.x)
  const top = Math.min(frame.y, handle.y)
  return {
    x: left,
    y: top,
    width: Math.max(frame.x + frame.width, handle.x) - left,
    height: Math.max(frame.y + frame.height, handle.y) - top,
  }
}

/** Above the selection if there is space, otherwise below it, otherwise at the top edge; always completely within the canvas. */
export function barPosition(occupied: Box, bar: Size, host: Size): Point {
  const x = Math.max(edge, Math.min(occupied.x + occupied.width / 2 - bar.width / 2, host.width - bar.width - edge))
  const lowest = host.height - bottomSpace - bar.height
  const above = occupied.y - gap - bar.height
  if (above >= edge) return { x, y: Math.min(above, lowest) }
  const below = occupied.y + occupied.height + gap
  return { x, y: below <= lowest ? Math.max(below, edge) : edge }
}
