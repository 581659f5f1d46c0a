import { sinCos } from './matrix'
import { round } from './number'
import type { Point } from './shapes'

/**
 * Normalises an angle to two decimals within (−180, 180], so that equal rotations have equal numbers and a slight turn to the
 * left reads −15 rather than 345.
 */
export function normaliseAngle(degrees: number): number {
  const rest = degrees % 360
  const folded = rest > 180 ? rest - 360 : rest <= -180 ? rest + 360 : rest
  const rounded = round(folded, 2)
  return rounded === -180 ? 180 : rounded
}

/** Returns the shortest rotation from one angle to another, within (−180, 180]. */
export function angleBetween(from: number, to: number): number {
  return normaliseAngle(to - from)
}

/** Returns `point` rotated clockwise about `centre`. */
export function rotateAbout(point: Point, centre: Point, degrees: number): Point {
  const { sin, cos } = sinCos(degrees)
  const dx = point.x - centre.x
  const dy = point.y - centre.y
  return { x: centre.x + dx * cos - dy * sin, y: centre.y + dx * sin + dy * cos }
}
