import { roundLength } from '../geometry/number'
import type { Layer } from '../model/types'
import { bodiesOf, cornerOf, regrouped } from './group'

/** A copy stands this share of its position away from the original. */
export const copyOffset = 0.1
/** Where a tenth of the position is not to be seen, the copy moves by this much, document px. */
const leastOffset = 10

/**
 * A copy: moved by 10 percent of its position, with a new uuid, not yet known to the server. It is unlocked and no
 * background, or it could not be put anywhere.
 *
 * @param corner what the position is taken from: of a group, its own corner, so that its members keep their places in it.
 */
export function copyOf<L extends Layer>(layer: L, uuid: string, corner: { left: number; top: number } = layer): L {
  const dx = corner.left * copyOffset
  const dy = corner.top * copyOffset
  // At the very corner ten percent is nothing, and a copy that hides its original looks like a button that does not work.
  const unseen = Math.abs(dx) < 1 && Math.abs(dy) < 1
  return {
    ...layer,
    uuid,
    id: null,
    locked: false,
    isBackground: false,
    left: roundLength(layer.left + (unseen ? leastOffset : dx)),
    top: roundLength(layer.top + (unseen ? leastOffset : dy)),
  }
}

/** Copies of layers in their order, groups as groups of their own. A layer without a new id is not copied. */
export function copiesOf(layers: readonly Layer[], uuidFor: (layer: Layer) => string | undefined): readonly Layer[] {
  const made = new Map<Layer, Layer>()
  for (const body of bodiesOf(layers)) {
    const corner = cornerOf(body)
    for (const layer of body) {
      const uuid = uuidFor(layer)
      if (uuid !== undefined) made.set(layer, copyOf(layer, uuid, corner))
    }
  }
  return regrouped(layers.flatMap((layer) => made.get(layer) ?? []))
}
