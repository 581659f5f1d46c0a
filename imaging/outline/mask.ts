/** Finds the pixels that belong to a picture's shape: those that are opaque enough, without specks. */
import type { Pixels, Runs } from './shapes'

export interface MaskOptions {
  /** Least alpha that counts as opaque, 1 to 255. */
  readonly threshold: number
  /** Regions of fewer px are specks left over by a cutout and get no outline. */
  readonly minArea: number
}

/** A soft edge becomes visible at a tenth of full alpha: the outline goes around the edge, not through its middle. */
export const maskDefaults: MaskOptions = { threshold: 26, minArea: 64 }

/** Returns whether every pixel is fully opaque; the outline is then the picture's rectangle. */
export function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) < 255) return false
  return true
}

function runsOf({ data, width, height }: Pixels, threshold: number): Runs {
  const px = new Uint32Array(data.buffer, data.byteOffset, width * height)
  // Alpha is the highest byte of a pixel, so whole pixels can be compared with the limit, four at a time: a bitwise OR is at least as
  // large as each of them, and a bitwise AND at most as large.
  const least = threshold * 2 ** 24
  let capacity = 4096
  let start = new Int32Array(capacity)
  let end = new Int32Array(capacity)
  let row = new Int32Array(capacity)
  let count = 0
  for (let y = 0; y < height; y++) {
    const rowEnd = (y + 1) * width
    let at = y * width
    while (at < rowEnd) {
      while (
        at + 4 <= rowEnd &&
        ((px[at] as number) | (px[at + 1] as number) | (px[at + 2] as number) | (px[at + 3] as number)) >>> 0 < least
      )
        at += 4
      while (at < rowEnd && (px[at] as number) < least) at++
      if (at === rowEnd) break
      const from = at
      while (
        at + 4 <= rowEnd &&
        ((px[at] as number) & (px[at + 1] as number) & (px[at + 2] as number) & (px[at + 3] as number)) >>> 0 >= least
      )
        at += 4
      while (at < rowEnd && (px[at] as number) >= least) at++
      if (count === capacity) {
        capacity *= 2
        const grown = [start, end, row].map((old) => {
          const next = new Int32Array(capacity)
          next.set(old)
          return next
        }) as [Int32Array<ArrayBuffer>, Int32Array<ArrayBuffer>, Int32Array<ArrayBuffer>]
        start = grown[0]
        end = grown[1]
        row = grown[2]
      }
      start[count] = from - y * width
      end[count] = at - y * width
      row[count] = y
      count++
    }
  }
  return { start, end, row, count }
}

/**
 * Root run of each run's connected region (8-connectivity). It is a union-find over runs, so its cost grows with the outline, not
 * the area.
 */
function partsOf({ start, end, row, count }: Runs): Int32Array {
  const parent = new Int32Array(count)
  for (let run = 0; run < count; run++) parent[run] = run
  const root = (run: number): number => {
    let at = run
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] as number] as number
      at = parent[at] as number
    }
    return at
  }
  let above = 0
  for (let run = 0; run < count; run++) {
    const y = row[run] as number
    const from = start[run] as number
    const to = end[run] as number
    while (above < run && ((row[above] as number) < y - 1 || ((row[above] as number) === y - 1 && (end[above] as number) < from)))
      above++
    for (let other = above; other < run && (row[other] as number) === y - 1 && (start[other] as number) <= to; other++) {
      const a = root(other)
      const b = root(run)
      if (a !== b) parent[Math.max(a, b)] = Math.min(a, b)
    }
  }
  for (let run = 0; run < count; run++) parent[run] = root(run)
  return parent
}

/**
 * Returns the shape as runs, without specks.
 *
 * @returns null when no pixel of the picture belongs to the shape.
 */
export function shapeRuns(pixels: Pixels, { threshold, minArea }: MaskOptions): Runs | null {
  const runs = runsOf(pixels, threshold)
  const part = partsOf(runs)
  const area = new Int32Array(runs.count)
  for (let run = 0; run < runs.count; run++) {
    const at = part[run] as number
    area[at] = (area[at] as number) + (runs.end[run] as number) - (runs.start[run] as number)
  }
  let keptCount = 0
  for (let run = 0; run < runs.count; run++) {
    if ((area[part[run] as number] as number) < minArea) continue
    runs.start[keptCount] = runs.start[run] as number
    runs.end[keptCount] = runs.end[run] as number
    runs.row[keptCount] = runs.row[run] as number
    keptCount++
  }
  return keptCount === 0 ? null : { ...runs, count: keptCount }
}
