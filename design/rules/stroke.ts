import { secondLine } from '../../contract/rules/limits'
import type { Layer } from '../model/types'

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
