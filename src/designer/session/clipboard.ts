import type { Layer } from '../model/types'
import type { LayerClipboard } from './types'

export function createClipboard(): LayerClipboard {
  let held: readonly Layer[] = []
  return {
    read: () => held,
    write(layers) {
      held = layers
    },
  }
}

/** The clipboard of the page: what is copied in one template can be pasted into the next. */
export const pageClipboard: LayerClipboard = createClipboard()
