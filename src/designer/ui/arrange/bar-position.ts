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

/**
 * Above the selection if there is space, otherwise below it, otherwise at the top edge; always completely within the canvas, and beside
 * the panels that lie over it where there is room between them.
 */
export function barPosition(occupied: Box, bar: Size, host: Size, panels: readonly Box[] = []): Point {
  const y = rowOf(occupied, bar, host)
  const besides = panels.filter((panel) => panel.y < y + bar.height && panel.y + panel.height > y)
  const isLeft = ({ x, width }: Box) => x + width / 2 < host.width / 2
  const left = Math.max(0, ...besides.filter(isLeft).map(({ x, width }) => x + width))
  const right = Math.min(host.width, ...besides.filter((panel) => !isLeft(panel)).map(({ x }) => x))
  const room = right - left - bar.width
  const [from, to] = room >= 0 ? [left, right] : [0, host.width]
  // Between two panels the margins are narrower where the bar would not fit otherwise.
  const margin = room >= 0 ? Math.min(edge, room / 2) : edge
  const centred = occupied.x + occupied.width / 2 - bar.width / 2
  return { x: Math.max(from + margin, Math.min(centred, to - bar.width - margin)), y }
}

function rowOf(occupied: Box, bar: Size, host: Size): number {
  const lowest = host.height - bottomSpace - bar.height
  const above = occupied.y - gap - bar.height
  if (above >= edge) return Math.min(above, lowest)
  const below = occupied.y + occupied.height + gap
  return below <= lowest ? Math.max(below, edge) : edge
}
