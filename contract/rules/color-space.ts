/**
 * Converts pixels of colour spaces that are given by numbers (PNG's gAMA, cHRM and cICP, EXIF's Adobe RGB) to sRGB, as Chromium shows
 * them. Pure; plugin and server use it.
 */

type Xy = readonly [x: number, y: number]

/** CIE 1931 chromaticities. */
export interface Primaries {
  readonly white: Xy
  readonly red: Xy
  readonly green: Xy
  readonly blue: Xy
}

export interface ColorSpace {
  readonly primaries: Primaries
  /** Returns the light of an encoded value, both 0 to 1; of the HDR curves, multiples of the white of a page. */
  readonly light: (value: number) => number
  /** Of HDR pictures: how far their light goes beyond the white of a page, at least 1. */
  readonly headroom?: number
  /** The curve is one of scenes (HLG), whose display brightens the whole pixel by its luminance. */
  readonly scene?: boolean
}

const d65: Xy = [0.3127, 0.329]
const rgb = (white: Xy, red: Xy, green: Xy, blue: Xy): Primaries => ({ white, red, green, blue })
export const srgbPrimaries = rgb(d65, [0.64, 0.33], [0.3, 0.6], [0.15, 0.06])
const smpte170 = rgb(d65, [0.63, 0.34], [0.31, 0.595], [0.155, 0.07])
const rec2020 = rgb(d65, [0.708, 0.292], [0.17, 0.797], [0.131, 0.046])

/** Primaries by their number in ITU-T H.273, table 2. */
const primariesByNumber: Readonly<Record<number, Primaries>> = {
  1: srgbPrimaries,
  4: rgb([0.31, 0.316], [0.67, 0.33], [0.21, 0.71], [0.14, 0.08]),
  5: rgb(d65, [0.64, 0.33], [0.29, 0.6], [0.15, 0.06]),
  6: smpte170,
  7: smpte170,
  8: rgb([0.31, 0.316], [0.681, 0.319], [0.243, 0.692], [0.145, 0.049]),
  9: rec2020,
  10: rgb([1 / 3, 1 / 3], [1, 0], [0, 1], [0, 0]),
  11: rgb([0.314, 0.351], [0.68, 0.32], [0.265, 0.69], [0.15, 0.06]),
  12: rgb(d65, [0.68, 0.32], [0.265, 0.69], [0.15, 0.06]),
  22: rgb(d65, [0.63, 0.34], [0.295, 0.605], [0.155, 0.077]),
}

const power = (exponent: number) => (value: number) => value ** exponent
const srgbLight = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
/** Television is shown by the curve of displays (ITU-R BT.1886), not by that of cameras. */
const television = power(2.4)

/** Brightness, nits, of the white of a page beside HDR (ITU-R BT.2408), and of the display that HLG is made for. */
const [pageWhite, hlgPeak] = [203, 1000] as const
/** Nits of an HDR picture that says nothing of its own. */
export const usualPeak = 1000

/** SMPTE ST 2084. */
function pq(value: number): number {
  const [m1, m2, c1, c2, c3] = [2610 / 16_384, (2523 / 4096) * 128, 3424 / 4096, (2413 / 4096) * 32, (2392 / 4096) * 32] as const
  const root = value ** (1 / m2)
  return ((Math.max(root - c1, 0) / (c2 - c3 * root)) ** (1 / m1) * 10_000) / pageWhite
}

/** Light of the scene, 0 to 1 (ITU-R BT.2100). */
const hlg = (value: number) => (value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12)

/** Transfer functions by their number in ITU-T H.273, table 3. */
const lightByNumber: Readonly<Record<number, (value: number) => number>> = {
  1: television,
  4: power(2.2),
  5: power(2.8),
  6: television,
  7: (value) => (value < 0.0912 ? value / 4 : ((value + 0.1115) / 1.1115) ** (1 / 0.45)),
  8: power(1),
  11: television,
  13: srgbLight,
  14: television,
  15: television,
  16: pq,
  17: (value) => (52.37 / 48) * value ** 2.6,
  18: hlg,
}
const hdr = { pq: 16, hlg: 18 } as const

/**
 * Returns the colour space of two numbers of ITU-T H.273; null where one of them names none.
 *
 * @param peak nits of the brightest px of an HDR picture.
 */
export function numberedSpace(primaries: number, transfer: number, peak = usualPeak): ColorSpace | null {
  const [found, light] = [primariesByNumber[primaries], lightByNumber[transfer]]
  if (!found || !light) return null
  if (transfer === hdr.pq) return { primaries: found, light, headroom: Math.max(1, peak / pageWhite) }
  if (transfer === hdr.hlg) return { primaries: found, light, headroom: Math.max(1, peak / pageWhite), scene: true }
  return { primaries: found, light }
}

/** @param gamma encoding exponent, as the chunk gAMA holds it: 0.45455 is a curve of 2.2. */
export const gammaSpace = (gamma: number, primaries: Primaries = srgbPrimaries): ColorSpace => ({
  primaries,
  light: power(1 / gamma),
})

/** Adobe RGB (1998). */
export const adobeRgb: ColorSpace = {
  primaries: rgb(d65, [0.64, 0.33], [0.21, 0.71], [0.15, 0.06]),
  light: power(2 + 51 / 256),
}

type Matrix = readonly [number, number, number, number, number, number, number, number, number]
type Triple = readonly [number, number, number]

const times = (m: Matrix, [x, y, z]: Triple): Triple => [
  m[0] * x + m[1] * y + m[2] * z,
  m[3] * x + m[4] * y + m[5] * z,
  m[6] * x + m[7] * y + m[8] * z,
]

