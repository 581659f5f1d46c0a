/** Computes the position of the selection bar. Px of the host element. */
import { sinCos } from '../../../design/geometry/matrix'
import type { Box, Point, Size } from '../../../design/geometry/shapes'

/** Gap between the selection and its bar. */
const gap = 12
/** Gap between the bar and the edge of the canvas. */
const edge = 8
/** Space left free at the bottom edge for the zoom controls. */
const foot = 56
/** Distance of the rotation handle from the selection's frame. */
const handleReach = 34

/** Returns the box of a selection with its rotation handle, which is attached to the bottom middle of the rotated frame. */
export function withHandle(frame: Box, size: Size, rotation: number): Box {
  const { sin, cos } = sinCos(rotation)
  const reach = size.height / 2 + handleReach
  const handle = { x: frame.x + frame.width / 2 - sin * reach, y: frame.y + frame.height / 2 + cos * reach }
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
export function barPlace(taken: Box, bar: Size, host: Size): Point {
  const x = Math.max(edge, Math.min(taken.x + taken.width / 2 - bar.width / 2, host.width - bar.width - edge))
  const lowest = host.height - foot - bar.height
  const over = taken.y - gap - bar.height
  if (over >= edge) return { x, y: Math.min(over, lowest) }
  const under = taken.y + taken.height + gap
  return { x, y: under <= lowest ? Math.max(under, edge) : edge }
}
