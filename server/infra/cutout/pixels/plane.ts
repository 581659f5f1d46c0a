/** One number per pixel, row by row. Alpha, scores and colours in this folder run from 0 to 1. */
import { clamp } from '../../../../contract/ground/number'
export interface Plane {
  readonly width: number
  readonly height: number
  readonly data: Float32Array
}

export const newPlane = (width: number, height: number): Plane => ({ width, height, data: new Float32Array(width * height) })

export const mapPlane = ({ width, height, data }: Plane, of: (value: number, index: number) => number): Plane => ({
  width,
  height,
  data: data.map(of),
})

/** Returns 0 up to `low`, 1 from `high`, and a smooth transition between. */
export function smoothstep(value: number, low: number, high: number): number {
  const t = clamp((value - low) / (high - low), 0, 1)
  return t * t * (3 - 2 * t)
}

/**
 * Maps the pixel centres of a row of `size` to a row of `from`: the left neighbour, the right one, and the position between them.
 */
export function steps(size: number, from: number): { low: Int32Array; high: Int32Array; share: Float32Array } {
  const low = new Int32Array(size)
  const high = new Int32Array(size)
  const share = new Float32Array(size)
  for (let at = 0; at < size; at++) {
    const position = Math.min(from - 1, Math.max(0, ((at + 0.5) * from) / size - 0.5))
    const left = Math.floor(position)
    low[at] = left
    high[at] = Math.min(from - 1, left + 1)
    share[at] = position - left
  }
  return { low, high, share }
}

/** Resizes a plane with bilinear interpolation; suited to enlarging. */
export function resized(plane: Plane, width: number, height: number): Plane {
  if (plane.width === width && plane.height === height) return plane
  const out = newPlane(width, height)
  const columns = steps(width, plane.width)
  const rows = steps(height, plane.height)
  for (let y = 0; y < height; y++) {
    const top = (rows.low[y] ?? 0) * plane.width
    const bottom = (rows.high[y] ?? 0) * plane.width
    const down = rows.share[y] ?? 0
    for (let x = 0; x < width; x++) {
      const left = columns.low[x] ?? 0
      const right = columns.high[x] ?? 0
      const across = columns.share[x] ?? 0
      const above = at(plane, top + left) * (1 - across) + at(plane, top + right) * across
      const below = at(plane, bottom + left) * (1 - across) + at(plane, bottom + right) * across
      out.data[y * width + x] = above * (1 - down) + below * down
    }
  }
  return out
}

const at = ({ data }: Plane, index: number): number => data[index] ?? 0

/** Mean over the square of pixels at most `radius` away, cropped at the edges. The time does not depend on the radius. */
export function boxMean(plane: Plane, radius: number): Plane {
  const { width, height } = plane
  const across = newPlane(width, height)
  for (let y = 0; y < height; y++) meansOfRow(plane.data, across.data, y * width, width, radius)
  return meansOfColumns(across, radius)
}

function meansOfRow(from: Float32Array, to: Float32Array, start: number, count: number, radius: number): void {
  let sum = 0
  for (let index = 0; index < Math.min(radius, count); index++) sum += from[start + index] ?? 0
  for (let index = 0; index < count; index++) {
    const entering = index + radius
    const leaving = index - radius - 1
    if (entering < count) sum += from[start + entering] ?? 0
    if (leaving >= 0) sum -= from[start + leaving] ?? 0
    to[start + index] = sum / (Math.min(count - 1, entering) - Math.max(0, leaving + 1) + 1)
  }
}

/** Processes all columns together, row by row: a single column would jump through memory. */
function meansOfColumns({ width, height, data }: Plane, radius: number): Plane {
  const out = newPlane(width, height)
  const sums = new Float64Array(width)
  const take = (row: number, sign: number): void => {
    for (let x = 0, at = row * width; x < width; x++, at++) sums[x] = (sums[x] ?? 0) + sign * (data[at] ?? 0)
  }
  for (let row = 0; row < Math.min(radius, height); row++) take(row, 1)
  for (let y = 0; y < height; y++) {
    const entering = y + radius
    const leaving = y - radius - 1
    if (entering < height) take(entering, 1)
    if (leaving >= 0) take(leaving, -1)
    const share = 1 / (Math.min(height - 1, entering) - Math.max(0, leaving + 1) + 1)
    for (let x = 0, at = y * width; x < width; x++, at++) out.data[at] = (sums[x] ?? 0) * share
  }
  return out
}
