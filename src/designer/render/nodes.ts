/** A layer as one node. Built here for the canvas and for every picture made of a document, so that they agree. */
import { movable } from '../../design/model/queries'
import type { Layer } from '../../design/model/types'
import { type NodePlace, toNode } from '../../design/print/node-place'
import type { Pictures } from '../../design/print/pictures'
import { outlineFrom, outlineReach, paintOutline } from '../../design/print/strokes'
import { type Fill, keepPicture, type Node, pictureFormat, pictureNode } from './leafer'
import type { CanvasTheme } from './theme'

export interface NodeLook {
  readonly pictures: Pictures
  /** Where a stored address is read from. */
  resolveUrl(url: string): string
  readonly theme: Pick<CanvasTheme, 'placeholder' | 'failed'>
}

interface NodeData extends NodePlace {
  readonly visible: boolean
  readonly locked: boolean
  readonly hittable: boolean
  readonly lockRatio: boolean
}

/** What a layer asks of its node, its picture aside. */
export function nodeData(layer: Layer): NodeData {
  return {
    ...toNode(layer),
    visible: !layer.hidden,
    locked: !movable(layer),
    // A background fills the canvas: were it hit, no drag box could ever start and no click would reach bare canvas.
    hittable: !layer.isBackground,
    // Stretched out of proportion, a turned layer would be slanted.
    lockRatio: layer.rotation !== 0,
  }
}

export function createNode(layer: Layer, look: NodeLook): Node {
  const node = pictureNode({
    ...nodeData(layer),
    around: 'center',
    editable: true,
    fill: pictureFill(layer, look),
  })
  outlineNode(node, layer.strokeSvgData)
  return node
}

/** Gives a node the outline it is drawn over. */
export function outlineNode(node: Node, svg: string | null): void {
  const outline = outlineFrom(svg)
  node.setUnder(
    outline && {
      reach: (size) => outlineReach(outline, size),
      paint: (context, size) => paintOutline(context, outline, size),
    },
  )
}

/** Writes only what differs: each written attribute costs a redraw, and the end of a drag must write none. */
export function updateNode(node: Node, layer: Layer): void {
  const data = nodeData(layer)
  const changed = Object.entries(data).filter(([key, value]) => Reflect.get(node, key) !== value)
  if (changed.length > 0) node.set(Object.fromEntries(changed))
}

/** The layer's picture, or a plain field while there is none. */
export function pictureFill(layer: Layer, { pictures, resolveUrl, theme }: NodeLook): Fill {
  const url = resolveUrl(layer.imageUrl)
  const state = pictures.state(url)
  const element = pictures.element(url)
  if (!element) return state === 'failed' ? theme.failed : theme.placeholder
  keepPicture(url, element)
  const format = pictureFormat(url)
  return { type: 'image', url, format, mode: 'stretch', changeful: format === 'png' && isLight(element) }
}

/** Up to this a picture is drawn straight from its source, which is quicker than from a copy made for each size on the screen; px. */
const lightPixels = 2_000_000
const isLight = ({ naturalWidth, naturalHeight }: HTMLImageElement) => naturalWidth * naturalHeight <= lightPixels
