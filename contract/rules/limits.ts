/**
 * The ranges of a design's fields and the defaults of an outline's second line: the API accepts the ranges, the designer's sliders span
 * them, and imports are kept within them.
 */

export interface Range {
  readonly min: number
  readonly max: number
}

/** Largest coordinate and side of a layer, canvas px. */
export const maxCoordinate = 100_000
/** Largest length of an effect, a corner or a pattern, canvas px. */
export const maxEffectLength = 10_000

/** An outline: lengths in canvas px, opacities in percent. */
export const strokeLimits = {
  width: { min: 1, max: 100 },
  offset: { min: 0, max: 100 },
  opacity: { min: 0, max: 100 },
} as const satisfies Readonly<Record<string, Range>>

/** The second line of a double outline where a layer does not say otherwise (product specification, catalogue §5). */
export const secondLine = { color2: '#000', width2: 10, opacity2: 100 } as const

/** Forms of a shape: corners, and the inner radius of a star and the head of an arrow as shares. */
export const shapeLimits = {
  sides: { min: 3, max: 24 },
  points: { min: 3, max: 48 },
  inner: { min: 0.05, max: 0.95 },
  head: { min: 0.1, max: 10 },
} as const satisfies Readonly<Record<string, Range>>
