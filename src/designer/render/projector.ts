/**
 * Renders the document as nodes: one per layer, identified by uuid, in the document's order. Updates only layers whose value
 * changed, so an edit of one layer costs one update.
 */
import type { DesignDoc, Layer } from '../../design/model/types'
import type { Branch, Node } from './leafer'
import { createNode, type NodeResources, pictureFill, setOutline, updateNode } from './nodes'

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
  hideLayer(uuid: string | null): void
  /** Updates the colour of the layers whose picture is not shown. */
  recolor(): void
  node(uuid: string): Node | null
  layer(uuid: string): Layer | null
  dispose(): void
}

const isShapeLayer = (layer: Layer) => layer.type === 'IMAGE' && layer.shape !== null

export function createProjector(parent: Branch, resources: NodeResources): Projector {
  const entries = new Map<string, { readonly node: Node; layer: Layer; outline: string | null }>()
  const previews = new Map<string, string | null>()
  let ghosts: readonly Node[] = []

  const updateOutline = (layer: Layer) => {
    const entry = entries.get(layer.uuid)
    const preview = previews.get(layer.uuid)
    const wanted = preview === undefined ? layer.strokeSvgData : preview
    // Compare the SVG text, so that the same outline is never parsed again.
    if (!entry || entry.outline === wanted) return
    entry.outline = wanted
    setOutline(entry.node, wanted)
  }

  const isLoading = (layer: Layer) => resources.pictures.state(resources.resolveUrl(layer.imageUrl)) === 'loading'

  const updateLayer = (layer: Layer) => {
    const entry = entries.get(layer.uuid)
    if (!entry) {
      const node = createNode(layer, resources)
      entries.set(layer.uuid, { node, layer, outline: layer.strokeSvgData })
      updateOutline(layer)
      return
    }
    if (entry.layer === layer) return
    updateNode(entry.node, layer)
    // A redrawn shape keeps its old picture until the new one can be shown, or it would blink with each movement of a slider.
    const redrawn = isShapeLayer(entry.layer) && isShapeLayer(layer)
    if (entry.layer.imageUrl !== layer.imageUrl && !(redrawn && isLoading(layer))) entry.node.fill = pictureFill(layer, resources)
    entry.layer = layer
    updateOutline(layer)
  }

  /** Puts nodes in the document's order; a node in its place is not touched. */
  const sortNodes = (layers: readonly Layer[]) => {
    layers.forEach((layer, index) => {
      const node = entries.get(layer.uuid)?.node
      if (!node || parent.children[index] === node) return
      if (node.parent) node.remove()
      parent.addAt(node, index)
    })
  }

  const stop = resources.pictures.onChange((url) => {
    for (const { node, layer } of entries.values()) {
      if (resources.resolveUrl(layer.imageUrl) === url) node.fill = pictureFill(layer, resources)
    }
  })

  return {
    setDoc({ layers }) {
      const wanted = new Set(layers.map((layer) => layer.uuid))
      for (const [uuid, { node }] of entries) {
        if (wanted.has(uuid)) continue
        entries.delete(uuid)
        node.remove()
        node.destroy()
      }
      for (const layer of layers) updateLayer(layer)
      sortNodes(layers)
    },
    reset() {
      for (const { node, layer } of entries.values()) updateNode(node, layer)
    },
    previewStroke(uuid, svg) {
      if (svg === undefined) previews.delete(uuid)
      else previews.set(uuid, svg)
      const entry = entries.get(uuid)
      if (entry) updateOutline(entry.layer)
    },
    setGhosts(layers) {
      for (const node of ghosts) {
        node.remove()
        node.destroy()
      }
      ghosts = layers.map((layer) => {
        const node = createNode(layer, resources)
        node.set({ hittable: false, editable: false })
        const over = entries.get(layer.uuid)?.node
        parent.addAt(node, over ? parent.children.indexOf(over) : 0)
        return node
      })
    },
    hideLayer(uuid) {
      for (const [id, { node }] of entries) {
        const opacity = id === uuid ? 0 : 1
        if (node.opacity !== opacity) node.opacity = opacity
      }
    },
    recolor() {
      for (const { node, layer } of entries.values()) node.fill = pictureFill(layer, resources)
    },
    node: (uuid) => entries.get(uuid)?.node ?? null,
    layer: (uuid) => entries.get(uuid)?.layer ?? null,
    dispose() {
      stop()
      entries.clear()
    },
  }
}
