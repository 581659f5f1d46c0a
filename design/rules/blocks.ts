/** Copies of components keep together in the order of layers. */
import type { Layer } from '../model/types'

/** Names the instance that a layer belongs to; null for a layer of none. */
export const instanceKeyOf = ({ component, groupId, uuid }: Layer): string | null => (component ? (groupId ?? uuid) : null)

/** Returns the layers as blocks that keep together in the order: the layers of an instance, or a single layer. */
export function blocksOf(layers: readonly Layer[]): readonly (readonly Layer[])[] {
  const blocks: Layer[][] = []
  let lastKey: string | null = null
  for (const layer of layers) {
    const key = instanceKeyOf(layer)
    const last = blocks[blocks.length - 1]
    if (last && key !== null && key === lastKey) last.push(layer)
    else blocks.push([layer])
    lastKey = key
  }
  return blocks
}
