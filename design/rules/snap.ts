import { centreOf } from '../geometry/box'
import type { Box, Size } from '../model/types'

/** A dragged selection snaps to a line within this distance, screen px. */
export const snapTolerance = 3

export interface CentreSnap {
  /** Offset to add to the position, document px; 0 where nothing snaps. */
  readonly dx: number
  readonly dy: number
  /** The centre lines that the selection is snapped to: `x` is the vertical one. */
  readonly guides: readonly { readonly axis: 'x' | 'y'; readonly at: number }[]
}

/**
 * Snaps the middle of the dragged bounds (of one layer or of all) to the canvas's centre lines, each axis by itself. Pass the
 * bounds at the pointer's position, never the snapped ones, or the selection could never leave a line. `zoom` is screen px per
 * document px, because the tolerance is measured on the screen.
 */
export function snapToCentre(moving: Box, canvas: Size, zoom = 1): CentreSnap {
  const tolerance = snapTolerance / zoom
  const middle = centreOf(moving)
  const dx = canvas.width / 2 - middle.x
  const dy = canvas.height / 2 - middle.y
  const snapsX = Math.abs(dx) <= tolerance
  const snapsY = Math.abs(dy) <= tolerance
  const guides: { axis: 'x' | 'y'; at: number }[] = []
  if (snapsX) guides.push({ axis: 'x', at: canvas.width / 2 })
  if (snapsY) guides.push({ axis: 'y', at: canvas.height / 2 })
  return { dx: snapsX ? dx : 0, dy: snapsY ? dy : 0, guides }
}
