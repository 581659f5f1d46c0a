import type { DesignDoc, ImageLayer, Layer } from './types'

export function byUuid(doc: DesignDoc, uuid: string): Layer | undefined {
  return doc.layers.find((layer) => layer.uuid === uuid)
}

/** Caches the last answer per document: dozens of buttons ask for the same selection after every change. */
const lastSelections = new WeakMap<DesignDoc, { readonly uuids: readonly string[]; readonly layers: readonly Layer[] }>()

/** Returns the named layers that exist, from bottom to top. */
export function layersOf(doc: DesignDoc, uuids: readonly string[]): readonly Layer[] {
  const last = lastSelections.get(doc)
  if (last?.uuids === uuids) return last.layers
  const wanted = new Set(uuids)
  const layers = doc.layers.filter((layer) => wanted.has(layer.uuid))
  lastSelections.set(doc, { uuids, layers })
  return layers
}

export function backgroundOf(doc: DesignDoc): ImageLayer | undefined {
  for (const layer of doc.layers) if (layer.type === 'IMAGE' && layer.isBackground) return layer
  return undefined
}

/** Whether the layer may be moved, scaled and rotated. */
export function movable(layer: Layer): boolean {
  return !layer.locked && !layer.isBackground
}

/** Whether a drag box selects the layer. */
export function boxSelectable(layer: Layer): boolean {
  return movable(layer) && !layer.hidden
}

/** Returns the lowest index that a layer other than the background may have. */
export function minIndexOf(layers: readonly Layer[]): number {
  return layers[0]?.isBackground ? 1 : 0
}

/**
 * Applies `change` to the named layers (null: all); unchanged layers, and the document if nothing changed, keep their identity.
 */
export function mapLayers(doc: DesignDoc, uuids: readonly string[] | null, change: (layer: Layer) => Layer): DesignDoc {
  const wanted = uuids === null ? null : new Set(uuids)
  let changed = false
  const layers = doc.layers.map((layer) => {
    const next = wanted === null || wanted.has(layer.uuid) ? change(layer) : layer
    if (next !== layer) changed = true
    return next
  })
  return changed ? { ...doc, layers } : doc
}

/** Returns the layer with these fields changed; the same value where they are equal already. */
export function withFields<L extends Layer>(layer: L, fields: Partial<L>): L {
  for (const key of Object.keys(fields) as (keyof L)[]) {
    if (layer[key] !== fields[key]) return { ...layer, ...fields }
  }
  return layer
}
