/** How far layers may be moved: never so far off the canvas that nobody finds them again. */
import { clamp } from '../geometry/number'
import type { Box, Point, Size } from '../model/types'

/** So much of a body stays on the canvas both ways: a quarter of it, at least this many document px, or all of a smaller one. */
const least = 40
const kept = (side: number) => Math.min(side, Math.max(least, side / 4))

/** The nearest step to (dx, dy) that leaves a body in reach. A body that is farther out already comes back as far as it likes. */
export function stepInReach(body: Box, canvas: Size, dx: number, dy: number): Point {
  return {
    x: stepAlong(body.x, body.width, canvas.width, dx),
    y: stepAlong(body.y, body.height, canvas.height, dy),
  }
}

function stepAlong(start: number, side: number, room: number, step: number): number {
  const part = kept(side)
  const low = Math.min(start, part - side)
  const high = Math.max(start, room - part)
  return clamp(start + step, low, high) - start
}
