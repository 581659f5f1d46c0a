import { clamp } from '../../contract/ground/number'
import { secondLine, strokeLimits } from '../../contract/rules/limits'
import { roundLength } from '../geometry/number'
import type { Layer, Size } from '../model/types'

type LayerStroke = NonNullable<Layer['stroke']>

/** Settings of a new outline. Only the double style uses the second line. */
export const strokeDefaults = {
  style: 'SOLID',
  color: '#fff',
  width: 10,
  offset: 0,
  opacity: 100,
  ...secondLine,
} as const satisfies LayerStroke

/** Returns how far an outline extends beyond its layer's box, canvas px. */
export function strokeExtent({ stroke }: Pick<Layer, 'stroke'>): number {
  if (!stroke) return 0
  const { offset, width, style, width2 = secondLine.width2 } = stroke
  return offset + width + (style === 'DOUBLE_SOLID' ? width2 : 0)
}

/**
 * Returns the outline's settings with their lengths scaled like the picture, so that the next change starts from what is shown.
 * A stretched picture scales them by the square root of its area.
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
