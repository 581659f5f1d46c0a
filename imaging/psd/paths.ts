/**
 * Rasterizes vector masks. For a pixel layer Photoshop stores a vector mask only as Bézier paths, without pixels. They are
 * flattened to lines and filled by scan lines: exact along a row, with eight scan lines per row.
 */
import type { Box, Mask } from '../pixels/raster'

export interface VectorPath {
  /** Operation that combines it with the paths before it; null when it belongs to the same group as the path before it. */
  readonly operation: 'exclude' | 'combine' | 'subtract' | 'intersect' | null
  readonly evenOdd: boolean
  /** The end and the beginning are joined by a straight line, whatever their control points are. */
  readonly open: boolean
  /** Control point before, anchor and control point after of each knot; x and y from 0 to 1 of the canvas. */
  readonly knots: readonly (readonly number[])[]
}

export interface VectorMask {
  readonly paths: readonly VectorPath[]
  readonly invert: boolean
  /** True when everything is covered if there is no path at all. */
  readonly startsFull: boolean
  /** 0 to 1; below 1 the hidden area is partly visible. */
  readonly density: number
  /** Feather radius, px; not rendered. */
  readonly feather: number
}

/** Scan lines per row. */
const lines = 8
/** Lines per curve: the error is 0.1 px on curves of 200 px. */
const segments = 24

interface Edge {
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

function edgesOf({ knots, open }: VectorPath, width: number, height: number): Edge[] {
  const edges: Edge[] = []
  for (const [index, knot] of knots.entries()) {
    const next = knots[(index + 1) % knots.length] ?? knot
    const [, , ax = 0, ay = 0, outX = 0, outY = 0] = knot
    const [inX = 0, inY = 0, dx = 0, dy = 0] = next
    const straight = open && index === knots.length - 1
    const [bx, by, cx, cy] = straight ? [ax, ay, dx, dy] : [outX, outY, inX, inY]
    let [fromX, fromY] = [ax * width, ay * height]
    for (let step = 1; step <= segments; step++) {
      const t = step / segments
      const u = 1 - t
      const weights = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t] as const
      const x = (weights[0] * ax + weights[1] * bx + weights[2] * cx + weights[3] * dx) * width
      const y = (weights[0] * ay + weights[1] * by + weights[2] * cy + weights[3] * dy) * height
      if (y !== fromY) edges.push({ x0: fromX, y0: fromY, x1: x, y1: y })
      ;[fromX, fromY] = [x, y]
    }
  }
  return edges
}

/** Adds a span of one scan line to a row of the box; pixels at its ends count by their covered share. */
function addSpan(row: Float32Array, from: number, to: number): void {
  const start = Math.max(0, from)
  const end = Math.min(row.length, to)
  for (let x = Math.floor(start); x < end; x++) {
    row[x] = (row[x] ?? 0) + (Math.min(end, x + 1) - Math.max(start, x)) / lines
  }
}

/** Coverage of one group of paths that are filled together, 0 to 1 per px. */
function cover(paths: readonly VectorPath[], box: Box, width: number, height: number): Float32Array {
  const across = box.right - box.left
  const covered = new Float32Array(across * (box.bottom - box.top))
  const edges = paths.flatMap((path) => edgesOf(path, width, height))
  const evenOdd = paths[0]?.evenOdd ?? true
  // Edges by the row they begin in, so that a scan line checks only edges that it may cross.
  const starting = new Map<number, Edge[]>()
  for (const edge of edges) {
    const row = Math.max(box.top, Math.floor(Math.min(edge.y0, edge.y1)))
    const list = starting.get(row)
    if (list === undefined) starting.set(row, [edge])
    else list.push(edge)
  }
  let active: Edge[] = []
  for (let y = box.top; y < box.bottom; y++) {
    active = active.filter(({ y0, y1 }) => Math.max(y0, y1) > y).concat(starting.get(y) ?? [])
    if (active.length === 0) continue
    const row = covered.subarray((y - box.top) * across, (y - box.top + 1) * across)
    for (let line = 0; line < lines; line++) {
      const at = y + (line + 0.5) / lines
      const crossings = active
        .filter(({ y0, y1 }) => (y0 <= at && at < y1) || (y1 <= at && at < y0))
        .map(({ x0, y0, x1, y1 }) => ({ x: x0 + ((x1 - x0) * (at - y0)) / (y1 - y0) - box.left, direction: y0 < y1 ? 1 : -1 }))
        .sort((a, b) => a.x - b.x)
      let winding = 0
      for (const [index, { x, direction }] of crossings.entries()) {
        const inside = evenOdd ? index % 2 === 1 : winding !== 0
        if (inside) addSpan(row, crossings[index - 1]?.x ?? x, x)
        winding += direction
      }
    }
  }
  return covered
}

const meet: Readonly<Record<NonNullable<VectorPath['operation']>, (before: number, path: number) => number>> = {
  combine: (before, path) => before + path - before * path,
  subtract: (before, path) => before * (1 - path),
  intersect: (before, path) => before * path,
  exclude: (before, path) => before + path - 2 * before * path,
}

/** Coverage of a vector mask within a box of a canvas of this size. */
export function coverage({ paths, invert, startsFull, density }: VectorMask, box: Box, width: number, height: number): Mask {
  const groups: VectorPath[][] = []
  for (const path of paths) {
    if (path.knots.length < 2) continue
    const last = groups[groups.length - 1]
    if (path.operation === null && last !== undefined) last.push(path)
    else groups.push([path])
  }
  // A first group that subtracts or intersects starts from full coverage; one that adds starts from none.
  const first = groups[0]?.[0]?.operation
  const full = groups.length === 0 ? startsFull : first === 'subtract' || first === 'intersect'
  const amounts = new Float32Array((box.right - box.left) * (box.bottom - box.top)).fill(full ? 1 : 0)
  for (const group of groups) {
    const covered = cover(group, box, width, height)
    const join = meet[group[0]?.operation ?? 'combine']
    for (let at = 0; at < amounts.length; at++) amounts[at] = join(amounts[at] ?? 0, Math.min(1, covered[at] ?? 0))
  }
  const data = new Uint8Array(amounts.length)
  for (let at = 0; at < data.length; at++) {
    const amount = amounts[at] ?? 0
    data[at] = Math.round((1 - density * (invert ? amount : 1 - amount)) * 255)
  }
  return { ...box, data }
}
