/** Converts pictures to pixels for print files: 8-bit RGBA with straight alpha. */

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Returns the RGBA of rows from `top` on, alpha not multiplied into the colours. */
  rows(top: number, count: number): Uint8Array | Uint8ClampedArray
  /** The picture's own colour profile; absent means sRGB. */
  readonly profile?: Uint8Array
}

/** A picture as fast-png decodes it. */
export interface DecodedPicture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array | Uint8ClampedArray | Uint16Array
  readonly depth: number
  readonly channels: number
  readonly palette?: readonly (readonly number[])[]
  readonly transparency?: ArrayLike<number>
  readonly iccEmbeddedProfile?: { readonly profile: Uint8Array }
}

/** Unpacks samples of less than 8 bits, whose rows are byte-aligned, to one byte each. */
function unpackBits({ width, height, data, depth, channels }: DecodedPicture): ArrayLike<number> {
  if (depth >= 8) return data
  const perRow = width * channels
  const rowBytes = Math.ceil((perRow * depth) / 8)
  const mask = (1 << depth) - 1
  const out = new Uint8Array(perRow * height)
  for (let row = 0; row < height; row++) {
    for (let offset = 0; offset < perRow; offset++) {
      const bit = offset * depth
      out[row * perRow + offset] = ((data[row * rowBytes + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & mask
    }
  }
  return out
}

/** Offers a decoded PNG as 8-bit RGBA: palettes, gray, a single transparent colour and 16 bits included. */
export function pixelsOfPng(picture: DecodedPicture): Pixels {
  const { width, height, data, depth, channels, iccEmbeddedProfile } = picture
  const own = iccEmbeddedProfile?.profile
  // A gray profile cannot be used for RGB.
  const profile = own && String.fromCharCode(...own.subarray(16, 20)) === 'RGB ' && { profile: own }
  const rowLength = depth < 8 ? Math.ceil((width * channels * depth) / 8) : width * channels
  const rows = (top: number, count: number) =>
    rgbaOf({ ...picture, height: count, data: data.subarray(top * rowLength, (top + count) * rowLength) })
  return { width, height, rows, ...profile }
}

function rgbaOf(picture: DecodedPicture): Uint8Array | Uint8ClampedArray {
  const { width, height, depth, channels, palette, transparency } = picture
  if (depth === 8 && channels === 4) return picture.data as Uint8Array
  const samples = unpackBits(picture)
  const count = width * height
  const data = new Uint8Array(count * 4)
  const maxValue = 2 ** depth - 1
  const to8 = (value: number) => (depth === 8 ? value : Math.round((value * 255) / maxValue))
  const colors = channels >= 3 ? 3 : 1
  const hasAlpha = channels === 2 || channels === 4
  for (let px = 0; px < count; px++) {
    const from = px * channels
    if (palette !== undefined) {
      const [red = 0, green = 0, blue = 0, alpha = 255] = palette[samples[from] ?? 0] ?? []
      data.set([red, green, blue, alpha], px * 4)
      continue
    }
    let clear = transparency !== undefined && transparency.length >= colors && !hasAlpha
    for (let channel = 0; channel < 3; channel++) {
      const place = colors === 3 ? channel : 0
      const value = samples[from + place] ?? 0
      data[px * 4 + channel] = to8(value)
      if (value !== transparency?.[place]) clear = false
    }
    data[px * 4 + 3] = hasAlpha ? to8(samples[from + channels - 1] ?? maxValue) : clear ? 0 : 255
  }
  return data
}

/** Converts RGBA to RGB on a white background. */
export function onWhite(data: Uint8Array | Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array((data.length / 4) * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    const alpha = data[from + 3] as number
    const paper = 255 * (255 - alpha)
    for (let channel = 0; channel < 3; channel++) {
      rgb[to + channel] =
        alpha === 255 ? (data[from + channel] as number) : Math.round(((data[from + channel] as number) * alpha + paper) / 255)
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
