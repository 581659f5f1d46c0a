/** Finds the lines of a case in its mask: its outline, the openings for cameras, and what else is covered on its back. */
import { clamp } from '../../contract/ground/number'
import { type CaseMask, caseDistances, liesAtCameras } from '../mockup/regions'
import { ringArea, ringBox, ringsAt } from '../outline/rings'
import type { DistanceField, Ring } from '../outline/shapes'
import type { Plane } from '../pixels/blur'
import { edgeDistance } from '../pixels/edge-distance'
import { caseSizes } from './profile'
import { CaseModelError, type MillimetreRing, type Millimetres } from './types'

export interface CaseRings {
  readonly outline: MillimetreRing
  readonly holes: readonly MillimetreRing[]
  readonly covers: readonly MillimetreRing[]
}

/** No corner may be tighter than the widest part that is swept along its inside, mm; else the swept surface would fold. */
const tightest = { outline: 2.6, opening: 0.8 } as const
/** Flat back that stays between the edge of an opening and the rounded edge of the case, mm. */
const land = 0.3
/** Smaller openings are dirt in a picture, mm². */
const leastOpening = 2
/** A case is at least so large, mm, and has one piece: a second one of this share of the first is no dirt. */
const leastSide = 20
const largestRest = 0.15
/** More openings would take too many triangles. */
const mostOpenings = 8
/** Of the back, more than this may not be covered. */
const mostCovered = 0.6
/** Shallower dents in the outline are drawings of keys, mm. */
const deepestDent = 0.6
/** Px without a case around the mask, so that every line is closed. */
const pad = 3

/**
 * @param mask of the whole picture of a wireframe; 4 to 6 px a mm give lines within 0.1 mm.
 * @throws CaseModelError
 */
export function caseRings(mask: CaseMask, { widthMm, heightMm }: Millimetres): CaseRings {
  const perMm = mask.height / heightMm
  const padded = withBorder(mask)
  const { edge, camera } = caseDistances(padded, (tightest.outline + 1) * perMm)
  const toMm = (ring: Ring): MillimetreRing => {
    const moved = new Float64Array(ring.length)
    for (let at = 0; at < ring.length; at += 2) {
      moved[at] = (((ring[at] as number) - pad) * widthMm) / mask.width
      moved[at + 1] = (((ring[at + 1] as number) - pad) * heightMm) / mask.height
    }
    return moved
  }
  const inMm = (distance: Float32Array<ArrayBuffer>, radius: number) =>
    roundedRings(distance, padded, radius * perMm)
      .map((ring) => ({ ring: toMm(ring), area: -ringArea(toMm(ring)) }))
      .sort((a, b) => Math.abs(b.area) - Math.abs(a.area))

  const pieces = inMm(edge, tightest.outline).filter(({ area }) => area > 0)
  const [main, second] = pieces
  if (main === undefined) throw new CaseModelError('线框图里没有找到手机壳的轮廓')
  const { left, top, right, bottom } = ringBox(main.ring)
  if (Math.min(right - left, bottom - top) < leastSide) throw new CaseModelError('线框图里的手机壳太小，看不出轮廓')
  if (second !== undefined && second.area > largestRest * main.area) {
    throw new CaseModelError('线框图由分开的几块组成，没有一个完整的手机壳')
  }

  // An opening may not reach into the rounded edge of the case.
  const reach = (caseSizes.edge + caseSizes.opening + land) * perMm
  const openings = camera.map((value, at) => Math.max(value, reach - (edge[at] as number)))
  const covered = inMm(openings, tightest.opening).filter(
    ({ ring, area }) => area < -leastOpening && isAround(main.ring, ring[0] as number, ring[1] as number),
  )
  const holes = covered.filter(({ ring }) => liesAtCameras(ring, main.ring)).slice(0, mostOpenings)
  if (-covered.reduce((sum, { area }) => sum + area, 0) > mostCovered * main.area) {
    throw new CaseModelError('线框图遮住了背面的大部分，没有可以看的手机壳')
  }
  return {
    outline: withoutDents(main.ring),
    holes: holes.map(({ ring }) => ring),
    covers: covered.filter((one) => !holes.includes(one)).map(({ ring }) => ring),
  }
}

