import type { Box, Placement, Point, Size } from './shapes'

export function centreOf(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Returns the rectangle between two opposite corners, given in any order. */
export function boxBetween(a: Point, b: Point): Box {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}

export function boxAround(centre: Point, size: Size): Box {
  return { x: centre.x - size.width / 2, y: centre.y - size.height / 2, width: size.width, height: size.height }
}

/** Returns the smallest box that contains all boxes; null for none. */
export function union(boxes: readonly Box[]): Box | null {
  let left = Number.POSITIVE_INFINITY
  let top = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let bottom = Number.NEGATIVE_INFINITY
  for (const box of boxes) {
    left = Math.min(left, box.x)
    top = Math.min(top, box.y)
    right = Math.max(right, box.x + box.width)
    bottom = Math.max(bottom, box.y + box.height)
  }
  return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top }
}

/** Whether `inner` lies within `outer`, allowing for `slack` px beyond the edge. */
export function containsBox(outer: Box, inner: Box, slack = 0): boolean {
  return (
    inner.x >= outer.x - slack &&
    inner.y >= outer.y - slack &&
    inner.x + inner.width <= outer.x + outer.width + slack &&
    inner.y + inner.height <= outer.y + outer.height + slack
  )
}

export function placementCentre(placement: Placement): Point {
  return { x: placement.left + placement.width / 2, y: placement.top + placement.height / 2 }
}

/** Returns the same placement moved to another centre. */
export function centredAt<P extends Placement>(placement: P, centre: Point): P {
  return { ...placement, left: centre.x - placement.width / 2, top: centre.y - placement.height / 2 }
}
