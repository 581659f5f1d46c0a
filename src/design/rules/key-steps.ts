/** What one press of a key does to the selected layers. */
import { boundsOfAll } from '../geometry/bounds'
import { centreOf } from '../geometry/box'
import type { LayerPlacement, Placeable } from './placement'
import { planScale } from './resize'

/** How far one press of an arrow key moves, document px. */
export const nudgeStep = 1

/** How many times as far with shift. */
export const leap = 10

export type Direction = 'up' | 'down' | 'left' | 'right'

export const directions: Readonly<Record<Direction, { readonly dx: number; readonly dy: number }>> = {
  up: { dx: 0, dy: -nudgeStep },
  down: { dx: 0, dy: nudgeStep },
  left: { dx: -nudgeStep, dy: 0 },
  right: { dx: nudgeStep, dy: 0 },
}

/** Factor of one press of the scale keys. */
export const scaleStep = { up: 1.05, down: 0.95 } as const

/** The layers scaled together about the centre of what they cover; never under the smallest box. */
export function planStep(layers: readonly Placeable[], factor: number): readonly LayerPlacement[] {
  const bounds = boundsOfAll(layers)
  return bounds ? planScale(layers, factor, centreOf(bounds)) : []
}
