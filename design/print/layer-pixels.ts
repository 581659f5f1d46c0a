/** Draws one layer with its appearance as pixels of its own, before they are put on what lies below. */
import { adjustBelow, applyAdjustments } from '../../imaging/pixels/adjust'
import { blendInto } from '../../imaging/pixels/blend'
import { blurRaster, blurReach } from '../../imaging/pixels/blur'
import { effectReach, effectSupport, type LayerPart, layerParts } from '../../imaging/pixels/effects'
import { blank, copyInto, intersect, type Box as PixelBox, type Raster, union } from '../../imaging/pixels/raster'
import { boundsOf } from '../geometry/bounds'
import { formPath } from '../geometry/forms'
import type { Size } from '../model/types'
import { type PaintedLayer, type Picture, paintPicture, paintStroke, type SheetView, setLayerTransform } from './sheet'
import { outlineFrom, outlineReach } from './strokes'
import type { CreateSurface, Surface } from './surface'

/** A decoded picture, or one that was drawn at its place already. */
export type PressPicture = Picture | { readonly painted: ImageBitmap; readonly x: number; readonly y: number }

/**
 * Returns the px of a sheet that a layer's picture and outline cover, as far as they can show on the sheet: also beside it, where
 * an effect carries them onto it or depends on them. Null when nothing of the layer can show.
 */
export function layerRegion(layer: PaintedLayer, view: SheetView, sheet: Size | null): PixelBox | null {
  const outline = outlineFrom(layer.strokeSvgData)
  const reach = (outline ? outlineReach(outline, layer) : 0) * view.scale + 1
  const { x, y, width, height } = boundsOf(layer)
  const box = {
    left: Math.floor(x * view.scale + view.x - reach),
    top: Math.floor(y * view.scale + view.y - reach),
    right: Math.ceil((x + width) * view.scale + view.x + reach),
    bottom: Math.ceil((y + height) * view.scale + view.y + reach),
  }
  if (sheet === null) return box
  const { effects, blur = 0 } = layer.appearance ?? {}
  const margin = effectSupport(effects, view.scale) + blurReach(blur * view.scale)
  return intersect(box, { left: -margin, top: -margin, right: sheet.width + margin, bottom: sheet.height + margin })
}

/** Returns how far a layer's appearance extends beyond its picture and outline, px. */
export function appearanceReach({ appearance }: Pick<PaintedLayer, 'appearance'>, scale: number): number {
  if (appearance === null) return 0
  return Math.ceil(effectReach(appearance.effects ?? [], scale) + blurReach((appearance.blur ?? 0) * scale))
}

/** Returns the pixels of a layer's picture with outline, mask, adjustments and blur, without effects and opacity. */
export function layerRaster(
  layer: PaintedLayer,
  picture: PressPicture,
  view: SheetView,
  region: PixelBox,
  createSurface: CreateSurface,
): Raster {
  const { surface, release } = createSurface({ width: region.right - region.left, height: region.bottom - region.top })
  const local = { ...view, x: view.x - region.left, y: view.y - region.top }
  const { adjustments = [], adjustsBelow = false, blur = 0 } = layer.appearance ?? {}
  try {
    if ('painted' in picture) surface.drawImage(picture.painted, picture.x - region.left, picture.y - region.top)
    else paintPicture(surface, layer, local, picture, true)
    maskPicture(surface, layer, local)
    const adjusted = read(surface, region)
    // A layer that adjusts what lies below shows no pixels of its own: only its opacity counts.
    if (!adjustsBelow) applyAdjustments(adjusted, adjustments)
    const raster = blur > 0 ? blurRaster(adjusted, blur * view.scale) : adjusted
    if (layer.strokeSvgData === null) return raster
    surface.setTransform(1, 0, 0, 1, 0, 0)
    surface.clearRect(0, 0, adjusted.width, adjusted.height)
    paintStroke(surface, layer, local)
    const outlined = blank(union(raster, region) ?? region)
    copyInto(read(surface, region), outlined)
    blendInto(outlined, raster, { mode: 'normal' })
    return outlined
  } finally {
    release()
  }
}

/** Removes what lies outside a layer's mask from its picture, which is all that the surface shows. */
export function maskPicture(surface: Surface, layer: PaintedLayer, view: SheetView): void {
  const mask = layer.appearance?.mask
  if (mask === undefined) return
  setLayerTransform(surface, layer, view)
  surface.globalCompositeOperation = 'destination-in'
  surface.fillStyle = '#000'
  surface.fill(new Path2D(formPath(mask, layer.width, layer.height)), 'evenodd')
  surface.globalCompositeOperation = 'source-over'
}

function read(surface: Surface, box: PixelBox): Raster {
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  return { ...box, width, height, data: surface.getImageData(0, 0, width, height).data as Uint8ClampedArray<ArrayBuffer> }
}

/** Puts a clipped layer on the layer that it is clipped to. */
export function putClipped(base: Raster, layer: PaintedLayer, raster: Raster, view: SheetView): void {
  const { appearance } = layer
  if (appearance?.adjustsBelow) {
    adjustBelow(base, raster, appearance.adjustments ?? [], appearance)
    return
  }
  for (const { raster: over, ...mixing } of partsOf(layer, raster, view)) blendInto(base, over, { ...mixing, atop: true })
}

/** Returns what is put on the sheet for a layer, one part after another. */
export function partsOf(layer: PaintedLayer, raster: Raster, view: SheetView): readonly LayerPart[] {
  return layerParts(raster, layer.appearance ?? {}, view.scale)
}
