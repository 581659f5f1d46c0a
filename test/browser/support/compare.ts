/** Compares two pictures of one design by their visible differences. The print and preview journeys use it. */
import sharp from 'sharp'

export interface Pixels {
  /** RGB bytes, without alpha. */
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

export async function pixelsOf(picture: Buffer | ArrayBuffer, size?: { width: number; height: number }): Promise<Pixels> {
  let image = sharp(picture).flatten({ background: '#ffffff' })
  if (size) image = image.resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const tile = 24

/**
 * Returns differences of channels, 0 to 255, measured only where the first picture is even, because edges at half a pixel are
 * drawn differently. `worst` is the mean of the worst tile of 24 px: one misplaced layer would vanish in the mean of the whole
 * picture.
 */
export function meanDifference(a: Pixels, b: Pixels): { mean: number; share: number; worst: number } {
  const margin = 6
  const at = (one: Pixels, x: number, y: number, channel: number) => one.data[(y * one.width + x) * 3 + channel] ?? 0
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)]
  const tiles = new Map<number, { sum: number; count: number }>()
  let sum = 0
  let count = 0
  for (let y = margin; y < height - margin; y++) {
    for (let x = margin; x < width - margin; x++) {
      const key = Math.floor(y / tile) * width + Math.floor(x / tile)
      const one = tiles.get(key) ?? { sum: 0, count: 0 }
      tiles.set(key, one)
      for (let channel = 0; channel < 3; channel++) {
        const here = at(a, x, y, channel)
        const even = [-2, -1, 1, 2].every(
          (d) => Math.abs(at(a, x + d, y, channel) - here) < 24 && Math.abs(at(a, x, y + d, channel) - here) < 24,
        )
        if (!even) continue
        const difference = Math.abs(here - at(b, x, y, channel))
        sum += difference
        count++
        one.sum += difference
        one.count++
      }
    }
  }
  // A tile that is nearly all edge has too few measured values.
  const judged = [...tiles.values()].filter((one) => one.count > tile * tile)
  return { mean: sum / count, share: count / (width * height * 3), worst: Math.max(...judged.map((one) => one.sum / one.count)) }
}

/** The colours of a picture at shares of its width and height. */
export async function colorsOf(bytes: Uint8Array, ...places: readonly (readonly [number, number])[]) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return places.map(([x, y]) => {
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
    return [...data.subarray(at, at + 3)].map((value) => Math.round(value / 255))
  })
}
