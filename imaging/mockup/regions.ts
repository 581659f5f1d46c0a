/** Divides the picture of a case into where the design shows, the cameras inside of it, and what lies around the case. */

import { ringBox } from '../outline/rings'
import type { Ring } from '../outline/shapes'
import type { Plane } from '../pixels/blur'
import { edgeDistance } from '../pixels/edge-distance'

/** How much of the design shows at each px: 0 covered, 255 fully. */
export interface CaseMask {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array<ArrayBuffer>
}

export interface CaseDistances {
  readonly width: number
  readonly height: number
  /** The case without its surroundings, cameras included: 255 inside, antialiased. */
  readonly inside: Uint8Array<ArrayBuffer>
  /** Distance from the edge of the case, px, at most the cap; about 0 on the edge and negative outside. */
  readonly edge: Float32Array<ArrayBuffer>
  /** Distance from the nearest camera, px, at most the cap; the cap everywhere if there is none. */
  readonly camera: Float32Array<ArrayBuffer>
}

/** Cover from which a px does not belong to the case; half transparent rims and shines of a wireframe do. */
const opaque = 224
/** Cameras lie in this upper part of a case; what is covered below it are pictures on the case. */
const cameraPart = 1 / 3
/** Everything beyond the picture counts as outside, so that a case without a border ends at the picture's edge. */
const pad = 1

/** Whether a ring lies where a case has its cameras. @param outline of the case, in the same unit. */
export function liesAtCameras(ring: Ring, outline: Ring): boolean {
  const { top, bottom } = ringBox(outline)
  const box = ringBox(ring)
  return (box.top + box.bottom) / 2 < top + (bottom - top) * cameraPart
}

/** @param cap largest distance of interest, px. */
export function caseDistances({ width, height, data }: CaseMask, cap: number): CaseDistances {
  const size = { width: width + 2 * pad, height: height + 2 * pad }
  const covered = new Uint8Array(size.width * size.height).fill(255)
  for (let y = 0; y < height; y++) {
    const to = (y + pad) * size.width + pad
    for (let x = 0; x < width; x++) covered[to + x] = 255 - (data[y * width + x] as number)
  }
  const isOutside = floodFromCorner(covered, size)
  leaveOutSurroundings(covered, isOutside, size)
  coverSeams(covered, isOutside, size)
  const planeOf = (valueAt: (covered: number, at: number) => number): Plane => {
    // `Float32Array.from` would take ten times as long.
    const data = new Float32Array(covered.length)
    for (let at = 0; at < data.length; at++) data[at] = valueAt(covered[at] as number, at)
    return { ...size, left: 0, top: 0, right: size.width, bottom: size.height, data }
  }
  const outside = planeOf((value, at) => (isOutside[at] === 1 ? value : 0))
  // A rim or a shine that is drawn over the design is no camera.
  const cameras = planeOf((value, at) => (isOutside[at] === 0 && value >= opaque ? 255 : 0))
  const inside = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const from = (y + pad) * size.width + pad + x
      inside[at] = isOutside[from] === 1 ? 255 - (covered[from] as number) : 255
    }
  }
  return {
    width,
    height,
    inside,
    edge: cropped(edgeDistance(outside, cap), size.width, width, height),
    camera: cropped(edgeDistance(cameras, cap), size.width, width, height),
  }
}

/** Marks the px that are connected with the first one through covered px, and the antialiased px beside them. */
function floodFromCorner(covered: Uint8Array, { width, height }: { width: number; height: number }): Uint8Array {
  const marked = new Uint8Array(covered.length)
  const stack = new Int32Array(covered.length)
  let count = 1
  marked[0] = 1
  while (count > 0) {
    const at = stack[--count] as number
    const x = at % width
    const neighbours = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]
    for (const next of neighbours) {
      if (next < 0 || next >= width * height || marked[next] === 1) continue
      const value = covered[next] as number
      if (value === 0) continue
      marked[next] = 1
      if (value >= opaque) stack[count++] = next
    }
  }
  return marked
}

/** Cover up to which a px is taken as empty: less than the rims and shines of a wireframe have. */
const empty = 64

/**
 * Takes what is empty around the body of the case as outside: a picture over the design that shows the body alone is transparent in its
 * corners, or all around. The empty px that are connected with a corner are the surroundings as long as they are not most of what
 * shows: then nothing separates them from the design, and the case ends where the picture does.
 */
function leaveOutSurroundings(
  covered: Uint8Array,
  isOutside: Uint8Array,
  { width, height }: { width: number; height: number },
): void {
  const right = width - 1 - pad
  const bottom = height - 1 - pad
  const corners = [
    [pad, pad],
    [right, pad],
    [pad, bottom],
    [right, bottom],
  ] as const
  const isAround = new Uint8Array(covered.length)
  const found: number[] = []
  const take = (at: number) => {
    if ((covered[at] as number) > empty || isAround[at] === 1) return
    isAround[at] = 1
    found.push(at)
  }
  for (const [x, y] of corners) take(y * width + x)
  // The padding is covered, so that no step leaves the picture.
  for (let next = 0; next < found.length; next++) {
    const at = found[next] as number
    for (const step of [-1, 1, -width, width]) take(at + step)
  }
  if (found.length === 0) return
  let shown = 0
  for (const value of covered) if (value <= empty) shown++
  if (found.length * 2 >= shown) return
  for (const at of found) {
    for (const step of [-1, 1, -width, width]) {
      const beside = at + step
      const value = covered[beside] as number
      if (isAround[beside] === 1 || isOutside[beside] === 1 || value === 255) continue
      // The antialiased edge of the body: as much of it is inside as is covered.
      isOutside[beside] = 1
      covered[beside] = 255 - value
    }
  }
  for (const at of found) {
    isOutside[at] = 1
    covered[at] = 255
  }
}

/** An antialiased edge of the case lies so close to the case, px. */
const edgeReach = 2

/**
 * Covers what shows a little far from the case: where the pictures over and under the design end along one line, neither covers its
 * antialiased px fully, and they would stand around the case as a thin line.
 */
function coverSeams(covered: Uint8Array, isOutside: Uint8Array, { width, height }: { width: number; height: number }): void {
  const isBesideCase = (at: number): boolean => {
    const [x, y] = [at % width, Math.floor(at / width)]
    for (let row = Math.max(0, y - edgeReach); row <= Math.min(height - 1, y + edgeReach); row++) {
      for (let column = Math.max(0, x - edgeReach); column <= Math.min(width - 1, x + edgeReach); column++) {
        if (isOutside[row * width + column] === 0) return true
      }
    }
    return false
  }
  for (let at = 0; at < covered.length; at++) {
    if (isOutside[at] === 1 && (covered[at] as number) < 255 && !isBesideCase(at)) covered[at] = 255
  }
}

function cropped(from: Float32Array, stride: number, width: number, height: number): Float32Array<ArrayBuffer> {
  const to = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const start = (y + pad) * stride + pad
    to.set(from.subarray(start, start + width), y * width)
  }
  return to
}
