/** Converts a ring of thousands of points to a short smooth curve and to SVG path data. */
import { clamp } from '../../contract/ground/number'
import type { Ring } from './shapes'

/** A closed curve of cubic segments: x0 y0, then for each segment two control points and its end point. */
export type Curve = Float64Array

const sharp = Math.cos((30 * Math.PI) / 180)
/** A segment this many times as long as its neighbour counts as a straight side. */
const straight = 3
/** Rounds after which settled points hardly move any more. */
const settleRounds = 3

/** Squared distance of a point from the line through two points, or from the point when the two coincide. */
function offLine(ring: Ring, point: number, from: number, to: number): number {
  const ax = ring[from] as number
  const ay = ring[from + 1] as number
  const dx = (ring[to] as number) - ax
  const dy = (ring[to + 1] as number) - ay
  const px = (ring[point] as number) - ax
  const py = (ring[point + 1] as number) - ay
  const length = dx * dx + dy * dy
  if (length === 0) return px * px + py * py
  const cross = px * dy - py * dx
  return (cross * cross) / length
}

/** Ramer–Douglas–Peucker on a closed ring, without recursion. Every dropped point is within `tolerance` px of the result. */
export function simplify(ring: Ring, tolerance: number): Ring {
  const count = ring.length / 2
  if (count <= 4) return ring
  const isKept = new Uint8Array(count)
  // A ring has no end points to start from, so start from its first point and the point farthest from it.
  let opposite = 0
  let largest = -1
  for (let at = 0; at < count; at++) {
    const distance =
      ((ring[at * 2] as number) - (ring[0] as number)) ** 2 + ((ring[at * 2 + 1] as number) - (ring[1] as number)) ** 2
    if (distance > largest) {
      largest = distance
      opposite = at
    }
  }
  isKept[0] = 1
  isKept[opposite] = 1
  const limit = tolerance * tolerance
  const spans = [0, opposite, opposite, count]
  while (spans.length > 0) {
    const to = spans.pop() as number
    const from = spans.pop() as number
    let worst = -1
    let far = limit
    for (let at = from + 1; at < to; at++) {
      const off = offLine(ring, at * 2, from * 2, (to % count) * 2)
      if (off > far) {
        far = off
        worst = at
      }
    }
    if (worst < 0) continue
    isKept[worst] = 1
    spans.push(from, worst, worst, to)
  }
  const points: number[] = []
  for (let at = 0; at < count; at++) if (isKept[at]) points.push(ring[at * 2] as number, ring[at * 2 + 1] as number)
  return new Float64Array(points)
}

/**
 * Fits a smooth closed curve through all points of a simplified ring. Where the line turns by more than 30° the corner is kept,
 * because a curve would overshoot there.
 *
 * @param tolerance the tolerance of the simplification: no segment may bulge more than the points that it replaces did. Two
 * control points at a height e make a cubic bulge by 3/4 e.
 */
