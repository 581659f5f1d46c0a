/**
 * Exact Euclidean distances by separable passes: first along columns, then the lower envelope of parabolas along rows
 * (Felzenszwalb and Huttenlocher, Distance Transforms of Sampled Functions, 2012). Squares stay exact: they are integers.
 */
import { type MaskOptions, maskDefaults, shapeRuns } from './mask'
import type { DistanceField, Pixels } from './shapes'

/** Larger than any squared distance of a picture, and a sum of two still exact in a double. */
const far = 1e9

/** Column pass, row by row so that memory is read in order: vertical distance to the shape, `cap` where it is further. */
function verticalDistances(mask: Uint8Array, width: number, height: number, cap: number): Uint16Array {
  const distance = new Uint16Array(width * height)
  for (let x = 0; x < width; x++) distance[x] = mask[x] ? 0 : cap
  for (let at = width; at < distance.length; at++) {
    const up = distance[at - width] as number
    distance[at] = mask[at] ? 0 : up < cap ? up + 1 : cap
  }
  for (let at = distance.length - width - 1; at >= 0; at--) {
    const down = (distance[at + width] as number) + 1
    if (down < (distance[at] as number)) distance[at] = down
  }
  return distance
}

/** Lower envelope of one row's parabolas; `site`, `edge` are scratch space of one row. */
function rowDistances(
  vertical: Uint16Array,
  squared: Float32Array,
  base: number,
  width: number,
  cap: number,
  site: Int32Array,
  edge: Float64Array,
): void {
  let last = -1
  for (let x = 0; x < width; x++) {
    const v = vertical[base + x] as number
    if (v >= cap) continue
    // Deep inside the shape a parabola only serves its own point, which is 0 anyway; the run's ends serve the outside.
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
  if (last < 0) {
    squared.fill(far, base, base + width)
    return
  }
  for (let x = 0, k = 0; x < width; x++) {
    if (vertical[base + x] === 0) {
      squared[base + x] = 0
      continue
    }
    while (k < last && (edge[k + 1] as number) < x) k++
    const at = site[k] as number
    const v = vertical[base + at] as number
    squared[base + x] = (x - at) * (x - at) + v * v
  }
}

/**
 * @param reach largest distance that will be asked for, px; the picture is padded by it.
 * @returns null when the picture has no shape: nothing in it is opaque enough.
 */
export function distanceField(pixels: Pixels, reach: number, options: MaskOptions = maskDefaults): DistanceField | null {
  const runs = shapeRuns(pixels, options)
  if (runs === null) return null
  const pad = Math.ceil(reach) + 2
  const width = pixels.width + 2 * pad
  const height = pixels.height + 2 * pad
  const mask = new Uint8Array(width * height)
  for (let run = 0; run < runs.count; run++) {
    const base = ((runs.row[run] as number) + pad) * width + pad
    mask.fill(1, base + (runs.start[run] as number), base + (runs.end[run] as number))
  }
  const cap = pad + 1
  const vertical = verticalDistances(mask, width, height, cap)
  const squared = new Float32Array(width * height)
  const site = new Int32Array(width)
  const edge = new Float64Array(width)
  for (let y = 0; y < height; y++) rowDistances(vertical, squared, y * width, width, cap, site, edge)
  return { squared, width, height, pad, reach }
}
