/** Clipboard for layers: kept in memory, and written to the system clipboard as text so that other windows can paste them. */
import { isFields } from '../../../contract/ground/fields'
import { isLayer } from '../../../design/model/parse'
import type { Layer } from '../../../design/model/types'
import type { LayerClipboard } from './types'

/** MIME type that browsers store beside the text; other programs see only the text. */
export const layersMime = 'application/x-kejiang-layers'

export interface SharedClipboard extends LayerClipboard {
  /**
   * Returns the copied layers as text for the system clipboard. `owner` identifies the account, because another one cannot read
   * the pictures.
   */
  text(owner: string): string
  /**
   * Reads the text of the system clipboard, which was copied last. `otherAccount`: layers of another account, which are not taken.
   * `text`: text of another program. `none`: nothing known. Text that this page wrote or has read already changes nothing, so
   * that pasting again continues from the last copy.
   */
  readSystemText(text: string, owner: string): 'layers' | 'otherAccount' | 'text' | 'none'
}

export function createClipboard(): SharedClipboard {
  let copied: readonly Layer[] = []
  let knownText = ''
  /** The layers were not written to the system clipboard, so they may be newer than its content. */
  let isUnwritten = false
  return {
    read: () => copied,
    write(layers) {
      copied = layers
      isUnwritten = true
    },
    replaceCopied(layers) {
      copied = layers
    },
    text(owner) {
      isUnwritten = false
      knownText = JSON.stringify({ kind: layersMime, version: 1, owner, layers: copied })
      return knownText
    },
    readSystemText(text, owner) {
      if (text !== '' && text === knownText) return copied.length > 0 ? 'layers' : 'none'
      const found = parseLayers(text)
      if (!found) return text === '' || isUnwritten ? 'none' : 'text'
      if (found.owner !== owner) return 'otherAccount'
      knownText = text
      isUnwritten = false
      copied = found.layers
      return 'layers'
    },
  }
}

/** Parses clipboard text as layers; null for any other text. The text may come from any program. */
function parseLayers(text: string): { readonly owner: unknown; readonly layers: readonly Layer[] } | null {
  if (!text.startsWith('{"kind":"') || !text.includes(layersMime)) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!isFields(value) || value.kind !== layersMime || !Array.isArray(value.layers)) return null
  const found: readonly unknown[] = value.layers
  const layers = found.filter(isLayer)
  return layers.length > 0 && layers.length === found.length ? { owner: value.owner, layers } : null
}

/** The page's clipboard: layers copied in one template can be pasted in the next. */
export const pageClipboard: SharedClipboard = createClipboard()
