/** Clicks this close together belong to one go, ms. */
const gapMs = 500

/**
 * Counts quick clicks.
 *
 * @param needed how many make a go.
 * @returns to be told the time (ms) of each click; true when that click completed a go.
 */
export function quickClicks(needed: number): (at: number) => boolean {
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
