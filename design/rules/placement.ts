import type { Layer, Placement } from '../model/types'

/** A planned placement of the named layer; a command writes it. */
export interface LayerPlacement extends Placement {
  readonly uuid: string
}

/** The fields of a layer that rules need. */
export type Placeable = Pick<Layer, 'uuid' | keyof Placement>

/** Returns the layer's placement with some fields changed. */
export function placementOf(layer: Placeable, change: Partial<Placement>): LayerPlacement {
  const { uuid, left, top, width, height, rotation } = layer
  return { uuid, left, top, width, height, rotation, ...change }
}
