/** Draws the four stroke styles as paths around a picture's shape. */
import { clamp } from '../../contract/ground/number'
import { secondLine } from '../../contract/rules/limits'
import { type Curve, curvePath, flatten, linePath, resample, settle, simplify, smooth } from './curve'
import { ringArea, ringLength, ringsAt } from './rings'
import type { DistanceField, Ring } from './shapes'

export type StrokeStyle = 'SOLID' | 'DOUBLE_SOLID' | 'DASHED' | 'ZIGZAG'

/** Stroke settings as the seller enters them. Lengths are in units of `pxPerUnit` picture px; opacities are 0 to 100. */
export interface StrokeSettings {
  readonly style: StrokeStyle
  readonly color: string
  readonly width: number
  readonly opacity: number
  readonly offset: number
  readonly color2?: string | undefined
  readonly width2?: number | undefined
  readonly opacity2?: number | undefined
}

/** One painted line of a stroke; picture px. */
export interface StrokePath {
  readonly d: string
  readonly color: string
  readonly width: number
  /** 0 to 1. */
  readonly opacity: number
  readonly dash?: readonly [number, number]
  readonly join: 'round' | 'miter'
}

/** Distance by which a line extends under the picture's soft edge, px; otherwise a seam shows between the two. */
const underEdge = 3
/** Half a px: a pixel of the shape extends this far from its centre, and distances count from centres. */
const edge = 0.5
/** Rings around holes smaller than this many squared widths are dropped: they would only show as blots. */
const smallestHole = 4
/** Dash and gap in line widths. The pattern is stretched until it closes without a broken dash. */
const dashLengths: readonly [number, number] = [3, 2]
/**
 * Permitted error of a line, px. The shape is known in whole px only, and steps of L px in its edge leave ripples of about L²/8d px
 * in a line at distance d: a line near the shape need not follow them, a farther one has smaller ones.
 */
const toleranceAt = (distance: number): number => clamp(8 / distance, 0.2, 0.4)

/** Largest distance from the picture any line of these settings reaches, picture px. */
export function reachOf(stroke: StrokeSettings, pxPerUnit: number): number {
  const outer = stroke.style === 'DOUBLE_SOLID' ? (stroke.width2 ?? secondLine.width2) : 0
  return (stroke.offset + stroke.width + outer) * pxPerUnit + edge
}

/** Returns whether a point lies inside a ring (crossing number). */
function containsPoint(ring: Ring, x: number, y: number): boolean {
  let inside = false
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const [ax, ay] = [ring[before] as number, ring[before + 1] as number]
    const [bx, by] = [ring[at] as number, ring[at + 1] as number]
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
  }
  return inside
}

/**
 * Lines along the middle of a band that begins at the shape. A hole too small for such a line gets a line along its edge instead,
 * whose half width covers the hole.
 */
function closeLines(field: DistanceField, middle: number): Ring[] {
  const lines = ringsAt(field, middle)
  const closed = ringsAt(field, edge / 2).filter(
    (hole) =>
      ringArea(hole) > 0 &&
      !lines.some((ring) => ringArea(ring) > 0 && containsPoint(hole, ring[0] as number, ring[1] as number)),
  )
  return [...lines, ...closed]
}

/** Rings at a distance, for lines with gaps, without the blots of tiny holes. */
function linesAt(field: DistanceField, distance: number, width: number): Ring[] {
  const least = smallestHole * width * width
  return ringsAt(field, distance).filter((ring) => {
    const area = ringArea(ring)
    return area < 0 || area > least
  })
}

function curveOf(ring: Ring, distance: number): Curve {
  const tolerance = toleranceAt(distance)
  return smooth(settle(ring, simplify(ring, tolerance), tolerance), tolerance)
}

interface Band {
  readonly from: number
  readonly to: number
  readonly color: string
  readonly opacity: number
}

