/**
 * Exact Euclidean distance transform in separable passes: first along columns, then the lower envelope of parabolas along rows
 * (Felzenszwalb and Huttenlocher, Distance Transforms of Sampled Functions, 2012). Squared distances are integers and therefore
 * exact.
 */
import { type MaskOptions, maskDefaults, type Runs, shapeRuns } from './mask'
import type { DistanceField, Pixels } from './shapes'

/** Larger than any squared distance within a picture; marks points out of reach. */
const far = 1e9

/** Column pass: vertical distance to the shape, at most `cap`. It goes row by row to read memory in order. */
function verticalDistances(distance: Uint16Array, width: number): void {
  for (let at = width; at < distance.length; at++) {
    const down = (distance[at - width] as number) + 1
    if (down < (distance[at] as number)) distance[at] = down
  }
  for (let at = distance.length - width - 1; at >= 0; at--) {
    const up = (distance[at + width] as number) + 1
    if (up < (distance[at] as number)) distance[at] = up
  }
}

/** Scratch buffers for one row. */
interface Envelope {
  readonly site: Int32Array
  readonly edge: Float64Array
}

/**
 * Row pass: lower envelope of one row's parabolas. It writes only points within `cap` of the shape, because most of a picture
 * lies deep inside or far outside.
 */
function rowDistances(
  vertical: Uint16Array,
  squared: Float32Array,
  base: number,
  width: number,
  cap: number,
  { site, edge }: Envelope,
): void {
  let last = -1
  for (let x = 0; x < width; x++) {
    const v = vertical[base + x] as number
    if (v >= cap) continue
    // Deep inside the shape a parabola affects only its own point, which is 0 anyway; the ends of the run serve the points
    // outside.
    if (v === 0 && x > 0 && x < width - 1 && vertical[base + x - 1] === 0 && vertical[base + x + 1] === 0) continue
    const height = v * v + x * x
    let from = Number.NEGATIVE_INFINITY
    while (last >= 0) {
      const other = site[last] as number
      const w = vertical[base + other] as number
      from = (height - (w * w + other * other)) / (2 * (x - other))
      if (from > (edge[last] as number)) break
      last--
    }
    last++
    site[last] = x
    edge[last] = last === 0 ? Number.NEGATIVE_INFINITY : from
  }
  for (let k = 0; k <= last; k++) {
    const at = site[k] as number
    const v = vertical[base + at] as number
    const reach = Math.floor(Math.sqrt(cap * cap - v * v))
    const from = Math.max(0, at - reach, Math.floor(edge[k] as number) + 1)
    const to = Math.min(width - 1, at + reach, k < last ? Math.floor(edge[k + 1] as number) : width)
    for (let x = from; x <= to; x++) squared[base + x] = (x - at) * (x - at) + v * v
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
  const vertical = new Uint16Array(width * height).fill(cap)
  const fillRuns = (grid: Uint16Array | Float32Array) => {
    for (let run = 0; run < runs.count; run++) {
      const base = ((runs.row[run] as number) - top) * width - left
      grid.fill(0, base + (runs.start[run] as number), base + (runs.end[run] as number))
    }
  }
  fillRuns(vertical)
  verticalDistances(vertical, width)
  const squared = new Float32Array(width * height).fill(far)
  const envelope = { site: new Int32Array(width), edge: new Float64Array(width) }
  for (let y = 0; y < height; y++) rowDistances(vertical, squared, y * width, width, cap, envelope)
  // Fill the runs last, because the parabolas of a run's ends extend into the run.
  fillRuns(squared)
  return { squared, width, height, left, top, reach }
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
