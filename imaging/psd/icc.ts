/** Converts a file's colours to sRGB, which is what a PNG without a profile means. Uses the file's own profile if it has one. */
import { clamp } from '../../contract/ground/number'
import { isSrgbProfile } from '../../contract/rules/color-profile'
import { decodeLight } from '../pixels/light'
import type { Header } from './sections'

/** Converts interleaved samples (gray 1, RGB 3, CMYK 4 per px; ink 0 none … 255 full) to RGB, 3 samples per px. */
export type Convert = (samples: Uint8Array, pixels: number) => Uint8Array

export interface Conversion {
  /**
   * Converts inks and Lab, which a raster cannot hold, to RGB before layers are composed, or after it when all pixels of an ink
   * stack come from channels. Null for gray and RGB.
   */
  readonly convert: Convert | null
  /**
   * Converts RGB samples from the file's own space to sRGB after composing, because Photoshop mixes gray and RGB in the file's
   * space. Null when that space is sRGB.
   */
  readonly finish: Convert | null
  /** Message for the seller when the colours may be off; null otherwise. */
  readonly notice: string | null
}

/** Pixels per call, to keep the copies into and out of Little CMS small. */
const chunk = 65_536

/**
 * Mixes of the four inks on coated paper, sRGB: none, C, M, CM, Y, CY, MY, CMY; the usual screen values of SWOP process inks.
 * Values in between follow the Neugebauer equations with Demichel's weights (J. A. C. Yule, Principles of Color Reproduction, ch.
 * 10).
 */
const mixes = [
  [255, 255, 255],
  [0, 174, 239],
  [236, 0, 140],
  [46, 49, 146],
  [255, 242, 0],
  [0, 166, 81],
  [237, 28, 36],
  [54, 54, 57],
] as const
const black = [35, 31, 32] as const

/** Converts CMYK without a profile. Black over a colour multiplies that colour by the transmission of black ink. */
export const inksToRgb: Convert = (samples, pixels) => {
  const rgb = new Uint8Array(pixels * 3)
  for (let px = 0; px < pixels; px++) {
    const c = (samples[px * 4] ?? 0) / 255
    const m = (samples[px * 4 + 1] ?? 0) / 255
    const y = (samples[px * 4 + 2] ?? 0) / 255
    const k = (samples[px * 4 + 3] ?? 0) / 255
    for (let channel = 0; channel < 3; channel++) {
      let sum = 0
      for (let mix = 0; mix < 8; mix++) {
        const weight = (mix & 1 ? c : 1 - c) * (mix & 2 ? m : 1 - m) * (mix & 4 ? y : 1 - y)
        sum += weight * (mixes[mix]?.[channel] ?? 0)
      }
      rgb[px * 3 + channel] = Math.round(sum * (1 - k + (k * (black[channel] ?? 0)) / 255))
    }
  }
  return rgb
}

/** Converts CIE L*a*b* of D50 as PSD stores it (L 0…255 is 0…100, a and b 128 is 0) to sRGB, by the Bradford-adapted matrix. */
export const labToRgb: Convert = (samples, pixels) => {
  const rgb = new Uint8Array(pixels * 3)
  const open = (t: number) => (t > 6 / 29 ? t ** 3 : 3 * (6 / 29) ** 2 * (t - 4 / 29))
  const signal = (light: number) =>
    Math.round(255 * clamp(light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055, 0, 1))
  for (let px = 0; px < pixels; px++) {
    const l = (((samples[px * 3] ?? 0) / 255) * 100 + 16) / 116
    const x = 0.96422 * open(l + ((samples[px * 3 + 1] ?? 128) - 128) / 500)
    const y = open(l)
    const z = 0.82521 * open(l - ((samples[px * 3 + 2] ?? 128) - 128) / 200)
    rgb[px * 3] = signal(3.1338561 * x - 1.6168667 * y - 0.4906146 * z)
    rgb[px * 3 + 1] = signal(-0.9787684 * x + 1.9161415 * y + 0.033454 * z)
    rgb[px * 3 + 2] = signal(0.0719453 * x - 0.2289914 * y + 1.4052427 * z)
  }
  return rgb
}

const inChunks =
  (channels: number, convert: Convert): Convert =>
  (samples, pixels) => {
    const rgb = new Uint8Array(pixels * 3)
    for (let from = 0; from < pixels; from += chunk) {
      const count = Math.min(chunk, pixels - from)
      rgb.set(convert(samples.subarray(from * channels, (from + count) * channels), count), from * 3)
    }
    return rgb
  }

