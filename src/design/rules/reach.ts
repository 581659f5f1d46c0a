/** Limits moves so that layers never leave the canvas so far that nobody finds them again. */
import { clamp } from '../geometry/number'
import type { Box, Point, Size } from '../model/types'

/**
 * Minimum overlap of a body with the canvas in each direction: a quarter of the body, at least this many document px, or all of
 * a smaller body.
 */
const minOverlapPx = 40
const minOverlapOf = (side: number) => Math.min(side, Math.max(minOverlapPx, side / 4))

/** Returns the step nearest to (dx, dy) that keeps a body in reach. A body that is out of reach already may move back freely. */
export function stepInReach(body: Box, canvas: Size, dx: number, dy: number): Point {
  return {
    x: stepAlong(body.x, body.width, canvas.width, dx),
    y: stepAlong(body.y, body.height, canvas.height, dy),
  }
}

function stepAlong(start: number, side: number, canvasSide: number, step: number): number {
  const overlap = minOverlapOf(side)
  const low = Math.min(start, overlap - side)
  const high = Math.max(start, canvasSide - overlap)
  return clamp(start + step, low, high) - start
}
