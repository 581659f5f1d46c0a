/** Puts the parts of layers on a sheet: with the canvas's own blend modes where it has them, otherwise pixel by pixel. */
import type { BlendMode } from '../../../contract/rules/appearance'
import { blendInto } from '../../imaging/pixels/blend'
import type { LayerPart } from '../../imaging/pixels/effects'
import { type Box, intersect, type Raster } from '../../imaging/pixels/raster'
import type { CreateSurface, Surface } from './surface'

/**
 * Modes whose formula is the same in the canvas (W3C Compositing and Blending) and in Photoshop. Soft light is not: Photoshop has
 * a formula of its own.
 */
const canvasModes: Partial<Record<BlendMode, GlobalCompositeOperation>> = {
  normal: 'source-over',
  darken: 'darken',
  multiply: 'multiply',
  'color burn': 'color-burn',
  lighten: 'lighten',
  screen: 'screen',
  'color dodge': 'color-dodge',
  overlay: 'overlay',
  'hard light': 'hard-light',
  difference: 'difference',
  exclusion: 'exclusion',
  hue: 'hue',
  saturation: 'saturation',
  color: 'color',
  luminosity: 'luminosity',
}

/** A part whose pixels are on a canvas too, so that it can be drawn many times. */
export interface DrawnPart extends LayerPart {
  readonly canvas: CanvasImageSource
}

export function drawnPart(part: LayerPart, createSurface: CreateSurface): DrawnPart & { release(): void } {
  const { raster } = part
  const { surface, release } = createSurface(raster)
  surface.putImageData(new ImageData(raster.data, raster.width, raster.height), 0, 0)
  return { ...part, canvas: surface.canvas, release }
}

/** Returns how the canvas draws a part by itself; null when it cannot. */
export function canvasMode({ mode, fill = 1 }: LayerPart): GlobalCompositeOperation | null {
  return fill < 1 ? null : (canvasModes[mode] ?? null)
}

/**
 * Blends a part pixel by pixel, moved by whole px.
 *
 * @param within the px of the surface that may change.
 */
export function blendPixels(surface: Surface, part: LayerPart, within: Box, dx = 0, dy = 0): void {
  const { raster, mode, opacity, fill } = part
  const moved: Raster = {
    ...raster,
    left: raster.left + dx,
    top: raster.top + dy,
    right: raster.right + dx,
    bottom: raster.bottom + dy,
  }
  changePixels(surface, intersect(moved, within), (backdrop) =>
    blendInto(backdrop, moved, { mode, opacity, ...(fill !== undefined && { fill }) }),
  )
}

/** Reads the px of a surface in a box, lets them be changed, and writes them back. */
export function changePixels(surface: Surface, box: Box | null, change: (backdrop: Raster) => void): void {
  if (box === null) return
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const pixels = surface.getImageData(box.left, box.top, width, height)
  change({ ...box, width, height, data: pixels.data as Uint8ClampedArray<ArrayBuffer> })
  surface.putImageData(pixels, box.left, box.top)
}

/** Puts a part on a sheet. */
export function putPart(surface: Surface, part: LayerPart, createSurface: CreateSurface): void {
  const mode = canvasMode(part)
  const { raster } = part
  const sheet = { left: 0, top: 0, right: surface.canvas.width, bottom: surface.canvas.height }
  if (mode === null) return blendPixels(surface, part, sheet)
  const { canvas, release } = drawnPart(part, createSurface)
  surface.setTransform(1, 0, 0, 1, 0, 0)
  surface.globalAlpha = part.opacity
  surface.globalCompositeOperation = mode
  surface.drawImage(canvas, raster.left, raster.top)
  surface.globalAlpha = 1
  surface.globalCompositeOperation = 'source-over'
  release()
}