/** Draws a band between two distances as one line along its middle. */
function bandPath(field: DistanceField, { from, to, color, opacity }: Band): StrokePath | null {
  const middle = Math.max((from + to) / 2, edge / 2)
  const width = 2 * (to - middle)
  const lines = from < edge ? closeLines(field, middle) : ringsAt(field, middle)
  const d = lines.map((ring) => curvePath(curveOf(ring, middle))).join('')
  return d === '' ? null : { d, color, width, opacity: opacity / 100, join: 'round' }
}

function dashedPaths(field: DistanceField, { from, to, color, opacity }: Band): StrokePath[] {
  const width = to - from
  const [dash, gap] = dashLengths
  const middle = (from + to) / 2
  return linesAt(field, middle, width).map((ring) => {
    const curve = curveOf(ring, middle)
    const length = ringLength(flatten(curve))
    const turnCount = Math.max(1, Math.round(length / ((dash + gap) * width)))
    const unit = length / (turnCount * (dash + gap))
    return { d: curvePath(curve), color, width, opacity: opacity / 100, dash: [dash * unit, gap * unit], join: 'round' }
  })
}

function zigzagPath(field: DistanceField, { from, to, color, opacity }: Band): StrokePath | null {
  const band = to - from
  const line = Math.max(1, band * 0.3)
  const swing = Math.max(0.5, (band - line) / 2)
  const middle = (from + to) / 2
  const d = linesAt(field, middle, band)
    .map((ring) => linePath(zigzag(flatten(curveOf(ring, middle)), Math.max(2, band * 0.8), swing)))
    .join('')
  return d === '' ? null : { d, color, width: line, opacity: opacity / 100, join: 'miter' }
}

/** Points alternately to the left and right of a ring; their number is even, so that the line closes. */
function zigzag(ring: Ring, step: number, swing: number): Ring {
  const count = Math.max(4, 2 * Math.round(ringLength(ring) / step / 2))
  const points = resample(ring, count)
  const result = new Float64Array(points.length)
  for (let at = 0; at < count; at++) {
    const before = ((at - 1 + count) % count) * 2
    const after = ((at + 1) % count) * 2
    const dx = (points[after] as number) - (points[before] as number)
    const dy = (points[after + 1] as number) - (points[before + 1] as number)
    const length = Math.hypot(dx, dy) || 1
    const side = at % 2 === 0 ? swing : -swing
    result[at * 2] = (points[at * 2] as number) - (dy / length) * side
    result[at * 2 + 1] = (points[at * 2 + 1] as number) + (dx / length) * side
  }
  return result
}

/**
 * Paints a stroke around a shape, the lowest line first. All lines belong under the picture.
 *
 * @param pxPerUnit picture px per unit of the settings: how many px of the file make one px of the canvas.
 */
export function strokePaths(field: DistanceField, stroke: StrokeSettings, pxPerUnit: number): StrokePath[] {
  const near = stroke.offset * pxPerUnit + edge
  const far = near + stroke.width * pxPerUnit
  const under = Math.max(near - underEdge, edge - underEdge)
  const first: Band = { from: near, to: far, color: stroke.color, opacity: stroke.opacity }
  const solid = stroke.offset * pxPerUnit < underEdge ? { ...first, from: under } : first
  const painted = (path: StrokePath | null): StrokePath[] => (path === null ? [] : [path])
  switch (stroke.style) {
    case 'SOLID':
      return painted(bandPath(field, solid))
    case 'DOUBLE_SOLID': {
      const to = far + (stroke.width2 ?? secondLine.width2) * pxPerUnit
      // The second line extends slightly under an opaque first line, so that no seam shows between the two.
      const from = stroke.opacity === 100 ? Math.max(near, far - 1) : far
      const outer: Band = { from, to, color: stroke.color2 ?? secondLine.color2, opacity: stroke.opacity2 ?? secondLine.opacity2 }
      return [...painted(bandPath(field, outer)), ...painted(bandPath(field, solid))]
    }
    case 'DASHED':
      return dashedPaths(field, first)
    case 'ZIGZAG':
      return painted(zigzagPath(field, first))
  }
}