export function smooth(ring: Ring, tolerance: number): Curve {
  const count = ring.length / 2
  const curve = new Float64Array(2 + count * 6)
  const x = (at: number) => ring[((at + count) % count) * 2] as number
  const y = (at: number) => ring[((at + count) % count) * 2 + 1] as number
  // Tangent of the curve at each point; (0, 0) at a corner.
  const direction = new Float64Array(count * 2)
  for (let at = 0; at < count; at++) {
    const inX = x(at) - x(at - 1)
    const inY = y(at) - y(at - 1)
    const outX = x(at + 1) - x(at)
    const outY = y(at + 1) - y(at)
    const inLength = Math.hypot(inX, inY)
    const outLength = Math.hypot(outX, outY)
    if (inLength === 0 || outLength === 0) continue
    if ((inX * outX + inY * outY) / (inLength * outLength) < sharp) continue
    // Where a long side meets the first short segment of an arc, the tangent follows the side, which therefore stays straight.
    const side = inLength > straight * outLength ? 1 : outLength > straight * inLength ? 0 : null
    // This is the tangent at the middle point of the circle through three points; the nearer neighbour has more weight.
    const share = side ?? outLength / (inLength + outLength)
    const tx = (inX / inLength) * share + (outX / outLength) * (1 - share)
    const ty = (inY / inLength) * share + (outY / outLength) * (1 - share)
    const length = Math.hypot(tx, ty)
    if (length === 0) continue
    direction[at * 2] = tx / length
    direction[at * 2 + 1] = ty / length
  }
  curve[0] = x(0)
  curve[1] = y(0)
  for (let at = 0; at < count; at++) {
    const after = (at + 1) % count
    const chordX = x(after) - x(at)
    const chordY = y(after) - y(at)
    const chord = Math.hypot(chordX, chordY)
    const base = 2 + at * 6
    const handle = (dx: number, dy: number) => {
      const rise = chord === 0 ? 0 : Math.abs(dx * chordY - dy * chordX) / chord
      return Math.min(chord / 3, rise === 0 ? chord : (tolerance * 4) / 3 / rise)
    }
    const dx = direction[at * 2] as number
    const dy = direction[at * 2 + 1] as number
    const ex = direction[after * 2] as number
    const ey = direction[after * 2 + 1] as number
    const leaving = handle(dx, dy)
    const arriving = handle(ex, ey)
    curve[base] = x(at) + dx * leaving
    curve[base + 1] = y(at) + dy * leaving
    curve[base + 2] = x(after) - ex * arriving
    curve[base + 3] = y(after) - ey * arriving
    curve[base + 4] = x(after)
    curve[base + 5] = y(after)
  }
  return curve
}

/**
 * Moves the points of a simplified ring onto the middle of the points that they stand for. The simplification keeps the outermost
 * points of a line, so a curve through them would lie to one side of it. Corners stay where they are.
 *
 * @param ring the ring before its simplification to `kept`.
 */
export function settle(ring: Ring, kept: Ring, tolerance: number): Ring {
  const count = kept.length / 2
  if (count < 4) return kept
  const settled = kept.slice()
  for (let round = 0; round < settleRounds; round++) {
    const curve = smooth(settled, tolerance)
    const sums = new Float64Array(count)
    const weights = new Float64Array(count)
    let at = 0
    for (let span = 0; span < count; span++) {
      const after = (span + 1) % count
      const [x, y] = [kept[span * 2] as number, kept[span * 2 + 1] as number]
      const [dx, dy] = [(kept[after * 2] as number) - x, (kept[after * 2 + 1] as number) - y]
      const chord = dx * dx + dy * dy
      if (chord === 0) continue
      const length = Math.sqrt(chord)
      const base = span * 6
      const [endX, endY] = [kept[after * 2], kept[after * 2 + 1]]
      for (; at < ring.length && !(ring[at] === endX && ring[at + 1] === endY); at += 2) {
        const t = clamp((((ring[at] as number) - x) * dx + ((ring[at + 1] as number) - y) * dy) / chord, 0, 1)
        const u = 1 - t
        const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
        const on = (axis: number) =>
          a * (curve[base + axis] as number) +
          b * (curve[base + 2 + axis] as number) +
          c * (curve[base + 4 + axis] as number) +
          d * (curve[base + 6 + axis] as number)
        const off = (((ring[at + 1] as number) - on(1)) * dx - ((ring[at] as number) - on(0)) * dy) / length
        sums[span] = (sums[span] as number) + off * u
        weights[span] = (weights[span] as number) + u
        sums[after] = (sums[after] as number) + off * t
        weights[after] = (weights[after] as number) + t
      }
    }
    for (let point = 0; point < count; point++) {
      const before = ((point + count - 1) % count) * 2
      const after = ((point + 1) % count) * 2
      const inX = (kept[point * 2] as number) - (kept[before] as number)
      const inY = (kept[point * 2 + 1] as number) - (kept[before + 1] as number)
      const outX = (kept[after] as number) - (kept[point * 2] as number)
      const outY = (kept[after + 1] as number) - (kept[point * 2 + 1] as number)
      const [inLength, outLength] = [Math.hypot(inX, inY), Math.hypot(outX, outY)]
      if ((weights[point] as number) === 0 || (inX * outX + inY * outY) / (inLength * outLength || 1) < sharp) continue
      const shift = (sums[point] as number) / (weights[point] as number)
      const [wayX, wayY] = [inX / inLength + outX / outLength, inY / inLength + outY / outLength]
      const way = Math.hypot(wayX, wayY)
      settled[point * 2] = (settled[point * 2] as number) - (wayY / way) * shift
      settled[point * 2 + 1] = (settled[point * 2 + 1] as number) + (wayX / way) * shift
    }
  }
  return settled
}

