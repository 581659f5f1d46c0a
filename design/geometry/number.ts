/**
 * Rounding. Lengths are stored to a thousandth of a pixel, angles to a hundredth of a degree: finer digits only make equal
 * designs differ.
 */

import { round } from '../../contract/rules/rounding'

/** Rounds canvas px to three decimals. */
export function roundLength(px: number): number {
  return round(px, 3)
}
