/**
 * Exact Euclidean distance transform in separable passes: first along columns, then the lower envelope of parabolas along rows
 * (Felzenszwalb and Huttenlocher, Distance Transforms of Sampled Functions, 2012). Squared distances are integers and therefore
 * exact.
 */
import { bandAround } from './band'
import { type MaskOptions, maskDefaults, shapeRuns } from './mask'
import type { DistanceField, Pixels, Runs } from './shapes'

/** Larger than any squared distance within a picture; marks points out of reach. */
const far = 1e9

/** Fills a part of an array; for the short runs of noise the array's own method would take much longer than a loop. */
function fill(array: Float32Array | Int32Array, value: number, from: number, to: number): void {
  if (to - from > 40) array.fill(value, from, to)
  else for (let at = from; at < to; at++) array[at] = value
}

/**
 * Writes to each cell of the band how many rows above it the shape is, as an integer, and `far` to all other cells outside the
 * shape.
 */
function rowsAbove(squared: Float32Array, above: Int32Array, width: number, shape: Runs, band: Runs, cap: number): void {
  const last = new Int32Array(width).fill(-cap)
  const height = squared.length / width
  let run = 0
  let span = 0
  for (let y = 0; y < height; y++) {
    const base = y * width
    const first = run
    let outside = base
    for (; run < shape.count && shape.row[run] === y; run++) {
      fill(squared, far, outside, base + (shape.start[run] as number))
      outside = base + (shape.end[run] as number)
    }
    fill(squared, far, outside, base + width)
    for (; span < band.count && band.row[span] === y; span++) {
      const to = band.end[span] as number
      for (let x = band.start[span] as number; x < to; x++) above[base + x] = y - (last[x] as number)
    }
    for (let of = first; of < run; of++) fill(last, y, shape.start[of] as number, shape.end[of] as number)
  }
}

/** The parabolas of a row's lower envelope from left to right; all lengths are cells. */
interface Envelope {
  /** Where a parabola has its vertex. */
  readonly site: Int32Array
  /** Height of the vertex: vertical distance of the site to the shape. */
  readonly rise: Int32Array
  /** Last cell that belongs to the parabola before this one. */
  readonly edge: Int32Array
}

/**
 * Replaces the integers of the band's cells by squared distances to the shape. It goes upwards, so that it knows the vertical
 * distances downwards, and joins both in one row at a time.
 */
function squaredDistances(squared: Float32Array, above: Int32Array, width: number, shape: Runs, band: Runs, cap: number): void {
  const next = new Int32Array(width).fill(squared.length / width + cap)
  const { site, rise, edge }: Envelope = {
    site: new Int32Array(width),
    rise: new Int32Array(width),
    edge: new Int32Array(width),
  }
  let run = shape.count - 1
  for (let span = band.count - 1; span >= 0; span--) {
    const y = band.row[span] as number
    for (; run >= 0 && (shape.row[run] as number) >= y; run--) {
      fill(next, shape.row[run] as number, shape.start[run] as number, shape.end[run] as number)
    }
    const base = y * width
    const start = band.start[span] as number
    const end = band.end[span] as number
    let last = -1
    // The cells beside a run of the band belong to its envelope when they are shape.
    const siteEnd = Math.min(width, end + 1)
    for (let x = Math.max(0, start - 1); x < siteEnd; x++) {
      const v = Math.min(above[base + x] as number, (next[x] as number) - y)
      if (v >= cap) continue
      const height = v * v + x * x
      let from = start - 1
      while (last >= 0) {
        const other = site[last] as number
        const w = rise[last] as number
        const ahead = height - w * w - other * other
        const apart = 2 * (x - other)
        // The parabola before keeps no cell when the two meet in or before the cell where it begins.
        if (ahead >= ((edge[last] as number) + 1) * apart) {
          from = Math.floor(ahead / apart)
          break
        }
        last--
      }
      if (from >= end) continue
      last++
      site[last] = x
      rise[last] = v
      edge[last] = from
    }
    fill(squared, far, base + start, base + end)
    for (let k = 0; k <= last; k++) {
      const at = site[k] as number
      const v = rise[k] as number
      const reach = Math.floor(Math.sqrt(cap * cap - v * v))
      const from = Math.max(start, at - reach, (edge[k] as number) + 1)
      const to = Math.min(end - 1, at + reach, k < last ? (edge[k + 1] as number) : end)
      for (let x = from; x <= to; x++) squared[base + x] = (x - at) * (x - at) + v * v
    }
  }
}

/**
 * Computes the distance field of a picture's shape.
 *
 * @param reach largest distance that will be queried, px; the grid extends this far around the shape.
 * @returns null when the picture has no shape because no part of it is opaque enough.
 */
export function distanceField(pixels: Pixels, reach: number, options: MaskOptions = maskDefaults): DistanceField | null {
  const runs = shapeRuns(pixels, options)
  if (runs === null) return null
  const pad = Math.ceil(reach) + 2
  const box = boundsOf(runs)
  const left = box.left - pad
  const top = box.top - pad
  const width = box.right + pad - left
  const height = box.bottom + pad - top
  const cap = pad + 1
  const shape = {
    start: runs.start.map((x) => x - left),
    end: runs.end.map((x) => x - left),
    row: runs.row.map((y) => y - top),
    count: runs.count,
  }
  const band = bandAround(shape, width, height, cap)
  // Cells of the shape keep the 0 of a new array.
  const squared = new Float32Array(width * height)
  const above = new Int32Array(squared.buffer)
  rowsAbove(squared, above, width, shape, band, cap)
  squaredDistances(squared, above, width, shape, band, cap)
  return { squared, band, width, height, left, top, reach }
}

/** The smallest box around the shape; right and bottom are exclusive. */
function boundsOf({ start, end, row, count }: Runs) {
  let left = Number.POSITIVE_INFINITY
  let right = 0
  for (let run = 0; run < count; run++) {
    left = Math.min(left, start[run] as number)
    right = Math.max(right, end[run] as number)
  }
  return { left, right, top: row[0] as number, bottom: (row[count - 1] as number) + 1 }
}