function product(one: Matrix, other: Matrix): Matrix {
  const column = (at: 0 | 1 | 2) => times(one, [other[at], other[(at + 3) as 3], other[(at + 6) as 6]])
  const [a, b, c] = [column(0), column(1), column(2)]
  return [a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2]]
}

function inverse([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  const [p, q, r] = [e * i - f * h, f * g - d * i, d * h - e * g]
  const determinant = a * p + b * q + c * r
  return [p, c * h - b * i, b * f - c * e, q, a * i - c * g, c * d - a * f, r, b * g - a * h, a * e - b * d].map(
    (value) => value / determinant,
  ) as unknown as Matrix
}

const xyzOf = ([x, y]: Xy): Triple => [x / y, 1, (1 - x - y) / y]
const bradford: Matrix = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296]

/** Returns the matrix from light of these primaries to XYZ under D65 (Bradford's adaptation). */
function toXyz({ white, red, green, blue }: Primaries): Matrix {
  const z = ([x, y]: Xy) => 1 - x - y
  const ends: Matrix = [red[0], green[0], blue[0], red[1], green[1], blue[1], z(red), z(green), z(blue)]
  const [r, g, b] = times(inverse(ends), xyzOf(white))
  const own = product(ends, [r, 0, 0, 0, g, 0, 0, 0, b])
  const [from, to] = [times(bradford, xyzOf(white)), times(bradford, xyzOf(d65))]
  const scaled: Matrix = [to[0] / from[0], 0, 0, 0, to[1] / from[1], 0, 0, 0, to[2] / from[2]]
  return product(product(inverse(bradford), product(scaled, bradford)), own)
}

const between = (from: Primaries, to: Primaries): Matrix => product(inverse(toXyz(to)), toXyz(from))
/** Whether primaries can be the corners of a colour space. */
export const arePrimaries = (primaries: Primaries): boolean =>
  [primaries.white, primaries.red, primaries.green, primaries.blue].every(([x, y]) => x >= 0 && y >= 0 && x + y <= 1) &&
  primaries.white[1] > 0 &&
  between(primaries, srgbPrimaries).every(Number.isFinite)

/**
 * Returns what the brightest channel of a px becomes on a page without HDR: the reference white tone mapping of SMPTE ST 2094-50, by
 * which Chromium shows HDR. Up to the page's white it darkens evenly, beyond it a parabola ends at the picture's own brightest.
 */
function toneMapping(headroom: number): (brightest: number) => number {
  if (headroom <= 1) return (brightest) => brightest
  const white = 1 - 0.5 * Math.min(1, Math.log2(headroom) / Math.log2(usualPeak / pageWhite))
  const bend = 0.65
  const [midX, midY] = [1 - bend + bend / white, (1 - bend) * white + bend]
  const [a, b] = [1 - 2 * midX + headroom, 2 * midX - 2]
  return (brightest) => {
    if (brightest <= 1) return brightest * white
    if (brightest >= headroom) return 1
    const t = (-b + Math.sqrt(b * b - 4 * a * (1 - brightest))) / (2 * a)
    return (1 - t) ** 2 * white + 2 * t * (1 - t) * midY + t * t
  }
}

/** Steps of light in the table of encoded values: dark values lie close together. */
const lightSteps = 65_536
const encoded = (light: number) => Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055))

/**
 * Returns a function that converts px of a colour space to sRGB in place.
 *
 * @param channels samples of a px, 8 bits each: red, green, blue, and alpha, which stays.
 */
export function srgbConverter(space: ColorSpace): (pixels: Uint8Array | Uint8ClampedArray, channels: 3 | 4) => void {
  const lights = Float64Array.from({ length: 256 }, (_, value) => space.light(value / 255))
  const values = Uint8Array.from({ length: lightSteps + 1 }, (_, step) => encoded(step / lightSteps))
  const mixed = space.headroom === undefined ? srgbPrimaries : rec2020
  const m = between(space.primaries, mixed)
  const show = space.headroom === undefined ? null : hdrToPage(space.headroom, space.scene === true)
  const sampleOf = (light: number) => values[light <= 0 ? 0 : light >= 1 ? lightSteps : Math.round(light * lightSteps)] as number
  return (pixels, channels) => {
    for (let at = 0; at + 2 < pixels.length; at += channels) {
      const [r, g, b] = [
        lights[pixels[at] as number],
        lights[pixels[at + 1] as number],
        lights[pixels[at + 2] as number],
      ] as Triple & number[]
      const light = [m[0] * r + m[1] * g + m[2] * b, m[3] * r + m[4] * g + m[5] * b, m[6] * r + m[7] * g + m[8] * b] as const
      const [red, green, blue] = show ? show(light) : light
      pixels[at] = sampleOf(red)
      pixels[at + 1] = sampleOf(green)
      pixels[at + 2] = sampleOf(blue)
    }
  }
}

/** Returns what light of BT.2020 becomes on a page, as light of sRGB. */
function hdrToPage(headroom: number, scene: boolean): (light: Triple) => Triple {
  const tone = toneMapping(headroom)
  const toSrgb = between(rec2020, srgbPrimaries)
  return ([r, g, b]) => {
    // A display of 1000 nits raises the scene's luminance to the power of 1.2 (ITU-R BT.2100).
    const display = scene ? Math.max(0, 0.2627 * r + 0.678 * g + 0.0593 * b) ** 0.2 * (hlgPeak / pageWhite) : 1
    const brightest = Math.max(r, g, b) * display
    const scale = brightest > 0 ? (tone(brightest) / brightest) * display : 0
    return times(toSrgb, [r * scale, g * scale, b * scale])
  }
}