/** Samples points along a curve, `pieces` straight lines per cubic segment; the closing point is omitted. */
export function flatten(curve: Curve, pieces = 8): Ring {
  const count = (curve.length - 2) / 6
  const points = new Float64Array(count * pieces * 2)
  let write = 0
  for (let at = 0; at < count; at++) {
    const base = at * 6
    const [x0, y0, x1, y1, x2, y2, x3, y3] = curve.subarray(base, base + 8) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    for (let piece = 0; piece < pieces; piece++) {
      const t = piece / pieces
      const u = 1 - t
      const a = u * u * u
      const b = 3 * u * u * t
      const c = 3 * u * t * t
      const d = t * t * t
      points[write++] = a * x0 + b * x1 + c * x2 + d * x3
      points[write++] = a * y0 + b * y1 + c * y2 + d * y3
    }
  }
  return points
}

/** Shortest decimal text with one decimal place, to keep paths small; the error is at most 0.05 px. */
const short = (value: number): string => {
  const text = (Math.round(value * 10) / 10).toString()
  return text === '-0' ? '0' : text
}

/** SVG path data of a closed curve. */
export function curvePath(curve: Curve): string {
  const count = (curve.length - 2) / 6
  let path = `M${short(curve[0] as number)} ${short(curve[1] as number)}C`
  for (let at = 2; at < 2 + count * 6; at++) path += (at === 2 ? '' : ' ') + short(curve[at] as number)
  return `${path}Z`
}

/** SVG path data of a closed polygon. */
export function linePath(ring: Ring): string {
  let path = ''
  for (let at = 0; at < ring.length; at += 2) {
    path += `${at === 0 ? 'M' : 'L'}${short(ring[at] as number)} ${short(ring[at + 1] as number)}`
  }
  return `${path}Z`
}

/**
 * Samples points at equal distances along a closed ring, beginning at its first point.
 *
 * @param count number of points, at least 3.
 */
export function resample(ring: Ring, count: number): Ring {
  const points = ring.length / 2
  const lengthAt = new Float64Array(points + 1)
  for (let at = 0; at < points; at++) {
    const after = (at + 1) % points
    const dx = (ring[after * 2] as number) - (ring[at * 2] as number)
    const dy = (ring[after * 2 + 1] as number) - (ring[at * 2 + 1] as number)
    lengthAt[at + 1] = (lengthAt[at] as number) + Math.hypot(dx, dy)
  }
  const total = lengthAt[points] as number
  const result = new Float64Array(count * 2)
  for (let at = 0, span = 0; at < count; at++) {
    const targetLength = (total * at) / count
    while (span < points - 1 && (lengthAt[span + 1] as number) <= targetLength) span++
    const length = (lengthAt[span + 1] as number) - (lengthAt[span] as number)
    const t = length === 0 ? 0 : (targetLength - (lengthAt[span] as number)) / length
    const after = (span + 1) % points
    result[at * 2] = (ring[span * 2] as number) * (1 - t) + (ring[after * 2] as number) * t
    result[at * 2 + 1] = (ring[span * 2 + 1] as number) * (1 - t) + (ring[after * 2 + 1] as number) * t
  }
  return result
}