/** Returns null when the profile is damaged or of another colour space. */
async function byProfile(icc: Uint8Array, space: 'GRAY' | 'RGB' | 'CMYK', wasm: string | undefined): Promise<Convert | null> {
  const lcms = await import('lcms-wasm')
  const cms = await lcms.instantiate(wasm === undefined ? {} : { locateFile: () => wasm })
  const pointer = cms._malloc(icc.length)
  cms.HEAPU8.set(icc, pointer)
  const profile = cms.ccall('cmsOpenProfileFromMem', 'number', ['number', 'number'], [pointer, icc.length])
  cms._free(pointer)
  if (profile === 0) return null
  if (cms.cmsGetColorSpaceASCII(profile) !== space) {
    cms.cmsCloseProfile(profile)
    return null
  }
  const format = { GRAY: lcms.TYPE_GRAY_8, RGB: lcms.TYPE_RGB_8, CMYK: lcms.TYPE_CMYK_8 }[space]
  const srgb = cms.cmsCreate_sRGBProfile()
  // Photoshop's default conversion settings.
  const [intent, flags] = [lcms.INTENT_RELATIVE_COLORIMETRIC, lcms.cmsFLAGS_BLACKPOINTCOMPENSATION]
  const transform = cms.cmsCreateTransform(profile, format, srgb, lcms.TYPE_RGB_8, intent, flags)
  if (transform === 0) return null
  const channels = { GRAY: 1, RGB: 3, CMYK: 4 }[space]
  const [input, output] = [cms._malloc(chunk * channels), cms._malloc(chunk * 3)]
  return inChunks(channels, (samples, pixels) => {
    cms.HEAPU8.set(samples, input)
    const values = [transform, input, output, pixels]
    cms.ccall('cmsDoTransform', undefined, ['number', 'number', 'number', 'number'], values)
    return cms.HEAPU8.slice(output, output + pixels * 3)
  })
}

const broken = '文件内嵌的颜色配置文件无法使用，颜色可能略有偏差'

/**
 * Returns how the colours of a file are converted to sRGB.
 * @param icc the file's embedded profile.
 * @param wasm address of Little CMS; not needed where the package finds it by itself.
 */
export async function conversionOf({ mode, depth }: Header, icc: Uint8Array | null, wasm?: string): Promise<Conversion> {
  if (mode === 9) return { convert: inChunks(3, labToRgb), finish: null, notice: null }
  if (mode === 4) {
    const convert = icc === null ? null : await byProfile(icc, 'CMYK', wasm)
    if (convert !== null) return { convert, finish: null, notice: '文件是CMYK颜色，已按内嵌的颜色配置文件转为屏幕颜色' }
    const why = icc === null ? '没有内嵌颜色配置文件' : '内嵌的颜色配置文件无法使用'
    return {
      convert: inChunks(4, inksToRgb),
      finish: null,
      notice: `文件是CMYK颜色，但${why}，已按通用印刷油墨换算，颜色可能有偏差`,
    }
  }
  if (mode === 7) return { convert: inChunks(4, inksToRgb), finish: null, notice: '多通道文件已按印刷油墨换算，颜色可能有偏差' }
  if (mode === 8) return { convert: null, finish: null, notice: '双色调文件按灰度导入，颜色与Photoshop中不同' }
  // 32-bit samples are linear and were encoded as sRGB already; palettes and bitmaps are left as they are.
  if (icc === null || depth === 32 || (mode !== 1 && mode !== 3) || isSrgbProfile(icc))
    return { convert: null, finish: null, notice: null }
  if (mode === 3) {
    const finish = await byProfile(icc, 'RGB', wasm)
    return { convert: null, finish, notice: finish === null ? broken : null }
  }
  const gray = await byProfile(icc, 'GRAY', wasm)
  return { convert: null, finish: gray === null ? null : byTable(gray), notice: gray === null ? broken : null }
}

/** Photoshop's gray where a file has no profile of its own: a dot gain of 20 %. */
const usualGrayLight = 1.75

/** Returns the gamma by which a gray file's levels become light, measured at its middle. @param finish of {@link Conversion}. */
export function grayLight(finish: Convert | null): number {
  const middle = finish?.(Uint8Array.of(128, 128, 128), 1)[0]
  if (middle === undefined || middle === 0 || middle === 255) return usualGrayLight
  return Math.log(decodeLight(middle / 255)) / Math.log(128 / 255)
}

/** Converts gray by a table, because it has only 256 values. */
function byTable(gray: Convert): Convert {
  const table = gray(
    Uint8Array.from({ length: 256 }, (_, value) => value),
    256,
  )
  return (samples) => samples.map((value, at) => table[value * 3 + (at % 3)] ?? 0)
}
