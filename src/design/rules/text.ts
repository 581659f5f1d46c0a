/** Where drawn text goes: how large it is when it is new, and where it stays when it is drawn again. */
import { boxAround, placementCentre } from '../geometry/box'
import { roundLength } from '../geometry/number'
import type { Box, Placement, Size } from '../model/types'

/** Most of the canvas that new text takes, either way. */
export const newTextShare = 0.8
/** Size of new text before it is limited: this part of the canvas's width is one em. */
const emShare = 1 / 5

/** A new text's box in the middle of the canvas. `drawn` is its picture, `em` the size of one em in it. */
export function newTextBox(drawn: Size, em: number, canvas: Size): Box {
  const wished = (canvas.width * emShare) / em
  const scale = Math.min(wished, (canvas.width * newTextShare) / drawn.width, (canvas.height * newTextShare) / drawn.height)
  const centre = { x: canvas.width / 2, y: canvas.height / 2 }
  return boxAround(centre, { width: floorLength(drawn.width * scale), height: floorLength(drawn.height * scale) })
}

/** Where a text stands that is drawn anew: about the same centre, as much scaled as it was. `before` is its old picture's size. */
export function redrawnPlacement(place: Placement, before: Size, drawn: Size): Placement {
  const width = (drawn.width * place.width) / before.width
  const height = (drawn.height * place.height) / before.height
  const box = boxAround(placementCentre(place), { width, height })
  return {
    left: roundLength(box.x),
    top: roundLength(box.y),
    width: roundLength(width),
    height: roundLength(height),
    rotation: place.rotation,
  }
}

/** To a thousandth of a px, downwards: a limit must hold after rounding. */
const floorLength = (px: number): number => Math.max(0.001, Math.floor(px * 1000) / 1000)
