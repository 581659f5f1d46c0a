import { roundLength } from '../geometry/number'
import type { Layer } from '../model/types'
import { bodiesOf, cornerOf, withNewGroups } from './group'

/** A copy is offset by this share of its position. */
export const copyOffset = 0.1
/** Minimum offset where that share would be invisible, document px. */
const minOffset = 10

/**
 * Returns a copy: offset by 10 percent of its position, with a new uuid and no row id. It is unlocked and no background, or it
 * could not be moved.
 *
 * @param corner the position that the offset is taken from: a group passes its own corner, so that its members keep their
 * arrangement.
 */
export function copyOf<L extends Layer>(layer: L, uuid: string, corner: { left: number; top: number } = layer): L {
  const dx = corner.left * copyOffset
  const dy = corner.top * copyOffset
  // Near the top left corner ten percent is invisible, and a copy that hides its original looks like a button that does not
  // work.
  const isInvisible = Math.abs(dx) < 1 && Math.abs(dy) < 1
  return {
    ...layer,
    uuid,
    id: null,
    locked: false,
    isBackground: false,
    left: roundLength(layer.left + (isInvisible ? minOffset : dx)),
    top: roundLength(layer.top + (isInvisible ? minOffset : dy)),
  }
}

/** Returns copies of the layers in their order, with new groups for copied groups. Layers without a new uuid are not copied. */
export function copiesOf(layers: readonly Layer[], uuidFor: (layer: Layer) => string | undefined): readonly Layer[] {
  const copies = new Map<Layer, Layer>()
  for (const body of bodiesOf(layers)) {
    const corner = cornerOf(body)
    for (const layer of body) {
      const uuid = uuidFor(layer)
      if (uuid !== undefined) copies.set(layer, copyOf(layer, uuid, corner))
    }
  }
  return withNewGroups(layers.flatMap((layer) => copies.get(layer) ?? []))
}
