/**
 * Renders the document as nodes: one per layer, identified by uuid, in the document's order. Updates only layers whose value
 * changed, so an edit of one layer costs one update.
 */
import { clipStacks, readsBackdrop } from '../../../design/model/appearance'
import { isDrawing } from '../../../design/model/picture-url'
import type { DesignDoc, Layer, Point } from '../../../design/model/types'
import { appearanceReach } from '../../../design/print/layer-pixels'
import { fromNode } from '../../../design/print/node-placement'
import { outlineFrom, outlineReach } from '../../../design/print/strokes'
import { createLayerArt, type LiveLayer } from './layer-art'
import type { Node, NodePainter, Sheet } from './leafer'
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
  /** Returns the alpha, 0 to 255, that a layer with an appearance shows at a point; null for other layers. */
  alphaAt(layer: Layer, point: Point): number | null
  layer(uuid: string): Layer | null
  dispose(): void
}

/** Pictures that arrive within this time are shown together, ms: a frame for each would delay those that are still on their way. */
const arrivalMs = 100

const isDrawn = (layer: Layer) => layer.type === 'IMAGE' && isDrawing(layer.imageUrl)

interface Entry {
  readonly node: Node
  layer: Layer
  outline: string | null
  /** The layers that its painter draws: the layer itself and what is clipped to it; null where the node draws its picture. */
  painted: readonly Layer[] | null
}

export function createProjector(parent: Sheet, resources: NodeResources): Projector {
  const entries = new Map<string, Entry>()
  const previews = new Map<string, string | null>()
  let ghosts: readonly Node[] = []

  const art = createLayerArt((uuids) => {
    for (const uuid of uuids) entries.get(uuid)?.node.forceRender()
  })

  const pictureOf = (layer: Layer) => resources.pictures.get(resources.resolveUrl(layer.imageUrl))

  const liveOf = ({ node, layer, outline }: Entry): LiveLayer => {
    const { x = 0, y = 0, width = 0, height = 0, rotation = 0, scaleX = 1, scaleY = 1 } = node
    const at = fromNode({ x, y, width, height, rotation, scaleX, scaleY }, layer)
    return {
      layer: outline === layer.strokeSvgData ? layer : { ...layer, strokeSvgData: outline },
      at,
      picture: pictureOf(layer),
    }
  }

  const painterOf = (painted: readonly Layer[]): NodePainter => {
    const [base, ...clipped] = painted
    const stack = () => painted.flatMap(({ uuid }) => entries.get(uuid) ?? [])
    const lowest = base && entries.get(base.uuid)
    const outline = lowest ? outlineFrom(lowest.outline) : null
    return {
      // Layers that are clipped to the lowest one never reach farther than it.
      reach: lowest ? appearanceReach(lowest.layer, 1) + (outline ? outlineReach(outline, lowest.layer) : 0) + 1 : 0,
      paint(context, view) {
        if (!base) return true
        const [baseEntry, ...clippedEntries] = stack()
        if (!baseEntry || clippedEntries.length < clipped.length) return true
        return art.paint(context, view, { base: liveOf(baseEntry), clipped: clippedEntries.map(liveOf) })
      },
    }
  }

  const setPainted = (uuid: string, painted: readonly Layer[] | null) => {
    const entry = entries.get(uuid)
    if (!entry) return
    const { painted: before } = entry
    const isSame =
      before === painted || (before?.length === painted?.length && before?.every((layer, i) => layer === painted?.[i]))
    if (isSame) return
    entry.painted = painted
    entry.node.setPainter(painted && painterOf(painted))
  }

  /** Decides which nodes the press paints: those with an appearance, and stacks of clipped layers by their lowest. */
  const updatePainters = (doc: DesignDoc) => {
    const stackOf = new Map(clipStacks(doc).map((stack) => [stack.base.uuid, stack]))
    for (const layer of doc.layers) {
      const stack = stackOf.get(layer.uuid)
      // The lowest layer of its stack draws it, or nothing does where that one is hidden.
      if (layer.appearance?.clipped && !stackOf.has(layer.uuid)) setPainted(layer.uuid, [])
      else if (stack && stack.clipped.length > 0) setPainted(layer.uuid, [layer, ...stack.clipped])
      else setPainted(layer.uuid, layer.appearance ? [layer] : null)
    }
    parent.setIsolated(doc.layers.some((layer) => !layer.hidden && readsBackdrop(layer.appearance)))
    art.keep(new Set(doc.layers.map(({ uuid }) => uuid)))
  }

  const updateOutline = (layer: Layer) => {
    const entry = entries.get(layer.uuid)
    const preview = previews.get(layer.uuid)
    const wanted = preview === undefined ? layer.strokeSvgData : preview
    // Compare the SVG text, so that the same outline is never parsed again.
    if (!entry || entry.outline === wanted) return
    entry.outline = wanted
    setOutline(entry.node, wanted)
    const { painted } = entry
    if (painted) entry.node.setPainter(painterOf(painted))
  }

  const isLoading = (layer: Layer) => resources.pictures.state(resources.resolveUrl(layer.imageUrl)) === 'loading'

  const updateLayer = (layer: Layer) => {
    const entry = entries.get(layer.uuid)
    if (!entry) {
      const node = createNode(layer, resources)
      entries.set(layer.uuid, { node, layer, outline: layer.strokeSvgData, painted: null })
      updateOutline(layer)
      return
    }
    if (entry.layer === layer) return
    updateNode(entry.node, layer)
    // A redrawn drawing keeps its old picture until the new one can be shown, or it would blink with each movement of a slider.
    const redrawn = isDrawn(entry.layer) && isDrawn(layer)
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

  /** Pictures that have arrived and are not shown yet. */
  const arrived = new Set<string>()
  let showing: ReturnType<typeof setTimeout> | null = null
  const showArrived = () => {
    if (showing !== null) clearTimeout(showing)
    showing = null
    for (const { node, layer } of entries.values()) {
      if (arrived.has(resources.resolveUrl(layer.imageUrl))) node.fill = pictureFill(layer, resources)
    }
    arrived.clear()
  }
  const stop = resources.pictures.onChange((url) => {
    arrived.add(url)
    if ([...entries.values()].some(({ layer }) => isLoading(layer))) showing ??= setTimeout(showArrived, arrivalMs)
    else showArrived()
  })

  return {
    setDoc(doc) {
      const { layers } = doc
      const wanted = new Set(layers.map((layer) => layer.uuid))
      for (const [uuid, { node }] of entries) {
        if (wanted.has(uuid)) continue
        entries.delete(uuid)
        node.remove()
        node.destroy()
      }
      for (const layer of layers) updateLayer(layer)
      sortNodes(layers)
      updatePainters(doc)
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
        if (layer.appearance)
          node.setPainter({
            reach: appearanceReach(layer, 1),
            paint: (context, view) =>
              art.paint(context, view, { base: { layer, at: layer, picture: pictureOf(layer) }, clipped: [] }),
          })
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
    alphaAt: art.alphaAt,
    node: (uuid) => entries.get(uuid)?.node ?? null,
    layer: (uuid) => entries.get(uuid)?.layer ?? null,
    dispose() {
      stop()
      if (showing !== null) clearTimeout(showing)
      art.dispose()
      entries.clear()
    },
  }
}
