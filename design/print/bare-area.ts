/**
 * Finds where no white ink shall lie below a print (透底): where the topmost layer that lays ink is marked `bare`. Runs beside the press, in the
 * page, in workers and on the server, and only for designs that have such a layer.
 */

import type { Raster } from '../../imaging/pixels/raster'
import type { BareArea } from '../../imaging/png/bare-area'
import type { Size } from '../model/types'
import { layerRaster, layerRegion, type PressPicture, partsOf } from './layer-pixels'
import type { ClipRole, PressedLayer } from './press'
import type { PaintedLayer, SheetView } from './sheet'
import type { CreateSurface } from './surface'

/** Whether a design has a layer under which no white ink lies. */
export const hasBare = (layers: readonly PressedLayer[]): boolean => layers.some(({ layer }) => layer.appearance?.bare === true)

export interface BareAreaFinder {
  /** Takes the layers in the order of the press, with what it draws of each. */
  draw(layer: PaintedLayer, role: ClipRole, picture: PressPicture | null): void
  /** Returns the area; null when it is empty. */
  area(): BareArea | null
}

/** From this share of 255 on, the layer on top decides. */
const decides = 128

/** @param sheet size of the print, px. */
export function createBareAreaFinder(sheet: Size, view: SheetView, createSurface: CreateSurface): BareAreaFinder {
  const { width, height } = sheet
  /** How far the ink on top belongs to bare layers, 0 to 255. */
  const shares = new Uint8Array(width * height)
  let base: Raster | null = null

  /** Lays ink over the shares. @param within limits it to where this raster is opaque. */
  const cover = (ink: Raster, opacity: number, isBare: boolean, within: Raster | null) => {
    const [left, right] = [Math.max(0, ink.left), Math.min(width, ink.right)]
    for (let y = Math.max(0, ink.top); y < Math.min(height, ink.bottom); y++) {
      for (let x = left; x < right; x++) {
        const own = (ink.data[((y - ink.top) * ink.width + x - ink.left) * 4 + 3] as number) * opacity
        const alpha = within === null ? own : (own * alphaAt(within, x, y)) / 255
        if (alpha === 0) continue
        const at = y * width + x
        const before = shares[at] as number
        shares[at] = Math.round(before + ((isBare ? 255 : 0) - before) * (alpha / 255))
      }
    }
  }

  return {
    draw(layer, role, picture) {
      if (role !== 'clipped') base = null
      else if (base === null) return
      if (picture === null) return
      const region = layerRegion(layer, view, sheet)
      if (region === null) return
      const raster = layerRaster(layer, picture, view, region, createSurface)
      if (role === 'base') base = raster
      // Such a layer changes colours that others lay.
      if (layer.appearance?.adjustsBelow) return
      const within = role === 'clipped' ? base : null
      for (const part of partsOf(layer, raster, view)) {
        cover(part.raster, part.opacity * (part.fill ?? 1), layer.appearance?.bare === true, within)
      }
    },
    area() {
      const data = new Uint8Array(shares.length)
      let isEmpty = true
      for (let at = 0; at < data.length; at++) {
        if ((shares[at] as number) < decides) continue
        data[at] = 1
        isEmpty = false
      }
      return isEmpty ? null : { width, height, data }
    },
  }
}

function alphaAt({ left, top, right, bottom, width, data }: Raster, x: number, y: number): number {
  if (x < left || x >= right || y < top || y >= bottom) return 0
  return data[((y - top) * width + x - left) * 4 + 3] as number
}
