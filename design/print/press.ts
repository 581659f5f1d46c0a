/**
 * The press draws a document's layers on a sheet, from bottom to top: on the screen, in thumbnails, previews and print files
 * alike. A sheet is transparent where no layer lies; blend modes see only the layers.
 */
import { adjustBelow } from '../../imaging/pixels/adjust'
import type { Raster } from '../../imaging/pixels/raster'
import { clipStacks, isPlain } from '../model/appearance'
import type { DesignDoc, Layer, Size } from '../model/types'
import { changePixels, putPart } from './composite'
import { layerRaster, layerRegion, type PressPicture, partsOf, putClipped } from './layer-pixels'
import { type PaintedLayer, paintPicture, paintStroke, type SheetView } from './sheet'
import type { CreateSurface, Surface } from './surface'

/** How a layer belongs to a clip stack: `base` carries clipped layers, which follow it. */
export type ClipRole = 'single' | 'base' | 'clipped'

export interface PressedLayer {
  readonly layer: Layer
  readonly role: ClipRole
}

/** Returns the visible layers of a document in the order in which they are drawn. */
export function pressedLayers(doc: Pick<DesignDoc, 'layers'>): readonly PressedLayer[] {
  return clipStacks(doc).flatMap(({ base, clipped }) => [
    { layer: base, role: clipped.length > 0 ? 'base' : 'single' } as const,
    ...clipped.map((layer) => ({ layer, role: 'clipped' }) as const),
  ])
}

export interface Press {
  /** Draws one layer; null for a picture that lies beside the sheet. */
  draw(layer: PaintedLayer, role: ClipRole, picture: PressPicture | null): void
  /** Draws what still waits for clipped layers; call it after the last layer. */
  finish(): void
}

/** @param sheet size of the surface, px. */
export function createPress(surface: Surface, sheet: Size, view: SheetView, createSurface: CreateSurface): Press {
  let waiting: { readonly layer: PaintedLayer; readonly raster: Raster } | null = null

  const put = (layer: PaintedLayer, raster: Raster) => {
    const { appearance } = layer
    if (appearance?.adjustsBelow) {
      const adjust = (backdrop: Raster) => adjustBelow(backdrop, raster, appearance.adjustments ?? [], appearance)
      changePixels(surface, raster, adjust, createSurface)
    } else for (const part of partsOf(layer, raster, view)) putPart(surface, part, createSurface)
  }
  const finish = () => {
    if (waiting) put(waiting.layer, waiting.raster)
    waiting = null
  }

  return {
    draw(layer, role, picture) {
      if (role !== 'clipped') finish()
      else if (waiting === null) return
      if (picture === null) return
      if (role === 'single' && isPlain(layer.appearance) && !layer.appearance?.pattern) {
        paintStroke(surface, layer, view)
        if ('painted' in picture) {
          surface.setTransform(1, 0, 0, 1, 0, 0)
          surface.drawImage(picture.painted, picture.x, picture.y)
        } else paintPicture(surface, layer, view, picture)
        return
      }
      const region = layerRegion(layer, view, sheet)
      if (region === null) return
      const raster = layerRaster(layer, picture, view, region, createSurface)
      if (role === 'base') waiting = { layer, raster }
      else if (role === 'clipped' && waiting) putClipped(waiting.raster, layer, raster, view)
      else put(layer, raster)
    },
    finish,
  }
}
