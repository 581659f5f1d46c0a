/** Converts pictures to pixels for print files: 8-bit RGBA with straight alpha. */
import type { CaseMask } from '../mockup/regions'
import { type BareArea, readBareArea } from '../png/bare-area'
import { type PngReader, readPng } from '../png/png-reader'

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Returns the RGBA of rows from `top` on, alpha not multiplied into the colours. */
  rows(top: number, count: number): Uint8Array | Uint8ClampedArray
  /** The picture's own colour profile; absent means sRGB. */
  readonly profile?: Uint8Array
  /** Where no white ink lies under the picture; absent means nowhere. It may have another size. */
  readonly bare?: BareArea
  /** The mask of the whole case that is printed, for its cut line. It may have another size. */
  readonly mask?: CaseMask
}

/** Reads any PNG as 8-bit RGBA, also one with a palette, gray samples, a single transparent colour or 16 bits. */
export function pixelsOfPng(file: Uint8Array): Pixels {
  const png = readPng(file)
  const { width, height, profile } = png
  // A gray profile cannot be used for RGB.
  const own = profile && String.fromCharCode(...profile.subarray(16, 20)) === 'RGB ' && { profile }
  const bare = readBareArea(file)
  return { width, height, rows: (top, count) => rgbaOf(png, png.samples(top, count)), ...own, ...(bare && { bare }) }
}

function rgbaOf({ depth, channels, palette, transparency }: PngReader, samples: Uint8Array | Uint16Array): Uint8Array {
  if (samples instanceof Uint8Array && depth === 8 && channels === 4) return samples
  const count = samples.length / channels
  const data = new Uint8Array(count * 4)
  const maxValue = 2 ** depth - 1
  const to8 = (value: number) => (depth === 8 ? value : Math.round((value * 255) / maxValue))
  const colors = channels >= 3 ? 3 : 1
  const hasAlpha = channels === 2 || channels === 4
  for (let px = 0; px < count; px++) {
    const from = px * channels
    if (palette !== null) {
      const [red = 0, green = 0, blue = 0, alpha = 255] = palette[samples[from] as number] ?? []
      data[px * 4] = red
      data[px * 4 + 1] = green
      data[px * 4 + 2] = blue
      data[px * 4 + 3] = alpha
      continue
    }
    let clear = transparency !== null
    for (let channel = 0; channel < 3; channel++) {
      const place = colors === 3 ? channel : 0
      const value = samples[from + place] as number
      data[px * 4 + channel] = to8(value)
      if (value !== transparency?.[place]) clear = false
    }
    data[px * 4 + 3] = hasAlpha ? to8(samples[from + channels - 1] as number) : clear ? 0 : 255
  }
  return data
}

/** Converts RGBA to RGB on a white background. */
export function onWhite(data: Uint8Array | Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array((data.length / 4) * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    const alpha = data[from + 3] as number
    if (alpha === 255) {
      rgb[to] = data[from] as number
      rgb[to + 1] = data[from + 1] as number
      rgb[to + 2] = data[from + 2] as number
      continue
    }
    const paper = 255 * (255 - alpha)
    for (let channel = 0; channel < 3; channel++) {
      rgb[to + channel] = Math.round(((data[from + channel] as number) * alpha + paper) / 255)
    }
  }
  return rgb
}

/** Converts RGBA to RGB, ignoring alpha. */
export function withoutAlpha(data: Uint8Array | Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array((data.length / 4) * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    rgb[to] = data[from] as number
    rgb[to + 1] = data[from + 1] as number
    rgb[to + 2] = data[from + 2] as number
  }
  return rgb
}

/** Combines inks (4 per px) with the alpha of RGBA (5 samples per px). */
export function withAlphaOf(inks: Uint8Array, data: Uint8Array | Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const count = data.length / 4
  const out = new Uint8Array(count * 5)
  for (let px = 0; px < count; px++) {
    for (let ink = 0; ink < 4; ink++) out[px * 5 + ink] = inks[px * 4 + ink] as number
    out[px * 5 + 4] = data[px * 4 + 3] as number
  }
  return out
}
