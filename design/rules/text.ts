/** Computes the box of a new text and the placement of a redrawn one. */
import { boxAround, placementCentre } from '../geometry/box'
import { roundLength } from '../geometry/number'
import type { Box, Placement, Size } from '../model/types'

/** Maximum share of the canvas that new text takes, in both directions. */
export const newTextShare = 0.8
/** Before that limit, one em of new text is this share of the canvas's width. */
const emShare = 1 / 5

/** Returns a new text's box in the middle of the canvas. `drawn` is the size of its picture, `em` the size of one em in it. */
export function newTextBox(drawn: Size, em: number, canvas: Size): Box {
  const desired = (canvas.width * emShare) / em
  const scale = Math.min(desired, (canvas.width * newTextShare) / drawn.width, (canvas.height * newTextShare) / drawn.height)
  const centre = { x: canvas.width / 2, y: canvas.height / 2 }
  return boxAround(centre, { width: floorLength(drawn.width * scale), height: floorLength(drawn.height * scale) })
}

/** Returns the placement of a redrawn text: the same centre and scale. `before` is the size of its old picture. */
export function redrawnPlacement(placement: Placement, before: Size, drawn: Size): Placement {
  const width = (drawn.width * placement.width) / before.width
  const height = (drawn.height * placement.height) / before.height
  const box = boxAround(placementCentre(placement), { width, height })
  return {
    left: roundLength(box.x),
    top: roundLength(box.y),
    width: roundLength(width),
    height: roundLength(height),
    rotation: placement.rotation,
  }
}

/** Rounds down to a thousandth of a px, because a limit must hold after rounding. */
const floorLength = (px: number): number => Math.max(0.001, Math.floor(px * 1000) / 1000)
