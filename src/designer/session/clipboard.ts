/** Copied layers: kept on the page, and as text so that they reach other windows through the system's clipboard. */
import { isFields } from '../../../contract/rules/fields'
import { isLayer, withLaterFields } from '../../design/model/parse'
import type { Layer } from '../../design/model/types'
import type { LayerClipboard } from './types'

/** What browsers keep beside the text; other programs see the text only. */
export const layersMime = 'application/x-kejiang-layers'

export interface SharedClipboard extends LayerClipboard {
  /**
   * What is held, as text for the system's clipboard. `owner` names whose pictures they are: another account cannot read them.
   */
  text(owner: string): string
  /**
   * Takes what the system's clipboard says, which is what was copied last. `other`: layers of another account, which are not
   * taken. `text`: words of another program. `none`: nothing that is known here. The text this page wrote itself, or took already,
   * changes nothing, so that pasting again goes on from the last copy.
   */
  take(text: string, owner: string): 'taken' | 'other' | 'text' | 'none'
}

export function createClipboard(): SharedClipboard {
  let held: readonly Layer[] = []
  let known = ''
  /** What is held was copied without the system's clipboard hearing of it: it may be newer than what that says. */
  let untold = false
  return {
    read: () => held,
    write(layers) {
      held = layers
      untold = true
    },
    moveOn(layers) {
      held = layers
    },
    text(owner) {
      untold = false
      known = JSON.stringify({ kind: layersMime, version: 1, owner, layers: held })
      return known
    },
    take(text, owner) {
      if (text !== '' && text === known) return held.length > 0 ? 'taken' : 'none'
      const found = layersIn(text)
      if (!found) return text === '' || untold ? 'none' : 'text'
      if (found.owner !== owner) return 'other'
      known = text
      untold = false
      held = found.layers
      return 'taken'
    },
  }
}

/** The layers a text holds; null for any other text. What comes from a clipboard may be of another version, or anybody's. */
function layersIn(text: string): { readonly owner: unknown; readonly layers: readonly Layer[] } | null {
  if (!text.startsWith('{"kind":"') || !text.includes(layersMime)) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!isFields(value) || value.kind !== layersMime || !Array.isArray(value.layers)) return null
  const found: readonly unknown[] = value.layers
  const layers = found.map(withLaterFields).filter(isLayer)
  return layers.length > 0 && layers.length === found.length ? { owner: value.owner, layers } : null
}

/** The clipboard of the page: what is copied in one template can be pasted into the next. */
export const pageClipboard: SharedClipboard = createClipboard()
