/** Clicks within this many ms of each other belong to one series. */
const gapMs = 500

/**
 * Counts quick clicks.
 *
 * @param needed number of clicks in a series.
 * @returns a function to call with the time (ms) of each click; it returns true when that click completes a series.
 */
export function createClickCounter(needed: number): (at: number) => boolean {
  let count = 0
  let last = Number.NEGATIVE_INFINITY
  return (at) => {
    count = at - last <= gapMs ? count + 1 : 1
    last = at
    if (count < needed) return false
    count = 0
    return true
  }
}
