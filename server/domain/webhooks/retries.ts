/** When an event whose receiver did not take it is sent again, and when its webhook is given up. Pure. */

const minute = 60_000
const hour = 60 * minute

/** Waits before the further attempts of a delivery, ms: together more than a day. */
export const retryWaits: readonly number[] = [
  10_000,
  minute,
  5 * minute,
  15 * minute,
  hour,
  2 * hour,
  4 * hour,
  6 * hour,
  6 * hour,
  8 * hour,
]

/** A webhook that took nothing for so long is switched off, ms. */
export const stopAfterMs = 72 * hour
/** A webhook whose every attempt fails is left alone for at most this long between two attempts, ms. */
const longestRest = 10 * minute

/** Up to a tenth more, so that what failed together is not sent together again. `random` is within 0 and 1. */
const spread = (ms: number, random: number): number => Math.round(ms * (1 + 0.1 * random))

/**
 * Returns the wait, ms, before the attempt after `failures` failed ones; null when there is none any more. The receiver may ask for
 * more, as `retryAfter` seconds.
 */
export function nextWait(failures: number, retryAfter: number | null, random: number): number | null {
  const wait = retryWaits[failures - 1]
  return wait === undefined ? null : Math.max(spread(wait, random), 1000 * (retryAfter ?? 0))
}

/** Returns the rest, ms, of a webhook after `failures` failed attempts in a row, of whatever deliveries: none after the first few. */
export const restOf = (failures: number, retryAfter: number | null): number =>
  Math.max(failures < 3 ? 0 : Math.min(2 ** (failures - 3) * 5000, longestRest), 1000 * (retryAfter ?? 0))
