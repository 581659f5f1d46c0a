/** Where the bar of the selection stands. Host px. */
import { turn } from '../../../design/geometry/matrix'
import type { Box, Point, Size } from '../../../design/geometry/shapes'

/** Between the selection and its bar. */
const gap = 12
/** Between the bar and the edge of the canvas. */
const edge = 8
/** Height left free at the bottom edge, because the zoom controls are there. */
const foot = 56
/** How far the turning handle reaches out of the frame. */
const handleReach = 34

/** What a selection takes up with its turning handle, which hangs from the middle of the frame's foot as it is turned. */
export function withHandle(frame: Box, size: Size, rotation: number): Box {
  const { sin, cos } = turn(rotation)
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

/** Over the selection where there is room, else under it, else at the top edge; always whole within the canvas. */
export function barPlace(taken: Box, bar: Size, host: Size): Point {
  const x = Math.max(edge, Math.min(taken.x + taken.width / 2 - bar.width / 2, host.width - bar.width - edge))
  const lowest = host.height - foot - bar.height
  const over = taken.y - gap - bar.height
  if (over >= edge) return { x, y: Math.min(over, lowest) }
  const under = taken.y + taken.height + gap
  return { x, y: under <= lowest ? Math.max(under, edge) : edge }
}
