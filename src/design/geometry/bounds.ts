/** What a turned box covers. */
import { placementCentre, union } from './box'
import { turn } from './matrix'
import { rotateAbout } from './rotate'
import type { Box, Placement, Point } from './shapes'

/** The four corners clockwise from the one that is top left before the turn. */
export function cornersOf(placement: Placement): readonly [Point, Point, Point, Point] {
  const { left, top, width, height, rotation } = placement
  const centre = placementCentre(placement)
  const corner = (x: number, y: number) => rotateAbout({ x, y }, centre, rotation)
  return [corner(left, top), corner(left + width, top), corner(left + width, top + height), corner(left, top + height)]
}

/** The smallest upright box over a turned one. */
export function boundsOf(placement: Placement): Box {
  const { sin, cos } = turn(placement.rotation)
  const width = placement.width * Math.abs(cos) + placement.height * Math.abs(sin)
  const height = placement.width * Math.abs(sin) + placement.height * Math.abs(cos)
  const centre = placementCentre(placement)
  return { x: centre.x - width / 2, y: centre.y - height / 2, width, height }
}

/** Null over none. */
export function boundsOfAll(placements: readonly Placement[]): Box | null {
  return union(placements.map(boundsOf))
}

/** Whether the point lies on the turned box, `margin` px around it included. */
export function containsPoint(placement: Placement, point: Point, margin = 0): boolean {
  const own = rotateAbout(point, placementCentre(placement), -placement.rotation)
  return (
    own.x >= placement.left - margin &&
    own.x <= placement.left + placement.width + margin &&
    own.y >= placement.top - margin &&
    own.y <= placement.top + placement.height + margin
  )
}

/**
 * Whether a turned box truly shares area with an upright one: the corners of its upright bounds do not count. Two
 * rectangles are apart exactly when a side of one of them separates them, so four axes decide.
 */
export function overlapsBox(placement: Placement, box: Box): boolean {
  const bounds = boundsOf(placement)
  const uprightApart =
    bounds.x >= box.x + box.width ||
    box.x >= bounds.x + bounds.width ||
    bounds.y >= box.y + box.height ||
    box.y >= bounds.y + bounds.height
  if (uprightApart) return false
  // The box seen from the layer: turned back about the layer's centre, where the layer stands upright.
  const seen = boundsOfTurnedBox(box, placementCentre(placement), -placement.rotation)
  return !(
    seen.x >= placement.left + placement.width ||
    placement.left >= seen.x + seen.width ||
    seen.y >= placement.top + placement.height ||
    placement.top >= seen.y + seen.height
  )
}

function boundsOfTurnedBox(box: Box, pivot: Point, degrees: number): Box {
  const centre = rotateAbout({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, pivot, degrees)
  return boundsOf({
    left: centre.x - box.width / 2,
    top: centre.y - box.height / 2,
    width: box.width,
    height: box.height,
    rotation: degrees,
  })
}

/** Whether a turned box hides every point of an upright one, `slack` px forgiven. */
export function coversBox(placement: Placement, box: Box, slack = 0): boolean {
  return [
    { x: box.x, y: box.y },
    { x: box.x + box.width, y: box.y },
    { x: box.x + box.width, y: box.y + box.height },
    { x: box.x, y: box.y + box.height },
  ].every((corner) => containsPoint(placement, corner, slack))
}
