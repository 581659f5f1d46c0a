/**
 * Draws a layer's picture and outline at their place: thumbnail, preview, print file and screen alike. Plain 2D drawing with the
 * same numbers as the canvas's nodes, on a page or in a worker, so printing does not need the canvas library.
 */
import { tilingOf } from '../geometry/pattern'
import { wireframeFrame } from '../geometry/wireframe'
import { shownSize } from '../model/appearance'
import type { Layer, Size } from '../model/types'
import { toNode } from './node-placement'
import { outlineFrom, paintOutline } from './strokes'
import type { Surface } from './surface'

/** Scale and offset of the document on a picture of it, px of the picture. */
export interface SheetView {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** The fields of a layer that drawing needs besides its picture. */
export type PaintedLayer = Pick<
  Layer,
  | 'left'
  | 'top'
  | 'width'
  | 'height'
  | 'rotation'
  | 'horizontalFlip'
  | 'verticalFlip'
  | 'originalWidth'
  | 'originalHeight'
  | 'strokeSvgData'
  | 'appearance'
>

/** A decoded picture; its own size may differ from the size that the layer knows it by. */
export type Picture = ImageBitmap | HTMLImageElement

/** Returns a picture's own size, px. */
export const pictureSize = (picture: Picture): Size =>
  'naturalWidth' in picture ? { width: picture.naturalWidth, height: picture.naturalHeight } : picture

/**
 * Returns the view in which the document covers the whole picture, centred and cut where the proportions differ, as over a
 * wireframe.
 */
export function coveringView(doc: Size, picture: Size): SheetView {
  const { scale, frame } = wireframeFrame(doc, { ...picture, printArea: null })
  return { scale: 1 / scale, x: (0 - frame.x) / scale, y: (0 - frame.y) / scale }
}

/** Sets the context's transform to px of the layer's own box, rotated and mirrored like the layer. */
export function setLayerTransform(surface: Surface, layer: PaintedLayer, view: SheetView): void {
  const { x, y, width, height, rotation, scaleX, scaleY } = toNode(layer)
  surface.setTransform(view.scale, 0, 0, view.scale, view.x, view.y)
  surface.translate(x, y)
  surface.rotate((rotation * Math.PI) / 180)
  surface.scale(scaleX, scaleY)
  surface.translate(-width / 2, -height / 2)
}

/**
 * Draws a picture with its crop and pattern. Shrinking uses high quality, so that every source pixel counts; enlarging matches
 * the canvas, so that grain looks the same on the screen and in print.
 *
 * @param isAlone the surface shows nothing else. A pattern then ends at the layer's box by erasing what is beside it: the server's
 * library applies a clip again whenever something inside of it is restored, which makes its soft edge hard.
 */
export function paintPicture(surface: Surface, layer: PaintedLayer, view: SheetView, picture: Picture, isAlone = false): void {
  const natural = pictureSize(picture).width
  const { appearance, width, height } = layer
  const shown = shownSize(layer)
  setLayerTransform(surface, layer, view)
  surface.imageSmoothingEnabled = true
  const { pattern } = appearance ?? {}
  const tiling = pattern && tilingOf(pattern, layer, shown)
  const drawnWidth = tiling ? tiling.tile.width : width
  surface.imageSmoothingQuality = drawnWidth * view.scale * layer.originalWidth < natural * shown.width ? 'high' : 'low'
  if (!tiling) {
    paintPart(surface, layer, layer, picture)
    return
  }
  surface.save()
  if (!isAlone) clipTo(surface, { width, height })
  for (const { x, y, angle } of tiling.tiles) {
    surface.save()
    surface.translate(x, y)
    surface.rotate((angle * Math.PI) / 180)
    surface.translate(-tiling.tile.width / 2, -tiling.tile.height / 2)
    paintPart(surface, layer, tiling.tile, picture)
    surface.restore()
  }
  surface.restore()
  if (!isAlone) return
  surface.globalCompositeOperation = 'destination-in'
  surface.fillStyle = '#000'
  surface.fillRect(0, 0, width, height)
  surface.globalCompositeOperation = 'source-over'
}

/** Draws the cropped part of the picture into a box at the origin. */
function paintPart(
  surface: Surface,
  { appearance, originalWidth, originalHeight }: PaintedLayer,
  box: Size,
  picture: Picture,
): void {
  const crop = appearance?.crop
  if (!crop) {
    surface.drawImage(picture, 0, 0, box.width, box.height)
    return
  }
  surface.save()
  clipTo(surface, box)
  surface.scale(box.width / crop.width, box.height / crop.height)
  surface.translate(crop.width / 2, crop.height / 2)
  surface.rotate((crop.angle * Math.PI) / 180)
  surface.translate(-crop.left - crop.width / 2, -crop.top - crop.height / 2)
  surface.drawImage(picture, 0, 0, originalWidth, originalHeight)
  surface.restore()
}

function clipTo(surface: Surface, { width, height }: Size): void {
  surface.beginPath()
  surface.rect(0, 0, width, height)
  surface.clip()
}

/** Draws the layer's outline; call it before the picture, which lies on top. */
export function paintStroke(surface: Surface, layer: PaintedLayer, view: SheetView): void {
  const outline = outlineFrom(layer.strokeSvgData)
  if (!outline) return
  setLayerTransform(surface, layer, view)
  paintOutline(surface, outline, layer)
}
