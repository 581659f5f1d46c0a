/** Converts a layer to one node; the canvas and pictures of a document share this, so that they agree. */
import { movable } from '../../../design/model/queries'
import type { Layer } from '../../../design/model/types'
import { type NodePlacement, toNode } from '../../../design/print/node-placement'
import { lightPixels, type Pictures } from '../../../design/print/pictures'
import { type Picture, pictureSize } from '../../../design/print/sheet'
import { outlineFrom, outlineReach, paintOutline } from '../../../design/print/strokes'
import { type Fill, type Node, type PictureRegistry, pictureFormat, pictureNode } from './leafer'
import type { CanvasTheme } from './theme'

export interface NodeResources {
  readonly pictures: Pictures
  /** Returns the address that a stored file address is read from. */
  resolveUrl(url: string): string
  readonly registry: PictureRegistry
  readonly theme: Pick<CanvasTheme, 'placeholder' | 'failed'>
}

interface NodeData extends NodePlacement {
  readonly visible: boolean
  readonly locked: boolean
  readonly hittable: boolean
  readonly lockRatio: boolean
}

/** Returns a layer's node properties, except its picture. */
export function nodeData(layer: Layer): NodeData {
  return {
    ...toNode(layer),
    visible: !layer.hidden,
    locked: !movable(layer),
    // A background fills the canvas: if it took presses, no drag box could start and no click would reach the empty canvas.
    hittable: !layer.isBackground,
    // Stretching a rotated layer out of proportion would skew it.
    lockRatio: layer.rotation !== 0,
  }
}

export function createNode(layer: Layer, resources: NodeResources): Node {
  const node = pictureNode({
    ...nodeData(layer),
    around: 'center',
    editable: true,
    fill: pictureFill(layer, resources),
  })
  setOutline(node, layer.strokeSvgData)
  return node
}

/** Sets the outline that a node draws under its picture. */
export function setOutline(node: Node, svg: string | null): void {
  const outline = outlineFrom(svg)
  node.setUnderlay(
    outline && {
      reach: (size) => outlineReach(outline, size),
      paint: (context, size) => paintOutline(context, outline, size),
    },
  )
}

/** Writes only changed properties: each write causes a redraw, and the end of a drag must cause none. */
export function updateNode(node: Node, layer: Layer): void {
  const data = nodeData(layer)
  const changed = Object.entries(data).filter(([key, value]) => Reflect.get(node, key) !== value)
  if (changed.length > 0) node.set(Object.fromEntries(changed))
}

/** Returns the layer's picture as a fill, or a plain colour while it is not loaded. */
export function pictureFill(layer: Layer, { pictures, registry, resolveUrl, theme }: NodeResources): Fill {
  const url = resolveUrl(layer.imageUrl)
  const state = pictures.state(url)
  const picture = pictures.get(url)
  if (!picture) return state === 'failed' ? theme.failed : theme.placeholder
  const format = pictureFormat(url)
  const changeful = format === 'png' && isLight(picture)
  return { type: 'image', url: registry.address(url, picture), format, mode: 'stretch', changeful }
}

function isLight(picture: Picture): boolean {
  const { width, height } = pictureSize(picture)
  return width * height <= lightPixels
}
