/** The marks of a ruler. Pure. */

export interface Tick {
  /** Position along the ruler, screen px. */
  readonly at: number
  /** Shown beside a long mark; null for a short one. */
  readonly label: string | null
}

/** Least distance of two long marks, screen px: a number with four digits fits between them. */
const minLabelDistance = 48

/** Returns 1, 2 or 5 times a power of ten: the smallest that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? 10 * power
}

/**
 * Returns the marks of a ruler.
 *
 * @param origin position of the canvas's edge on the ruler, screen px.
 * @param perUnit screen px per unit.
 * @param length of the ruler, screen px.
 */
export function rulerTicks(origin: number, perUnit: number, length: number): readonly Tick[] {
  const step = roundStep(minLabelDistance / perUnit)
  const parts = step / 10 ** Math.floor(Math.log10(step) + 1e-9) === 2 ? 4 : 5
  const small = step / parts
  const first = Math.ceil(-origin / perUnit / small)
  const last = Math.floor((length - origin) / perUnit / small)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => {
    const index = first + i
    const value = Number((index * small).toPrecision(12))
    return { at: origin + value * perUnit, label: index % parts === 0 ? String(value) : null }
  })
}
