/** Corners, bounds and hit tests of rotated boxes. */
import { placementCentre, union } from './box'
import { sinCos } from './matrix'
import { rotateAbout } from './rotate'
import type { Box, Placement, Point } from './shapes'

/** Returns the corners clockwise, starting with the one that is top left before the rotation. */
export function cornersOf(placement: Placement): readonly [Point, Point, Point, Point] {
  const { left, top, width, height, rotation } = placement
  const centre = placementCentre(placement)
  const corner = (x: number, y: number) => rotateAbout({ x, y }, centre, rotation)
  return [corner(left, top), corner(left + width, top), corner(left + width, top + height), corner(left, top + height)]
}

/** Returns the smallest axis-aligned box that contains a rotated one. */
export function boundsOf(placement: Placement): Box {
  const { sin, cos } = sinCos(placement.rotation)
  const width = placement.width * Math.abs(cos) + placement.height * Math.abs(sin)
  const height = placement.width * Math.abs(sin) + placement.height * Math.abs(cos)
  const centre = placementCentre(placement)
  return { x: centre.x - width / 2, y: centre.y - height / 2, width, height }
}

/** Returns the bounds of all placements; null for none. */
export function boundsOfAll(placements: readonly Placement[]): Box | null {
  return union(placements.map(boundsOf))
}

/** Whether the point lies on the rotated box or within `margin` px of it. */
export function containsPoint(placement: Placement, point: Point, margin = 0): boolean {
  const local = rotateAbout(point, placementCentre(placement), -placement.rotation)
  return (
    local.x >= placement.left - margin &&
    local.x <= placement.left + placement.width + margin &&
    local.y >= placement.top - margin &&
    local.y <= placement.top + placement.height + margin
  )
}

/**
 * Whether a rotated box shares area with an axis-aligned one; the empty corners of its bounds do not count. Separating axis
 * theorem: two rectangles are disjoint exactly when a side of one of them separates them, so four axes are enough.
 */
export function overlapsBox(placement: Placement, box: Box): boolean {
  const bounds = boundsOf(placement)
  const boundsDisjoint =
    bounds.x >= box.x + box.width ||
    box.x >= bounds.x + bounds.width ||
    bounds.y >= box.y + box.height ||
    box.y >= bounds.y + bounds.height
  if (boundsDisjoint) return false
  // The box in the layer's own coordinates: rotated back about the layer's centre, where the layer is axis-aligned.
  const boxInLayer = boundsOfRotatedBox(box, placementCentre(placement), -placement.rotation)
  return !(
    boxInLayer.x >= placement.left + placement.width ||
    placement.left >= boxInLayer.x + boxInLayer.width ||
    boxInLayer.y >= placement.top + placement.height ||
    placement.top >= boxInLayer.y + boxInLayer.height
  )
}

function boundsOfRotatedBox(box: Box, pivot: Point, degrees: number): Box {
  const centre = rotateAbout({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, pivot, degrees)
  return boundsOf({
    left: centre.x - box.width / 2,
    top: centre.y - box.height / 2,
    width: box.width,
    height: box.height,
    rotation: degrees,
  })
}

/** Whether a rotated box covers an axis-aligned one completely, allowing for `slack` px. */
export function coversBox(placement: Placement, box: Box, slack = 0): boolean {
  return [
    { x: box.x, y: box.y },
    { x: box.x + box.width, y: box.y },
    { x: box.x + box.width, y: box.y + box.height },
    { x: box.x, y: box.y + box.height },
  ].every((corner) => containsPoint(placement, corner, slack))
}
