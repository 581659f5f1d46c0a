/**
 * A picture made of a document: thumbnail, preview and print file alike. Plain 2D drawing with the numbers and the outlines of
 * the canvas's own nodes, on a page or in a worker; the canvas's library is not needed to print.
 */
import { wireframeFrame } from '../geometry/wireframe'
import type { Layer, Size } from '../model/types'
import { toNode } from './node-place'
import { outlineFrom, paintOutline } from './strokes'

export type Surface = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Where the document lies on a picture of it, px of the picture. */
export interface SheetView {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** What of a layer is painted besides its picture. */
export type PaintedLayer = Pick<
  Layer,
  'left' | 'top' | 'width' | 'height' | 'rotation' | 'horizontalFlip' | 'verticalFlip' | 'strokeSvgData'
>

/** The document over the whole of a picture, as it lies over a wireframe: covering it, centred, cut where the proportions differ. */
export function viewOn(doc: Size, picture: Size): SheetView {
  const { scale, frame } = wireframeFrame(doc, { ...picture, printArea: null })
  return { scale: 1 / scale, x: (0 - frame.x) / scale, y: (0 - frame.y) / scale }
}

/** Lets the context draw in px of the layer's own box, turned and mirrored as the layer is. */
function enter(surface: Surface, layer: PaintedLayer, view: SheetView): void {
  const { x, y, width, height, rotation, scaleX, scaleY } = toNode(layer)
  surface.setTransform(view.scale, 0, 0, view.scale, view.x, view.y)
  surface.translate(x, y)
  surface.rotate((rotation * Math.PI) / 180)
  surface.scale(scaleX, scaleY)
  surface.translate(-width / 2, -height / 2)
}

/**
 * Shrunk, a picture keeps every pixel's part in it; enlarged, it is drawn as the canvas draws it, so that grain looks the same on
 * the screen and in print.
 */
export function paintPicture(
  surface: Surface,
  layer: PaintedLayer,
  view: SheetView,
  picture: ImageBitmap | HTMLImageElement,
): void {
  const width = 'naturalWidth' in picture ? picture.naturalWidth : picture.width
  enter(surface, layer, view)
  surface.imageSmoothingEnabled = true
  surface.imageSmoothingQuality = layer.width * view.scale < width ? 'high' : 'low'
  surface.drawImage(picture, 0, 0, layer.width, layer.height)
}

/** The layer's outline, which lies under its picture. */
export function paintStroke(surface: Surface, layer: PaintedLayer, view: SheetView): void {
  const outline = outlineFrom(layer.strokeSvgData)
  if (!outline) return
  enter(surface, layer, view)
  paintOutline(surface, outline, layer)
}
