/** Lengths are kept to a thousandth of a pixel, angles to a hundredth of a degree: finer is noise that makes equal designs differ. */

/** `value` rounded half away from zero, without a negative zero. */
export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals
  const rounded = (Math.sign(value) * Math.round(Math.abs(value) * factor)) / factor
  return rounded === 0 ? 0 : rounded
}

/** Canvas px to three decimals. */
export function roundLength(px: number): number {
  return round(px, 3)
}

/** `value` kept within [low, high]; `low` wins when the two cross. */
export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}
