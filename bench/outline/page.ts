/**
 * Both sides of the outline benchmark in one page: the product's outliner and client, and OpenCV's distance transform and
 * contours.
 */
import { maskDefaults } from '../../imaging/outline/mask'
import { createOutliner } from '../../imaging/outline/outline'
import { createOutlineClient } from '../../imaging/outline/outline-client'
import { TooComplexError } from '../../imaging/outline/rings'
import type { Pixels } from '../../imaging/outline/shapes'
import type { StrokeSettings } from '../../imaging/outline/stroke'

/** The outline runs along the middle of the line, which begins half a px outside the shape's pixel centres. */
const stroke: StrokeSettings = { style: 'SOLID', color: '#ff0000', offset: 35, width: 10, opacity: 100 }
const distance = 40.5

interface Mat {
  delete(): void
}
/** The part of OpenCV's API that is used here; a plain script brings no types. */
interface OpenCv {
  readonly [name: string]: unknown
  Mat: new () => Mat
  MatVector: new () => Mat & { get(index: number): Mat; size(): number }
  Scalar: new (value: number) => unknown
  matFromArray(rows: number, cols: number, type: unknown, data: ArrayLike<number>): Mat
  threshold(from: Mat, to: Mat, at: number, value: number, type: unknown): void
  copyMakeBorder(
    from: Mat,
    to: Mat,
    top: number,
    bottom: number,
    left: number,
    right: number,
    type: unknown,
    color: unknown,
  ): void
  distanceTransform(from: Mat, to: Mat, type: unknown, mask: unknown): void
  findContours(from: Mat, contours: Mat, hierarchy: Mat, mode: unknown, method: unknown): void
}
declare const cv: OpenCv

/** Returns the signed distance to the sticker's outline in px, negative inside: a cloud with a hole, and an island beside it. */
function sticker(x: number, y: number, size: number): number {
  const u = (x / size) * 2000
  const v = (y / size) * 2000
  const circle = (cx: number, cy: number, r: number) => Math.hypot(u - cx, v - cy) - r
  const cloud = Math.min(circle(760, 900, 430), circle(1180, 820, 360), circle(980, 1290, 400), circle(520, 1290, 230))
  const hole = circle(940, 960, 150)
  return Math.min(Math.max(cloud, -hole), circle(1660, 1560, 170))
}

/** Draws the sticker with 6 px of soft alpha at every edge, and 300 specks that are too small to be outlined. */
function stickerPixels(size: number, specks = 300): Pixels {
  const data = new Uint8ClampedArray(size * size * 4)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const at = (y * size + x) * 4
      data[at] = 240
      data[at + 3] = 255 * (0.5 - sticker(x, y, size) / 6)
    }
  }
  let seed = 11
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return (seed >> 8) % below
  }
  for (let speck = 0; speck < specks; speck++) {
    const [left, top, side] = [random(size - 8), random(size - 8), 1 + random(6)]
    if (sticker(left, top, size) < 20) continue
    for (let y = top; y < top + side; y++) for (let x = left; x < left + side; x++) data[(y * size + x) * 4 + 3] = 255
  }
  return { data, width: size, height: size }
}

const ours = (pixels: Pixels) => createOutliner(pixels).stroke(stroke, 1)?.svg ?? ''

/** Returns how many contours OpenCV finds, and the characters of a path through their points; writing it would take additional time. */
function peer({ data, width, height }: Pixels, isMeasured = false): { readonly contours: number; readonly characters: number } {
  const used: Mat[] = []
  const mat = () => {
    const result = new cv.Mat()
    used.push(result)
    return result
  }
  const opacities = new Uint8Array(width * height)
  for (let at = 0; at < opacities.length; at++) opacities[at] = data[at * 4 + 3] ?? 0
  const alpha = cv.matFromArray(height, width, cv.CV_8UC1, opacities)
  const [padded, field, ring, bytes, hierarchy] = [mat(), mat(), mat(), mat(), mat()]
  const contours = new cv.MatVector()
  // OpenCV measures distances to zero pixels, so the shape must be zero.
  cv.threshold(alpha, alpha, maskDefaults.threshold - 1, 255, cv.THRESH_BINARY_INV)
  const pad = Math.ceil(distance) + 2
  cv.copyMakeBorder(alpha, padded, pad, pad, pad, pad, cv.BORDER_CONSTANT, new cv.Scalar(255))
  cv.distanceTransform(padded, field, cv.DIST_L2, cv.DIST_MASK_PRECISE)
  cv.threshold(field, ring, distance, 255, cv.THRESH_BINARY_INV)
  ;(ring as unknown as { convertTo(to: Mat, type: unknown): void }).convertTo(bytes, cv.CV_8U)
  cv.findContours(bytes, contours, hierarchy, cv.RETR_CCOMP, cv.CHAIN_APPROX_NONE)
  let characters = 0
  for (let at = 0; isMeasured && at < contours.size(); at += 1) {
    const { data32S } = contours.get(at) as Mat & { readonly data32S: Int32Array }
    characters += `M${data32S.join(' ')}z`.length
  }
  const count = contours.size()
  for (const one of [...used, alpha, contours]) one.delete()
  return { contours: count, characters }
}

