import { normaliseAngle } from '../../contract/rules/rounding'
import { sinCos } from './matrix'
import type { Point } from './shapes'

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
