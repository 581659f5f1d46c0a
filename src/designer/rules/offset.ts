import { roundLength } from '../geometry/number'
import type { Layer } from '../model/types'

/** A copy stands this share of its position away from the original. */
export const copyOffset = 0.1
/** Where a tenth of the position is not to be seen, the copy moves by this much, document px. */
const leastOffset = 10

/**
 * A copy: moved by 10 percent of its position, with a new uuid, not yet known to the server. It is unlocked and no
 * background, or it could not be put anywhere.
 */
export function copyOf<L extends Layer>(layer: L, uuid: string): L {
  const dx = layer.left * copyOffset
  const dy = layer.top * copyOffset
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
