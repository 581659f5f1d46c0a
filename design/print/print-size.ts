/** Computes the size of a print in pixels. Pure. */
import { mmToPx } from '../../contract/rules/lengths'
import { millimetresText, pixelsText } from '../../contract/rules/sizes'
import type { Size } from '../model/types'

export interface PrintFormat {
  /** Width of the whole case, mm. */
  readonly widthMm: number
  readonly heightMm: number
  /** Dots per inch. */
  readonly dpi: number
}

/**
 * Longest side and maximum pixel count of a print: what a canvas of the oldest supported engine holds, and what a machine with 4
 * GB of memory can draw.
 */
const maxSide = 16_384
const maxPixels = 100_000_000

/**
 * Returns the size of a print in pixels, each side rounded.
 *
 * @throws RangeError in words for the seller when the format is invalid or too large.
 */
export function printSize({ widthMm, heightMm, dpi }: PrintFormat): Size {
  const width = Math.round(mmToPx(widthMm, dpi))
  const height = Math.round(mmToPx(heightMm, dpi))
  if (!(width >= 1 && height >= 1))
    throw new RangeError(`打印尺寸不正确（${millimetresText({ widthMm, heightMm })}，${dpi} DPI），请检查线框图的实际尺寸`)
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    throw new RangeError(`打印尺寸过大（${pixelsText({ width, height })}），请降低 DPI 或检查线框图的实际尺寸`)
  }
  return { width, height }
}
