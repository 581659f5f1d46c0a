/** Notices when pictures take too long on this machine, so that they are drawn coarser while a case is turned. Pure. */

/** More than two frames of 60 a second, ms. */
const slow = 34
/** Number of slow pictures in a row after which the machine counts as slow. */
const inARow = 3
/** Number of first pictures that do not count: their time includes compiling shaders and uploading textures. */
const ignored = 2

export interface Pace {
  /** @param ms from a drawn picture to the next possible one. */
  note(ms: number): void
  readonly isSlow: boolean
}

/** Once slow, a machine stays slow: pictures that change between sharp and coarse while turning are worse than coarse ones. */
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
