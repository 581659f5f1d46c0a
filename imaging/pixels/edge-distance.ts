/**
 * Distance of px from the antialiased edge of a shape, in fractions of a px: the exact distance to the nearest px of the shape,
 * corrected by the share of that px that the edge leaves uncovered (Gustavson and Strand, Anti-aliased Euclidean Distance
 * Transform, 2011). `outline/distance.ts` answers whole px of a shape without specks; strokes of effects must follow the edge
 * itself.
 */
import { clamp } from '../../contract/ground/number'
import type { Plane } from './blur'

/** Alpha from which a px belongs to the shape. */
const solid = 127.5

const none = -1

/** Whether a px is a part of the shape or the antialiased rim beside it. */
function isSite({ data, width, height }: Plane, at: number, x: number, y: number): boolean {
  const alpha = data[at] as number
  if (alpha >= solid) return true
  if (alpha <= 0) return false
  return (
    (x > 0 && (data[at - 1] as number) >= solid) ||
    (x < width - 1 && (data[at + 1] as number) >= solid) ||
    (y > 0 && (data[at - width] as number) >= solid) ||
    (y < height - 1 && (data[at + width] as number) >= solid)
  )
}

/** Row of the nearest site of each px's column, at most `cap` px away. */
function nearestRows(shape: Plane, cap: number): Int32Array {
  const { width, height } = shape
  const rows = new Int32Array(width * height).fill(none)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (isSite(shape, at, x, y)) rows[at] = y
      else if (y > 0) {
        const above = rows[at - width] as number
        if (above !== none && y - above <= cap) rows[at] = above
      }
    }
  }
  for (let y = height - 2, at = (height - 1) * width - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--, at--) {
      const [own, below] = [rows[at] as number, rows[at + width] as number]
      if (below !== none && below - y <= cap && (own === none || below - y < Math.abs(own - y))) rows[at] = below
    }
  }
  return rows
}

/**
 * Returns each px's distance from the edge of the shape, px: negative just inside the edge, positive outside; px farther than
 * `cap` get `cap`. Deep inside it is −0.5.
 */
export function edgeDistance(shape: Plane, cap: number): Float32Array<ArrayBuffer> {
  const { width, height, data } = shape
  const reach = Math.ceil(cap) + 1
  const rows = nearestRows(shape, reach)
  const distance = new Float32Array(width * height).fill(cap)
  // Lower envelope of the parabolas of one row (Felzenszwalb and Huttenlocher, 2012).
  const site = new Int32Array(width)
  const edge = new Float64Array(width + 1)
  for (let y = 0; y < height; y++) {
    const base = y * width
    let last = -1
    for (let x = 0; x < width; x++) {
      const row = rows[base + x] as number
      if (row === none) continue
      const lift = (row - y) * (row - y) + x * x
      let from = Number.NEGATIVE_INFINITY
      while (last >= 0) {
        const other = site[last] as number
        const otherRow = rows[base + other] as number
        from = (lift - ((otherRow - y) * (otherRow - y) + other * other)) / (2 * (x - other))
        if (from > (edge[last] as number)) break
        last--
      }
      last++
      site[last] = x
      edge[last] = last === 0 ? Number.NEGATIVE_INFINITY : from
    }
    for (let k = 0; k <= last; k++) {
      const at = site[k] as number
      const row = rows[base + at] as number
      const own = 0.5 - (data[row * width + at] as number) / 255
      const rise = (row - y) * (row - y)
      const start = Math.max(0, at - reach, k === 0 ? 0 : Math.floor(edge[k] as number) + 1)
      const stop = Math.min(width - 1, at + reach, k < last ? Math.floor(edge[k + 1] as number) : width)
      for (let x = start; x <= stop; x++) {
        const whole = Math.sqrt(rise + (x - at) * (x - at))
        distance[base + x] = Math.min(cap, whole + own)
      }
    }
  }
  return distance
}

/** Grows a shape outwards by `by` px, in place. */
export function grow(shape: Plane, by: number): void {
  if (by <= 0) return
  const distance = edgeDistance(shape, by + 1)
  const { data } = shape
  for (let at = 0; at < data.length; at++) {
    const cover = clamp(by - (distance[at] as number) + 0.5, 0, 1) * 255
    if (cover > (data[at] as number)) data[at] = cover
  }
}

/** Turns a shape into the area around it, in place. */
export function invertPlane({ data }: Plane): void {
  for (let at = 0; at < data.length; at++) data[at] = 255 - (data[at] as number)
}
