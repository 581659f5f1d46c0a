/** Step sizes of the keys that move and scale layers. */
import { boundsOfAll } from '../geometry/bounds'
import { centreOf } from '../geometry/box'
import type { LayerPlacement, Placeable } from './placement'
import { planScale } from './resize'

/** Distance of one press of an arrow key, document px. */
export const nudgeStep = 1

/** Factor of the distance with shift. */
export const largeStepFactor = 10

export type Direction = 'up' | 'down' | 'left' | 'right'

export const directions: Readonly<Record<Direction, { readonly dx: number; readonly dy: number }>> = {
  up: { dx: 0, dy: -nudgeStep },
  down: { dx: 0, dy: nudgeStep },
  left: { dx: -nudgeStep, dy: 0 },
  right: { dx: nudgeStep, dy: 0 },
}

/** Factor of one press of the scale keys. */
export const scaleStep = { up: 1.05, down: 0.95 } as const

/** Returns the layers scaled together about the centre of their bounds, limited by the minimum box size. */
export function planScaleStep(layers: readonly Placeable[], factor: number): readonly LayerPlacement[] {
  const bounds = boundsOfAll(layers)
  return bounds ? planScale(layers, factor, centreOf(bounds)) : []
}
