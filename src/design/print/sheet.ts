/**
 * Draws a document as a picture: thumbnail, preview and print file alike. Plain 2D drawing with the same numbers and outlines as
 * the canvas's nodes, on a page or in a worker, so printing does not need the canvas library.
 */
import { wireframeFrame } from '../geometry/wireframe'
import type { Layer, Size } from '../model/types'
import { toNode } from './node-placement'
import { outlineFrom, paintOutline } from './strokes'

export type Surface = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Scale and offset of the document on a picture of it, px of the picture. */
export interface SheetView {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** The fields of a layer that drawing needs besides its picture. */
export type PaintedLayer = Pick<
  Layer,
  'left' | 'top' | 'width' | 'height' | 'rotation' | 'horizontalFlip' | 'verticalFlip' | 'strokeSvgData'
>

/**
 * Returns the view in which the document covers the whole picture, centred and cut where the proportions differ, as over a
 * wireframe.
 */
export function coveringView(doc: Size, picture: Size): SheetView {
  const { scale, frame } = wireframeFrame(doc, { ...picture, printArea: null })
  return { scale: 1 / scale, x: (0 - frame.x) / scale, y: (0 - frame.y) / scale }
}

/** Sets the context's transform to px of the layer's own box, rotated and mirrored like the layer. */
function setLayerTransform(surface: Surface, layer: PaintedLayer, view: SheetView): void {
  const { x, y, width, height, rotation, scaleX, scaleY } = toNode(layer)
  surface.setTransform(view.scale, 0, 0, view.scale, view.x, view.y)
  surface.translate(x, y)
  surface.rotate((rotation * Math.PI) / 180)
  surface.scale(scaleX, scaleY)
  surface.translate(-width / 2, -height / 2)
}

/**
 * Draws a picture. Shrinking uses high quality, so that every source pixel counts; enlarging matches the canvas, so that grain
 * looks the same on the screen and in print.
 */
export function paintPicture(
  surface: Surface,
  layer: PaintedLayer,
  view: SheetView,
  picture: ImageBitmap | HTMLImageElement,
): void {
  const width = 'naturalWidth' in picture ? picture.naturalWidth : picture.width
  setLayerTransform(surface, layer, view)
  surface.imageSmoothingEnabled = true
  surface.imageSmoothingQuality = layer.width * view.scale < width ? 'high' : 'low'
  surface.drawImage(picture, 0, 0, layer.width, layer.height)
}

/** Draws the layer's outline; call it before the picture, which lies on top. */
export function paintStroke(surface: Surface, layer: PaintedLayer, view: SheetView): void {
  const outline = outlineFrom(layer.strokeSvgData)
  if (!outline) return
  setLayerTransform(surface, layer, view)
  paintOutline(surface, outline, layer)
}
