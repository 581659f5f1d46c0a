import { clamp, roundLength } from '../geometry/number'
import type { Layer, Size } from '../model/types'

type LayerStroke = NonNullable<Layer['stroke']>

/** What the settings of an outline may be: lengths in canvas px, opacities in percent. */
export const strokeLimits = {
  width: { min: 1, max: 100 },
  offset: { min: 0, max: 100 },
  opacity: { min: 0, max: 100 },
} as const

/** What an outline begins with. The second line belongs to the double style alone. */
export const strokeDefaults = {
  style: 'SOLID',
  color: '#fff',
  width: 10,
  offset: 0,
  opacity: 100,
  color2: '#000',
  width2: 10,
  opacity2: 100,
} as const satisfies LayerStroke

/**
 * The lengths of an outline that grew or shrank with its picture, so that the next change of it starts from what is seen. Stretched
 * out of proportion, it counts by its area.
 */
export function scaledStroke(layer: Layer, size: Size): LayerStroke | null {
  const { stroke, width, height } = layer
  if (stroke === null || (size.width === width && size.height === height)) return stroke
  const factor = Math.sqrt(((size.width / width) * size.height) / height)
  if (!Number.isFinite(factor) || factor <= 0 || Math.abs(factor - 1) < 1e-6) return stroke
  const scaled = (length: number, { min, max }: { readonly min: number; readonly max: number }) =>
    clamp(roundLength(length * factor), min, max)
  return {
    ...stroke,
    width: scaled(stroke.width, strokeLimits.width),
    offset: scaled(stroke.offset, strokeLimits.offset),
    ...(stroke.width2 === undefined ? {} : { width2: scaled(stroke.width2, strokeLimits.width) }),
  }
}
