/** Notices when pictures take too long on this machine, so that they are drawn coarser while a case is turned. Pure. */

/** More than two frames of 60 a second, ms. */
const slow = 34
/** So many slow ones in a row are no accident. */
const inARow = 3
/** The first pictures also take the time in which programs and pictures are made ready. */
const ignored = 2

export interface Pace {
  /** @param ms from a drawn picture to the next possible one. */
  note(ms: number): void
  readonly isSlow: boolean
}

/** Once slow, a machine stays slow: pictures that change between sharp and coarse under the hand are worse than coarse ones. */
export function createPace(): Pace {
  let seen = 0
  let row = 0
  let isSlow = false
  return {
    note(ms) {
      seen++
      if (seen <= ignored) return
      row = ms > slow ? row + 1 : 0
      if (row >= inARow) isSlow = true
    },
    get isSlow() {
      return isSlow
    },
  }
}
