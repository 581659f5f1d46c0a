/** Extracts lines of equal distance by marching squares and joins them into closed rings. */
import { clamp } from '../../contract/ground/number'
import type { DistanceField, Ring, Runs } from './shapes'

/**
 * Edges by which a line enters and leaves, for each of the 16 corner patterns: 0 top, 1 right, 2 bottom, 3 left; the inside is on
 * the left.
 */
const segments: readonly (readonly number[])[] = [
  [],
  [2, 3],
  [1, 2],
  [1, 3],
  [0, 1],
  [0, 3, 2, 1],
  [0, 2],
  [0, 3],
  [3, 0],
  [2, 0],
  [1, 0, 3, 2],
  [1, 0],
  [3, 1],
  [2, 1],
  [3, 2],
  [],
]

/**
 * Returns where the line crosses between two neighbours, 0 to 1. Distances grow by about 1 per px, so interpolating the roots
 * linearly is nearly exact.
 */
const crossing = (a: number, b: number, distance: number): number => {
  const from = Math.sqrt(a)
  const to = Math.sqrt(b)
  return from === to ? 0.5 : clamp((distance - from) / (to - from), 0, 1)
}

/** The shape has more edges than a drawing can store: it is noise, or consists of countless specks. */
export class TooComplexError extends Error {
  override readonly name = 'TooComplexError'
}

/** Limit of the grid edges that lines cross: 2000 × 2000 px filled with lines 8 px apart have as many. */
const maxEdges = 500_000

const rowAt = ({ row, count }: Runs, run: number): number => (run < count ? (row[run] as number) : Number.POSITIVE_INFINITY)

/**
 * Returns all rings at one distance outside the shape, in picture px. Outer rings run counter-clockwise on the screen (y
 * downwards: {@link ringArea} is negative); rings around a hole run the other way.
 *
 * @param distance px, above 0 and at most the field's reach.
 * @throws TooComplexError
 */
export function ringsAt(field: DistanceField, distance: number): Ring[] {
  const { squared, band, width, height, left, top } = field
  const limit = distance * distance
  // Exactly two cells meet each crossed grid edge, so the map "edge → next edge" is a set of closed chains.
  const next = new Map<number, number>()
  const horizontal = width * height
  /** Joins the edges that the line crosses in the cells of a row, between four points each, from `from` to `to` (exclusive). */
  const joinEdges = (y: number, from: number, to: number) => {
    const base = y * width
    let tl = (squared[base + from] as number) < limit ? 8 : 0
    let bl = (squared[base + from + width] as number) < limit ? 1 : 0
    for (let x = from; x < to; x++) {
      const at = base + x
      const tr = (squared[at + 1] as number) < limit ? 4 : 0
      const br = (squared[at + width + 1] as number) < limit ? 2 : 0
      const pattern = tl | tr | br | bl
      tl = tr === 0 ? 0 : 8
      bl = br === 0 ? 0 : 1
      if (pattern === 0 || pattern === 15) continue
      const edges = [at, horizontal + at + 1, at + width, horizontal + at]
      const lines = segments[pattern] as readonly number[]
      for (let k = 0; k < lines.length; k += 2) {
        next.set(edges[lines[k] as number] as number, edges[lines[k + 1] as number] as number)
      }
    }
  }
  // A cell is visited when one of its points is in the band; the two rows of its points have runs of their own.
  for (let upper = 0, lower = 0; lower < band.count || upper < band.count; ) {
    const y = Math.min(rowAt(band, upper), rowAt(band, lower) - 1)
    if (next.size > maxEdges) throw new TooComplexError('too many edges')
    for (let visited = 0; ; ) {
      const hasUpper = rowAt(band, upper) === y
      const hasLower = rowAt(band, lower) === y + 1
      if (!hasUpper && !hasLower) break
      const isUpper = hasUpper && (!hasLower || (band.start[upper] as number) <= (band.start[lower] as number))
      const run = isUpper ? upper++ : lower++
      const to = Math.min(band.end[run] as number, width - 1)
      if (y >= 0 && y < height - 1) joinEdges(y, Math.max(visited, (band.start[run] as number) - 1), to)
      visited = Math.max(visited, to)
    }
  }
  const rings: Ring[] = []
  for (const first of next.keys()) {
    const points: number[] = []
    let edge: number | undefined = first
    while (edge !== undefined) {
      const isHorizontal = edge < horizontal
      const at = isHorizontal ? edge : edge - horizontal
      const step = isHorizontal ? 1 : width
      const t = crossing(squared[at] as number, squared[at + step] as number, distance)
      const x = at % width
      const y = (at - x) / width
      // A grid point is the centre of a pixel, half a px into the pixel.
      points.push(x + left + 0.5 + (isHorizontal ? t : 0), y + top + 0.5 + (isHorizontal ? 0 : t))
      const following: number | undefined = next.get(edge)
      next.delete(edge)
      edge = following === first ? undefined : following
    }
    if (points.length >= 6) rings.push(new Float64Array(points))
  }
  return rings
}

/** Signed area, px²; with y downwards it is positive for a ring that runs clockwise on the screen. */
export function ringArea(ring: Ring): number {
  let twice = 0
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    twice += (ring[before] as number) * (ring[at + 1] as number) - (ring[at] as number) * (ring[before + 1] as number)
  }
  return twice / 2
}

/** Length of a closed ring, px. */
export function ringLength(ring: Ring): number {
  let length = 0
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    length += Math.hypot((ring[at] as number) - (ring[before] as number), (ring[at + 1] as number) - (ring[before + 1] as number))
  }
  return length
}

/** Returns the box around a ring, in its own unit. */
export function ringBox(ring: Ring): { left: number; top: number; right: number; bottom: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let at = 0; at < ring.length; at += 2) {
    left = Math.min(left, ring[at] as number)
    right = Math.max(right, ring[at] as number)
    top = Math.min(top, ring[at + 1] as number)
    bottom = Math.max(bottom, ring[at + 1] as number)
  }
  return { left, top, right, bottom }
}
