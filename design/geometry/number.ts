/**
 * Rounding. Lengths are stored to a thousandth of a pixel, angles to a hundredth of a degree: finer digits only make equal
 * designs differ.
 */

/** Rounds half away from zero and never returns negative zero. */
export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals
  const rounded = (Math.sign(value) * Math.round(Math.abs(value) * factor)) / factor
  return rounded === 0 ? 0 : rounded
}

/** Rounds canvas px to three decimals. */
export function roundLength(px: number): number {
  return round(px, 3)
}