/**
 * The line where a distance is 0, with all corners of the solid at least as round as a circle of the radius: the solid is
 * eroded by the radius and dilated again (an opening, Serra, Image Analysis and Mathematical Morphology, 1982).
 *
 * @param distance into the solid, px. @param radius px.
 */
function roundedRings(distance: Float32Array<ArrayBuffer>, { width, height }: CaseMask, radius: number): Ring[] {
  const eroded: Plane = {
    width,
    height,
    left: 0,
    top: 0,
    right: width,
    bottom: height,
    data: distance.map((value) => 255 * clamp(value - radius + 0.5, 0, 1)),
  }
  const squared = edgeDistance(eroded, radius + 2).map((value) => Math.max(0, value) ** 2)
  // A line may pass anywhere.
  const band = {
    start: new Int32Array(height),
    end: new Int32Array(height).fill(width),
    row: Int32Array.from({ length: height }, (_, y) => y),
    count: height,
  }
  const field: DistanceField = { squared, band, width, height, left: 0, top: 0, reach: radius + 2 }
  return ringsAt(field, radius)
}

/**
 * Makes the sides straight where drawings of keys bite into them: a part that lies at most `deepestDent` inside of the convex hull is
 * replaced by the hull (found as by Andrew, Another Efficient Algorithm for Convex Hulls, 1979).
 */
function withoutDents(ring: MillimetreRing): MillimetreRing {
  const count = ring.length / 2
  const x = (at: number) => ring[at * 2] as number
  const y = (at: number) => ring[at * 2 + 1] as number
  const turn = (a: number, b: number, c: number) => (x(b) - x(a)) * (y(c) - y(a)) - (y(b) - y(a)) * (x(c) - x(a))
  const sorted = Array.from({ length: count }, (_, at) => at).sort((a, b) => x(a) - x(b) || y(a) - y(b))
  const half = (points: readonly number[]) => {
    const chain: number[] = []
    for (const point of points) {
      while (chain.length > 1 && turn(chain[chain.length - 2] as number, chain[chain.length - 1] as number, point) <= 0)
        chain.pop()
      chain.push(point)
    }
    return chain
  }
  const hull = [...new Set([...half(sorted), ...half(sorted.reverse())])].sort((a, b) => a - b)
  const kept: number[] = []
  for (const [at, from] of hull.entries()) {
    const to = hull[(at + 1) % hull.length] as number
    const between = Array.from({ length: (to - from + count) % count || count }, (_, step) => (from + step) % count).slice(1)
    const side = Math.hypot(x(to) - x(from), y(to) - y(from))
    const isDeep = between.some((point) => Math.abs(turn(from, to, point)) > deepestDent * side)
    for (const point of isDeep ? [from, ...between] : [from]) kept.push(x(point), y(point))
  }
  return Float64Array.from(kept)
}

function withBorder({ width, height, data }: CaseMask): CaseMask {
  const padded = {
    width: width + 2 * pad,
    height: height + 2 * pad,
    data: new Uint8Array((width + 2 * pad) * (height + 2 * pad)),
  }
  for (let y = 0; y < height; y++) padded.data.set(data.subarray(y * width, (y + 1) * width), (y + pad) * padded.width + pad)
  return padded
}

/** Whether a point is inside of a ring, by the crossings of a ray. */
function isAround(ring: MillimetreRing, x: number, y: number): boolean {
  let inside = false
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    const [ay, by] = [ring[at + 1] as number, ring[before + 1] as number]
    if (ay > y === by > y) continue
    const [ax, bx] = [ring[at] as number, ring[before] as number]
    if (x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside
  }
  return inside
}
