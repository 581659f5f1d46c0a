/**
 * The document drawn as nodes: one per layer, kept by uuid, in the document's order. Only layers that are another value
 * than before are touched, so an edit of one layer of many costs that one.
 */
import type { DesignDoc, Layer } from '../model/types'
import type { Branch, Node } from './leafer'
import { createNode, type NodeLook, pictureFill, updateNode } from './nodes'

export interface Projector {
  setDoc(doc: DesignDoc): void
  /** Writes every layer again, over whatever a given-up drag has left in the nodes. */
  reset(): void
  /** Fills again what shows no picture. */
  recolour(): void
  node(uuid: string): Node | null
  layer(uuid: string): Layer | null
  dispose(): void
}

export function createProjector(parent: Branch, look: NodeLook): Projector {
  const shown = new Map<string, { readonly node: Node; layer: Layer }>()

  const draw = (layer: Layer) => {
    const known = shown.get(layer.uuid)
    if (!known) {
      const node = createNode(layer, look)
      shown.set(layer.uuid, { node, layer })
      return
    }
    if (known.layer === layer) return
    updateNode(known.node, layer)
    if (known.layer.imageUrl !== layer.imageUrl) known.node.fill = pictureFill(layer, look)
    known.layer = layer
  }

  /** Puts nodes where the document has them; a node in its place is left alone. */
  const order = (layers: readonly Layer[]) => {
    layers.forEach((layer, index) => {
      const node = shown.get(layer.uuid)?.node
      if (!node || parent.children[index] === node) return
      if (node.parent) node.remove()
      parent.addAt(node, index)
    })
  }

  const stop = look.pictures.onChange((url) => {
    for (const { node, layer } of shown.values()) {
      if (look.resolveUrl(layer.imageUrl) === url) node.fill = pictureFill(layer, look)
    }
  })

  return {
    setDoc({ layers }) {
      const wanted = new Set(layers.map((layer) => layer.uuid))
      for (const [uuid, { node }] of shown) {
        if (wanted.has(uuid)) continue
        shown.delete(uuid)
        node.remove()
        node.destroy()
      }
      for (const layer of layers) draw(layer)
      order(layers)
    },
    reset() {
      for (const { node, layer } of shown.values()) updateNode(node, layer)
    },
    recolour() {
      for (const { node, layer } of shown.values()) node.fill = pictureFill(layer, look)
    },
    node: (uuid) => shown.get(uuid)?.node ?? null,
    layer: (uuid) => shown.get(uuid)?.layer ?? null,
    dispose() {
      stop()
      shown.clear()
    },
  }
}
