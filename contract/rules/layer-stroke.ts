/** The outline of a layer that is scaled. Pure. */

import { type Range, strokeLimits } from './limits'
import { round } from './rounding'

interface Size {
  readonly width: number
  readonly height: number
}

interface StrokeLengths {
  readonly width: number
  readonly offset: number
  readonly width2?: number | undefined
}

/**
 * Returns the outline's settings with their lengths scaled like the picture, so that the next change starts from what is shown.
 * A stretched picture scales them by the square root of its area.
 */
export function scaledStroke<S extends StrokeLengths | null | undefined>(
  { stroke, width, height }: Size & { readonly stroke: S },
  size: Size,
): S {
  if (!stroke || (size.width === width && size.height === height)) return stroke
  const factor = Math.sqrt(((size.width / width) * size.height) / height)
  if (!Number.isFinite(factor) || factor <= 0 || Math.abs(factor - 1) < 1e-6) return stroke
  const scaled = (length: number, { min, max }: Range) => Math.max(min, Math.min(max, round(length * factor, 3)))
  return {
    ...stroke,
    width: scaled(stroke.width, strokeLimits.width),
    offset: scaled(stroke.offset, strokeLimits.offset),
    ...(stroke.width2 === undefined ? {} : { width2: scaled(stroke.width2, strokeLimits.width) }),
  }
}
