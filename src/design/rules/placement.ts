import type { Layer, Placement } from '../model/types'

/** A layer's new place, as a rule plans it and a command writes it. */
export interface Placed extends Placement {
  readonly uuid: string
}

/** What a rule needs of a layer. */
export type Placeable = Pick<Layer, 'uuid' | keyof Placement>

export function placed(layer: Placeable, change: Partial<Placement>): Placed {
  const { uuid, left, top, width, height, rotation } = layer
  return { uuid, left, top, width, height, rotation, ...change }
}
