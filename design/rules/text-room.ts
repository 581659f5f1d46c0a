/**
 * Sizes a redrawn text to its room: the printed part of the case, and the layers below it that carry it, such as a card. The buyers' page
 * uses it for what buyers type, and the server for the texts of a name list. Pure.
 */
import { boundsOf } from '../geometry/bounds'
import { boxAround, containsBox, placementCentre } from '../geometry/box'
import { roundLength } from '../geometry/number'
import type { Box, Layer, Placement, Size } from '../model/types'

/** An overhang or a difference up to this size is a rounding error; canvas px. */
export const roomSlack = 0.5
/** Largest share of the layer below that a text takes, so that it keeps away from that layer's edge. */
const roomShare = 0.92

/** The surroundings of a text: the layers below it, and the printed part of the case in px of the design. */
export interface TextRoom {
  readonly below: readonly Layer[]
  readonly printArea: Box
}

/**
 * Returns the box of a text drawn at this size: as large as in the template, or smaller where a longer text would not fit into its room.
 * Null for a text that the template turns, which keeps its size.
 *
 * @param made the layer as the template has it.
 */
export function roomedBox(made: Layer, drawn: Size, { below, printArea }: TextRoom): Placement | null {
  if (made.rotation !== 0) return null
  const own = boundsOf(made)
  const carriers = below.filter((one) => !one.hidden && one.rotation === 0).map(boundsOf)
  const centre = placementCentre(made)
  const wanted = made.width / made.originalWidth
  const scale = [...carriers, printArea]
    .filter((box) => containsBox(box, own, roomSlack))
    .flatMap((box) => {
      const across = 2 * roomShare * Math.min(centre.x - box.x, box.x + box.width - centre.x)
      const down = 2 * roomShare * Math.min(centre.y - box.y, box.y + box.height - centre.y)
      // A text that the seller placed closer to an edge may keep its size.
      return [Math.max(across, own.width) / drawn.width, Math.max(down, own.height) / drawn.height]
    })
    .reduce((least, one) => Math.min(least, one), wanted)
  const box = boxAround(centre, { width: drawn.width * scale, height: drawn.height * scale })
  return { left: box.x, top: box.y, width: box.width, height: box.height, rotation: 0 }
}

/** Returns a placement with lengths as documents store them. */
export const roundedPlacement = (at: Placement): Placement => ({
  left: roundLength(at.left),
  top: roundLength(at.top),
  width: roundLength(at.width),
  height: roundLength(at.height),
  rotation: at.rotation,
})
