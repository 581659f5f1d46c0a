import { boundsOfAll } from '../geometry/bounds'
import { centreOf } from '../geometry/box'
import type { LayerPlacement, Placeable } from './placement'
import { planScale } from './resize'

/** Factor of one press of the scale keys. */
export const scaleStep = { up: 1.05, down: 0.95 } as const

/** The layers scaled together about the centre of what they cover; never under the smallest box. */
export function planStep(layers: readonly Placeable[], factor: number): readonly LayerPlacement[] {
  const bounds = boundsOfAll(layers)
  return bounds ? planScale(layers, factor, centreOf(bounds)) : []
}
