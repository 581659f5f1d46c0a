/** Draws a picture through a homography: every px of the result is the mean of several samples, so edges stay smooth. */
import { type Homography, inverse, project } from './pose'

export interface Pixels {
  readonly width: number
  readonly height: number
  /** RGBA, straight alpha. */
  readonly data: Uint8ClampedArray<ArrayBuffer>
}

/** Samples per side of a px. */
const samples = 2

/** @param toTarget from px of the source to px of the target. */
export function warp(source: Pixels, toTarget: Homography, target: { readonly width: number; readonly height: number }): Pixels {
  const fromTarget = inverse(toTarget)
  const { width, height } = target
  const data = new Uint8ClampedArray(width * height * 4)
  const corners = [
    { x: 0, y: 0 },
    { x: source.width, y: 0 },
    { x: source.width, y: source.height },
    { x: 0, y: source.height },
  ].map((corner) => project(toTarget, corner))
  const first = {
    x: Math.max(0, Math.floor(Math.min(...corners.map(({ x }) => x)))),
    y: Math.max(0, Math.floor(Math.min(...corners.map(({ y }) => y)))),
  }
  const last = {
    x: Math.min(width, Math.ceil(Math.max(...corners.map(({ x }) => x)))),
    y: Math.min(height, Math.ceil(Math.max(...corners.map(({ y }) => y)))),
  }
  const [a, b, c, d, e, f, g, h, i] = fromTarget
  const sum = new Float64Array(4)
  for (let y = first.y; y < last.y; y++) {
    for (let x = first.x; x < last.x; x++) {
      sum.fill(0)
      for (let sample = 0; sample < samples * samples; sample++) {
        const px = x + ((sample % samples) + 0.5) / samples
        const py = y + (Math.floor(sample / samples) + 0.5) / samples
        // `project` written out: millions of points for each picture take half of the time as objects.
        const w = g * px + h * py + i
        addSample(source, (a * px + b * py + c) / w - 0.5, (d * px + e * py + f) / w - 0.5, sum)
      }
      const alpha = sum[3] as number
      if (alpha <= 0) continue
      const to = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel++) data[to + channel] = (sum[channel] as number) / alpha
      data[to + 3] = alpha / (samples * samples)
    }
  }
  return { width, height, data }
}

/** Adds the bilinear value at a point between px centres, its colours multiplied by its alpha. */
function addSample({ width, height, data }: Pixels, x: number, y: number, sum: Float64Array): void {
  if (x <= -1 || y <= -1 || x >= width || y >= height) return
  const left = Math.floor(x)
  const top = Math.floor(y)
  for (let dy = 0; dy <= 1; dy++) {
    const row = top + dy
    if (row < 0 || row >= height) continue
    const shareY = dy === 0 ? 1 - (y - top) : y - top
    for (let dx = 0; dx <= 1; dx++) {
      const column = left + dx
      if (column < 0 || column >= width) continue
      const share = shareY * (dx === 0 ? 1 - (x - left) : x - left)
      const at = (row * width + column) * 4
      const alpha = (data[at + 3] as number) * share
      sum[0] = (sum[0] as number) + (data[at] as number) * alpha
      sum[1] = (sum[1] as number) + (data[at + 1] as number) * alpha
      sum[2] = (sum[2] as number) + (data[at + 2] as number) * alpha
      sum[3] = (sum[3] as number) + alpha
    }
  }
}
