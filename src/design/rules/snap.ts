import { centreOf } from '../geometry/box'
import type { Box, Size } from '../model/types'

/** How near a line a dragged selection is caught, screen px. */
export const snapTolerance = 3

export interface CentreSnap {
  /** What to add to the position, document px; 0 where nothing caught. */
  readonly dx: number
  readonly dy: number
  /** The centre lines it is held on: `x` is the vertical one. */
  readonly guides: readonly { readonly axis: 'x' | 'y'; readonly at: number }[]
}

/**
 * Holds the middle of what is dragged (bounds of one layer or of all) on the canvas's centre lines, each axis by itself.
 * Give the bounds at the place the pointer asks for, never at the snapped one, or the selection can never leave.
 * `zoom` is screen px per document px: the seller's hand, not the document, decides how near is near.
 */
export function snapToCentre(moving: Box, canvas: Size, zoom = 1): CentreSnap {
  const reach = snapTolerance / zoom
  const middle = centreOf(moving)
  const dx = canvas.width / 2 - middle.x
  const dy = canvas.height / 2 - middle.y
  const caughtX = Math.abs(dx) <= reach
  const caughtY = Math.abs(dy) <= reach
  const guides: { axis: 'x' | 'y'; at: number }[] = []
  if (caughtX) guides.push({ axis: 'x', at: canvas.width / 2 })
  if (caughtY) guides.push({ axis: 'y', at: canvas.height / 2 })
  return { dx: caughtX ? dx : 0, dy: caughtY ? dy : 0, guides }
}
