/**
 * Composes the cut-out picture: the original's pixels with the subject's alpha, and with the background's colour removed from the
 * soft edge.
 */
import { clamp } from '../../../../contract/ground/number'
import { boxMean, newPlane, type Plane, steps } from './plane'

/** Mean colours of subject and background around each pixel, at reduced size. */
interface SurroundingColors {
  readonly width: number
  readonly height: number
  readonly subject: readonly Plane[]
  readonly background: readonly Plane[]
}

/** Longest side of the surroundings, px: colours change slowly. */
const workingSide = 512
/** Radius in which a pixel searches for clean colours, as a share of that side. */
const reach = 0.02

/** Pixels of four bytes each: red, green, blue, alpha. */
export interface Rgba {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/**
 * Mean colours of the subject and of the background around every pixel, weighted by alpha. Values are 0 to 255 and sampled from
 * every n-th pixel, which suffices for a mean.
 */
function surroundingColors({ width, height, data }: Rgba, alpha: Uint8Array): SurroundingColors {
  const scale = Math.min(1, workingSide / Math.max(width, height))
  const w = Math.max(1, Math.round(width * scale))
  const h = Math.max(1, Math.round(height * scale))
  const radius = Math.max(2, Math.round(Math.max(w, h) * reach))
  const weights = [newPlane(w, h), newPlane(w, h)] as const
  const sums = [0, 1, 2].map(() => [newPlane(w, h), newPlane(w, h)] as const)
  for (let y = 0; y < h; y++) {
    const row = Math.min(height - 1, Math.floor((y + 0.5) / scale)) * width
    for (let x = 0; x < w; x++) {
      const from = row + Math.min(width - 1, Math.floor((x + 0.5) / scale))
      const to = y * w + x
      // Squared, because a pixel that is half subject and half background says little about either.
      const share = (alpha[from] ?? 0) / 255
      const inside = share * share
      const outside = (1 - share) * (1 - share)
      weights[0].data[to] = inside
      weights[1].data[to] = outside
      for (const [channel, [subject, background]] of sums.entries()) {
        const value = data[from * 4 + channel] ?? 0
        subject.data[to] = value * inside
        background.data[to] = value * outside
      }
    }
  }
  const inside = boxMean(weights[0], radius)
  const outside = boxMean(weights[1], radius)
  const mean = (sum: Plane, weight: Plane): Plane => {
    const means = boxMean(sum, radius)
    means.data.forEach((value, pixel) => {
      means.data[pixel] = (weight.data[pixel] ?? 0) > 1e-4 ? value / (weight.data[pixel] ?? 1) : -1
    })
    return means
  }
  return {
    width: w,
    height: h,
    subject: sums.map(([subject]) => mean(subject, inside)),
    background: sums.map(([, background]) => mean(background, outside)),
  }
}

/**
 * Writes the cut-out over the picture's pixels and returns the picture. `alpha` has one byte per pixel; the picture's own
 * transparency is retained. Pixels fully outside become zero, so that they take no space in a file.
 */
export function composeCutout(picture: Rgba, alpha: Uint8Array): Rgba {
  const { width, height, data } = picture
  const colors = surroundingColors(picture, alpha)
  const columns = steps(width, colors.width)
  const rows = steps(height, colors.height)
  for (let y = 0; y < height; y++) {
    const near = (rows.share[y] ?? 0) < 0.5 ? (rows.low[y] ?? 0) : (rows.high[y] ?? 0)
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x
      const share = alpha[pixel] ?? 0
      const at = pixel * 4
      if (share === 0) {
        data.fill(0, at, at + 4)
        continue
      }
      if (share < 255) {
        const side = (columns.share[x] ?? 0) < 0.5 ? (columns.low[x] ?? 0) : (columns.high[x] ?? 0)
        cleanColor(data, at, share / 255, colors, near * colors.width + side)
        data[at + 3] = Math.round(((data[at + 3] ?? 0) * share) / 255)
      }
    }
  }
  return picture
}

/** Removes the background's share from one pixel's colour (Forte 2021: the estimate, corrected by the residual). */
function cleanColor(data: Uint8Array, at: number, share: number, { subject, background }: SurroundingColors, near: number): void {
  for (let channel = 0; channel < 3; channel++) {
    const clean = subject[channel]?.data[near] ?? -1
    const behind = background[channel]?.data[near] ?? -1
    if (clean < 0 || behind < 0) continue
    const seen = data[at + channel] ?? 0
    const value = clean + share * (seen - share * clean - (1 - share) * behind)
    data[at + channel] = clamp(Math.round(value), 0, 255)
  }
}
