/** Puts the parts of layers on a sheet: with the canvas's own blend modes where it has them, otherwise pixel by pixel. */
import type { BlendMode } from '../../contract/rules/appearance'
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

/** Blends a part pixel by pixel. */
export function blendPixels(surface: Surface, part: LayerPart, createSurface: CreateSurface): void {
  const { raster, mode, opacity, fill } = part
  const blend = (backdrop: Raster) => blendInto(backdrop, raster, { mode, opacity, ...(fill !== undefined && { fill }) })
  changePixels(surface, raster, blend, createSurface)
}

/**
 * Reads the px of a surface that lie in a box, lets them be changed, and writes them back. A surface that was not made for reading, such as
 * the one on the screen, is read through a copy of the box: read directly, the browser would slow it down for good.
 */
export function changePixels(
  surface: Surface,
  wanted: Box,
  change: (backdrop: Raster) => void,
  createSurface: CreateSurface,
): void {
  const box = intersect(wanted, { left: 0, top: 0, right: surface.canvas.width, bottom: surface.canvas.height })
  if (box === null) return
  const { left, top } = box
  const [width, height] = [box.right - left, box.bottom - top]
  const changed = (from: Surface, x: number, y: number) => {
    const pixels = from.getImageData(x, y, width, height)
    change({ ...box, width, height, data: pixels.data as Uint8ClampedArray<ArrayBuffer> })
    from.putImageData(pixels, x, y)
  }
  surface.setTransform(1, 0, 0, 1, 0, 0)
  const attributes = (surface as Partial<CanvasRenderingContext2D>).getContextAttributes?.()
  if (!attributes || attributes.willReadFrequently) {
    changed(surface, left, top)
    return
  }
  const { surface: copy, release } = createSurface({ width, height })
  copy.drawImage(surface.canvas, -left, -top)
  changed(copy, 0, 0)
  surface.clearRect(left, top, width, height)
  surface.drawImage(copy.canvas, left, top)
  release()
}

/** Puts a part on a sheet. */
export function putPart(surface: Surface, part: LayerPart, createSurface: CreateSurface): void {
  const mode = canvasMode(part)
  const { raster } = part
  if (mode === null) {
    blendPixels(surface, part, createSurface)
    return
  }
  const { canvas, release } = drawnPart(part, createSurface)
  surface.setTransform(1, 0, 0, 1, 0, 0)
  surface.globalAlpha = part.opacity
  surface.globalCompositeOperation = mode
  surface.drawImage(canvas, raster.left, raster.top)
  surface.globalAlpha = 1
  surface.globalCompositeOperation = 'source-over'
  release()
}
