/** Finds connected regions of a mask. */
import type { Plane } from './plane'

/** A box in whole pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A connected region of a mask. */
export interface Part {
  readonly pixels: readonly number[]
  readonly box: Box
}

const half = 0.5

/** Returns all regions above `threshold`, the largest first. Pixels that touch only at a corner are connected. */
export function partsOf({ width, height, data }: Plane, threshold = half): Part[] {
  const seen = new Uint8Array(data.length)
  const parts: Part[] = []
  for (let start = 0; start < data.length; start++) {
    if (seen[start] || (data[start] ?? 0) <= threshold) continue
    seen[start] = 1
    const pixels = [start]
    let left = width
    let top = height
    let right = -1
    let bottom = -1
    // The list grows while it is iterated: every pixel adds its neighbours once.
    for (let index = 0; index < pixels.length; index++) {
      const pixel = pixels[index] ?? 0
      const x = pixel % width
      const y = (pixel - x) / width
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++) {
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx
          if (seen[next] || (data[next] ?? 0) <= threshold) continue
          seen[next] = 1
          pixels.push(next)
        }
      }
    }
    parts.push({ pixels, box: { left, top, width: right - left + 1, height: bottom - top + 1 } })
  }
  return parts.sort((a, b) => b.pixels.length - a.pixels.length)
}

/** Returns the box of all values above `threshold`; null when there are none. */
export function boxOf({ width, data }: { width: number; data: ArrayLike<number> }, threshold = half): Box | null {
  let left = width
  let top = -1
  let right = -1
  let bottom = -1
  for (let pixel = 0; pixel < data.length; pixel++) {
    if ((data[pixel] ?? 0) <= threshold) continue
    const x = pixel % width
    const y = (pixel - x) / width
    if (top < 0) top = y
    bottom = y
    left = Math.min(left, x)
    right = Math.max(right, x)
  }
  return right < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/** Minimum value of a region's faint border, which belongs to the region. */
const faint = 0.02

/**
 * Removes regions whose certain pixels are fewer than `share` of the largest region's: specks of an uncertain model, and isolated
 * haze.
 */
export function withoutDust(plane: Plane, share: number): Plane {
  const certain = ({ pixels }: Part): number => pixels.filter((pixel) => (plane.data[pixel] ?? 0) > half).length
  const parts = partsOf(plane, faint).map((part) => ({ part, size: certain(part) }))
  const least = Math.max(1, share * Math.max(0, ...parts.map(({ size }) => size)))
  const data = Float32Array.from(plane.data)
  for (const { part, size } of parts) if (size < least) for (const pixel of part.pixels) data[pixel] = 0
  return { ...plane, data }
}

/** Returns the enclosed pixels: those of at most a half that cannot reach the picture's edge without crossing the mask. */
export function holesOf({ width, height, data }: Plane): number[] {
  const outside = new Uint8Array(data.length)
  const open: number[] = []
  const visit = (x: number, y: number): void => {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    const pixel = y * width + x
    if (outside[pixel] || (data[pixel] ?? 0) > half) return
    outside[pixel] = 1
    open.push(pixel)
  }
  for (let x = 0; x < width; x++) {
    visit(x, 0)
    visit(x, height - 1)
  }
  for (let y = 0; y < height; y++) {
    visit(0, y)
    visit(width - 1, y)
  }
  for (let pixel = open.pop(); pixel !== undefined; pixel = open.pop()) {
    const x = pixel % width
    const y = (pixel - x) / width
    visit(x - 1, y)
    visit(x + 1, y)
    visit(x, y - 1)
    visit(x, y + 1)
  }
  const holes: number[] = []
  for (let pixel = 0; pixel < data.length; pixel++) if (!outside[pixel] && (data[pixel] ?? 0) <= half) holes.push(pixel)
  return holes
}