const timed = (work: () => unknown): number => {
  const start = performance.now()
  work()
  return performance.now() - start
}

/**
 * Returns the mean difference between the requested distance and the distance of points on the path to the nearest pixel of the
 * shape.
 */
function meanError(size: number): { mean: number; points: number; rings: number } {
  const [d = ''] = /(?<= d=")[^"]*/.exec(ours(stickerPixels(size))) ?? []
  const rim: number[] = []
  const { data } = stickerPixels(size, 0)
  const inside = (x: number, y: number) => (data[(y * size + x) * 4 + 3] ?? 0) >= maskDefaults.threshold
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (inside(x, y) && !(inside(x - 1, y) && inside(x + 1, y) && inside(x, y - 1) && inside(x, y + 1))) rim.push(x, y)
    }
  }
  const element = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  let sum = 0
  let points = 0
  const rings = d.split(/(?=M)/)
  for (const ring of rings) {
    element.setAttribute('d', ring)
    const length = element.getTotalLength()
    for (let along = 0; along < length; along += 7) {
      const { x, y } = element.getPointAtLength(along)
      let nearest = Number.POSITIVE_INFINITY
      // Path coordinates start at the corners of pixels, rim coordinates at their centres.
      for (let at = 0; at < rim.length; at += 2) {
        nearest = Math.min(nearest, (x - 0.5 - (rim[at] ?? 0)) ** 2 + (y - 0.5 - (rim[at + 1] ?? 0)) ** 2)
      }
      sum += Math.abs(Math.sqrt(nearest) - distance)
      points++
    }
  }
  return { mean: sum / points, points, rings: rings.length }
}

/** Returns the milliseconds of each slider step as the designer makes them: through the worker, at half the resolution. */
async function previewSteps(pixels: Pixels, widths: readonly number[]): Promise<number[]> {
  const client = createOutlineClient(() => new Worker('/worker.js'))
  const image = await createImageBitmap(new ImageData(new Uint8ClampedArray(pixels.data), pixels.width, pixels.height))
  const bitmap = (longest: number) => createImageBitmap(image, { resizeWidth: longest, resizeHeight: longest })
  const steps: number[] = []
  // On a canvas 500 px wide, placedWidth 500 makes the picture as wide as the canvas.
  for (const width of widths) {
    const start = performance.now()
    await client.outline({ key: 'sticker', bitmap, stroke: { ...stroke, offset: 0, width }, placedWidth: 500, draft: true })
    steps.push(performance.now() - start)
  }
  client.dispose()
  return steps
}

/** Milliseconds until pixels of random opacity, which have no shape, are refused. */
function noiseRefused(size: number): number {
  const data = new Uint8ClampedArray(size * size * 4)
  let seed = 7
  for (let at = 3; at < data.length; at += 4) {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    data[at] = (seed >> 16) & 255
  }
  const noise = { data, width: size, height: size }
  return timed(() => {
    try {
      createOutliner(noise).stroke({ ...stroke, style: 'DASHED', offset: 0, width: 1 }, 1)
    } catch (error) {
      if (error instanceof TooComplexError) return
      throw error
    }
    throw new Error('noise was outlined')
  })
}

const pixels = stickerPixels(2000)
const bench = {
  ours: () => timed(() => ours(pixels)),
  peer: () => timed(() => peer(pixels)),
  contours: () => peer(pixels, true),
  pathLength: () => ours(pixels).length,
  meanError: () => meanError(2000),
  noiseRefused: () => noiseRefused(2000),
  previewSteps: (widths: readonly number[]) => previewSteps(pixels, widths),
}
export type OutlineBench = typeof bench
Object.assign(globalThis, { bench })
