/** Makes a smooth line with directions from a line that was found in px, because reflections show every unevenness of a normal. */
import { resample } from '../outline/curve'
import { ringArea, ringLength } from '../outline/rings'
import type { Ring } from '../outline/shapes'

export interface SmoothRing {
  readonly count: number
  /** x and y alternate, mm, y upwards; the solid lies on the left. */
  readonly points: Float64Array
  /** Unit directions out of the solid. */
  readonly normals: Float64Array
  /** The same, smoothed further: how the surface shines. */
  readonly shading: Float64Array
}

export interface SmoothOptions {
  /** Whether the line goes around the solid, or around an opening in it. */
  readonly solid: 'inside' | 'outside'
  /** Standard deviation of the smoothing, mm. */
  readonly sigma: number
  /** Standard deviation of the smoothing of how the surface shines, mm: a highlight shows unevenness that the form does not. */
  readonly shadingSigma: number
  /** Points for each mm of a straight line, and for each radian of a bend. */
  readonly perMm: number
  readonly perRadian: number
  readonly least: number
  readonly most: number
}

/** Distance of the points while the line is smoothed, mm. */
const step = 0.2

/** @param ring in mm, y upwards. */
export function smoothRing(ring: Ring, options: SmoothOptions): SmoothRing {
  const { solid, sigma, shadingSigma, perMm, perRadian, least, most } = options
  const oriented = ringArea(ring) > 0 === (solid === 'inside') ? ring : reversed(ring)
  const dense = blurred(resample(oriented, Math.max(least, Math.round(ringLength(oriented) / step))), sigma / step)
  const count = dense.length / 2
  const tangents = blurred(tangentsOf(dense), sigma / step)
  const shadingTangents = blurred(tangents, shadingSigma / step)
  const angleAt = (at: number) => Math.atan2(tangents[(at % count) * 2 + 1] as number, tangents[(at % count) * 2] as number)
  // More points where the line bends, so that no corner looks like a polygon.
  const weightTo = new Float64Array(count + 1)
  for (let at = 0; at < count; at++) {
    const turn = Math.abs(Math.atan2(Math.sin(angleAt(at + 1) - angleAt(at)), Math.cos(angleAt(at + 1) - angleAt(at))))
    weightTo[at + 1] = (weightTo[at] as number) + step * perMm + turn * perRadian
  }
  const total = weightTo[count] as number
  const kept = Math.round(Math.min(most, Math.max(least, total)))
  const points = new Float64Array(kept * 2)
  const normals = new Float64Array(kept * 2)
  const shading = new Float64Array(kept * 2)
  for (let at = 0, span = 0; at < kept; at++) {
    const target = (total * at) / kept
    while (span < count - 1 && (weightTo[span + 1] as number) <= target) span++
    const t = (target - (weightTo[span] as number)) / ((weightTo[span + 1] as number) - (weightTo[span] as number))
    const [from, to] = [span * 2, ((span + 1) % count) * 2]
    const mixed = (values: Float64Array, axis: 0 | 1) =>
      (values[from + axis] as number) * (1 - t) + (values[to + axis] as number) * t
    points[at * 2] = mixed(dense, 0)
    points[at * 2 + 1] = mixed(dense, 1)
    for (const [to, from] of [
      [normals, tangents],
      [shading, shadingTangents],
    ] as const) {
      const [tx, ty] = [mixed(from, 0), mixed(from, 1)]
      const length = Math.hypot(tx, ty) || 1
      to[at * 2] = ty / length
      to[at * 2 + 1] = -tx / length
    }
  }
  return { count: kept, points, normals, shading }
}

/** Returns the ring moved into the solid, as a list of points. @param by mm. */
export function inset({ count, points, normals }: SmoothRing, by: number): Float64Array<ArrayBuffer> {
  const moved = new Float64Array(count * 2)
  for (let at = 0; at < moved.length; at++) moved[at] = (points[at] as number) - (normals[at] as number) * by
  return moved
}

export function reversed(ring: Ring): Ring {
  const turned = new Float64Array(ring.length)
  for (let at = 0; at < ring.length; at += 2) {
    turned[at] = ring[ring.length - 2 - at] as number
    turned[at + 1] = ring[ring.length - 1 - at] as number
  }
  return turned
}

function tangentsOf(ring: Ring): Float64Array {
  const tangents = new Float64Array(ring.length)
  const { length } = ring
  for (let at = 0; at < length; at += 2) {
    const [before, after] = [(at + length - 2) % length, (at + 2) % length]
    const dx = (ring[after] as number) - (ring[before] as number)
    const dy = (ring[after + 1] as number) - (ring[before + 1] as number)
    const size = Math.hypot(dx, dy) || 1
    tangents[at] = dx / size
    tangents[at + 1] = dy / size
  }
  return tangents
}

/** Gaussian mean along a closed list of pairs. */
function blurred(pairs: Float64Array, sigma: number): Float64Array {
  const count = pairs.length / 2
  const reach = Math.min(Math.ceil(sigma * 3), Math.floor((count - 1) / 2))
  const kernel = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-((at - reach) ** 2) / (2 * sigma * sigma)))
  const sum = kernel.reduce((total, weight) => total + weight, 0)
  const result = new Float64Array(pairs.length)
  for (let at = 0; at < count; at++) {
    let x = 0
    let y = 0
    for (let k = -reach; k <= reach; k++) {
      const from = ((at + k + count) % count) * 2
      const weight = kernel[k + reach] as number
      x += (pairs[from] as number) * weight
      y += (pairs[from + 1] as number) * weight
    }
    result[at * 2] = x / sum
    result[at * 2 + 1] = y / sum
  }
  return result
}
