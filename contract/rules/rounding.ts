/** How lengths and angles of layers are rounded. Pure. */

/** Rounds half away from zero and never returns negative zero. */
export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals
  const rounded = (Math.sign(value) * Math.round(Math.abs(value) * factor)) / factor
  return rounded === 0 ? 0 : rounded
}

/**
 * Normalises an angle to two decimals within (−180, 180], so that equal rotations have equal numbers and a slight turn to the
 * left reads −15 rather than 345.
 */
export function normaliseAngle(degrees: number): number {
  const rest = degrees % 360
  const folded = rest > 180 ? rest - 360 : rest <= -180 ? rest + 360 : rest
  const rounded = round(folded, 2)
  return rounded === -180 ? 180 : rounded
}
