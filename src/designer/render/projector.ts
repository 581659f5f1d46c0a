/**
 * Renders the document as nodes: one per layer, identified by uuid, in the document's order. Updates only layers whose value
 * changed, so an edit of one layer costs one update.
 */
import type { DesignDoc, Layer } from '../../design/model/types'
import type { Branch, Node } from './leafer'
import { createNode, type NodeLook, outlineNode, pictureFill, updateNode } from './nodes'

export interface Projector {
  setDoc(doc: DesignDoc): void
  /** Writes every layer again, discarding what a cancelled drag left in the nodes. */
  reset(): void
  /** Shows a layer with an outline that is not in the document (yet); undefined restores the document's. */
  previewStroke(uuid: string, svg: string | null | undefined): void
  /**
   * Shows these layers a second time, each directly under itself, while their nodes are dragged as copies; an empty list ends
   * that.
   */
  setGhosts(layers: readonly Layer[]): void
  /** Hides a layer while something else is shown in its place; null shows all again. */
  veil(uuid: string | null): void
  /** Updates the colour of the layers whose picture is not shown. */
  recolor(): void
  node(uuid: string): Node | null
  layer(uuid: string): Layer | null
  dispose(): void
}

export function createProjector(parent: Branch, look: NodeLook): Projector {
  const shown = new Map<string, { readonly node: Node; layer: Layer; outline: string | null }>()
  const previews = new Map<string, string | null>()
  let ghosts: readonly Node[] = []

  const outline = (layer: Layer) => {
    const known = shown.get(layer.uuid)
    const preview = previews.get(layer.uuid)
    const wanted = preview === undefined ? layer.strokeSvgData : preview
    // Compare the SVG text, so that the same outline is never parsed again.
    if (!known || known.outline === wanted) return
    known.outline = wanted
    outlineNode(known.node, wanted)
  }

  const draw = (layer: Layer) => {
    const known = shown.get(layer.uuid)
    if (!known) {
      const node = createNode(layer, look)
      shown.set(layer.uuid, { node, layer, outline: layer.strokeSvgData })
      outline(layer)
      return
    }
    if (known.layer === layer) return
    updateNode(known.node, layer)
    if (known.layer.imageUrl !== layer.imageUrl) known.node.fill = pictureFill(layer, look)
    known.layer = layer
    outline(layer)
  }

  /** Puts nodes in the document's order; a node in its place is not touched. */
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
    previewStroke(uuid, svg) {
      if (svg === undefined) previews.delete(uuid)
      else previews.set(uuid, svg)
      const known = shown.get(uuid)
      if (known) outline(known.layer)
    },
    setGhosts(layers) {
      for (const node of ghosts) {
        node.remove()
        node.destroy()
      }
      ghosts = layers.map((layer) => {
        const node = createNode(layer, look)
        node.set({ hittable: false, editable: false })
        const over = shown.get(layer.uuid)?.node
        parent.addAt(node, over ? parent.children.indexOf(over) : 0)
        return node
      })
    },
    veil(uuid) {
      for (const [id, { node }] of shown) {
        const opacity = id === uuid ? 0 : 1
        if (node.opacity !== opacity) node.opacity = opacity
      }
    },
    recolor() {
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
