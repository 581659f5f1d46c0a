import type { Layer, Placement } from '../model/types'

/** Where the named layer is to stand, as a rule plans it and a command writes it. */
export interface LayerPlacement extends Placement {
  readonly uuid: string
}

/** What a rule needs of a layer. */
export type Placeable = Pick<Layer, 'uuid' | keyof Placement>

/** The layer's placement with some of its fields changed. */
export function placementOf(layer: Placeable, change: Partial<Placement>): LayerPlacement {
  const { uuid, left, top, width, height, rotation } = layer
  return { uuid, left, top, width, height, rotation, ...change }
}
