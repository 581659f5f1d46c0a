/** Converts screen colours to inks by the factory's CMYK profile, and to what a print shop wants of them (ink-rules.ts). */
import { profileProblem } from './ink-profiles'
import { applyInkRules, blackForGrays } from './ink-rules'

/** Converts RGB, 3 samples per px, to CMYK, 4 samples per px, 255 = full ink. */
export type ToInks = (rgb: Uint8Array, pixels: number) => Uint8Array<ArrayBuffer>

export class ProfileError extends Error {
  override readonly name = 'ProfileError'
}

/** Pixels per call of Little CMS: few, so that the colours of one call are known to the next. */
const chunk = 8192
/** Colours that are remembered, a power of two: a picture has most of its colours many times. */
const knownBits = 16

/**
 * Creates a converter to inks; the caller frees it.
 *
 * @param icc the factory's CMYK profile.
 * @param source the picture's own RGB profile; sRGB when it is absent or unusable.
 * @param wasm address of Little CMS; not needed where the package finds it by itself.
 * @param inkLimit most ink of a pixel, per cent; absent: that of ink-rules.ts.
 * @throws ProfileError when the profile cannot be used.
 */
export async function inksBy(
  icc: Uint8Array,
  source: Uint8Array | undefined,
  wasm?: string,
  inkLimit?: number,
): Promise<ToInks & { free(): void }> {
  const problem = profileProblem(icc)
  if (problem !== null) throw new ProfileError(problem)
  const lcms = await import('lcms-wasm')
  const cms = await lcms.instantiate(wasm === undefined ? {} : { locateFile: () => wasm })
  const open = (bytes: Uint8Array): number => {
    const pointer = cms._malloc(bytes.length)
    cms.HEAPU8.set(bytes, pointer)
    const profile = cms.ccall('cmsOpenProfileFromMem', 'number', ['number', 'number'], [pointer, bytes.length])
    cms._free(pointer)
    return profile
  }
  const target = open(icc)
  if (target === 0) throw new ProfileError('颜色配置文件已损坏，请重新选择')
  const own = source === undefined ? 0 : open(source)
  const usable = own !== 0 && cms.cmsGetColorSpaceASCII(own) === 'RGB'
  const from = usable ? own : cms.cmsCreate_sRGBProfile()
  const [intent, flags] = [lcms.INTENT_RELATIVE_COLORIMETRIC, lcms.cmsFLAGS_BLACKPOINTCOMPENSATION]
  const transform = cms.cmsCreateTransform(from, lcms.TYPE_RGB_8, target, lcms.TYPE_CMYK_8, intent, flags)
  const screen = cms.cmsCreate_sRGBProfile()
  // sRGB's values are spaced about evenly to the eye. Without black point compensation, so that black ink is as bright as it prints.
  const brightnessOf = (profile: number, type: number, samples: Uint8Array): number[] => {
    const shown = cms.cmsCreateTransform(profile, type, screen, lcms.TYPE_RGB_16, intent, 0)
    if (shown === 0) return []
    const [input, output] = [cms._malloc(samples.length), cms._malloc(256 * 6)]
    cms.HEAPU8.set(samples, input)
    cms.ccall('cmsDoTransform', undefined, ['number', 'number', 'number', 'number'], [shown, input, output, 256])
    const rgb = new Uint16Array(cms.HEAPU8.slice(output, output + 256 * 6).buffer)
    for (const memory of [input, output]) cms._free(memory)
    cms.ccall('cmsDeleteTransform', undefined, ['number'], [shown])
    // Green is nearest to the brightness of a gray.
    return Array.from({ length: 256 }, (_, at) => rgb[at * 3 + 1] ?? 0)
  }
  const grays = brightnessOf(
    from,
    lcms.TYPE_RGB_8,
    Uint8Array.from({ length: 256 * 3 }, (_, at) => Math.floor(at / 3)),
  )
  const blacks = brightnessOf(
    target,
    lcms.TYPE_CMYK_8,
    Uint8Array.from({ length: 256 * 4 }, (_, at) => (at % 4 === 3 ? at >> 2 : 0)),
  )
  cms.cmsCloseProfile(screen)
  if (own !== 0 && !usable) cms.cmsCloseProfile(own)
  cms.cmsCloseProfile(from)
  cms.cmsCloseProfile(target)
  if (transform === 0 || blacks.length === 0)
    throw new ProfileError('颜色配置文件里没有从屏幕颜色到油墨的换算，请向工厂要印刷用的配置文件')
  const blackOf = blackForGrays(grays, blacks)
  const [input, output] = [cms._malloc(chunk * 3), cms._malloc(chunk * 4)]
  /** The colour and the inks in each slot. */
  const knownColors = new Int32Array(1 << knownBits).fill(-1)
  const knownInks = new Int32Array(1 << knownBits)
  const slotOf = (color: number) => Math.imul(color, 0x9e3779b1) >>> (32 - knownBits)
  /** Colours of a chunk that are not known, and their places. */
  const missing = new Uint8Array(chunk * 3)
  const places = new Int32Array(chunk)
  const convertMissing = (count: number): Int32Array => {
    const colors = missing.subarray(0, count * 3)
    cms.HEAPU8.set(colors, input)
    cms.ccall('cmsDoTransform', undefined, ['number', 'number', 'number', 'number'], [transform, input, output, count])
    const inks = cms.HEAPU8.slice(output, output + count * 4)
    applyInkRules(inks, colors, blackOf, inkLimit === undefined ? undefined : (inkLimit / 100) * 255)
    return new Int32Array(inks.buffer)
  }
  const convert: ToInks = (rgb, pixels) => {
    const inks = new Uint8Array(pixels * 4)
    const made = new Int32Array(inks.buffer)
    for (let from = 0; from < pixels; from += chunk) {
      const end = Math.min(pixels, from + chunk)
      let count = 0
      for (let px = from, at = from * 3; px < end; px++, at += 3) {
        const [red, green, blue] = [rgb[at] as number, rgb[at + 1] as number, rgb[at + 2] as number]
        const color = (red << 16) | (green << 8) | blue
        const slot = slotOf(color)
        if (knownColors[slot] === color) {
          made[px] = knownInks[slot] as number
          continue
        }
        missing[count * 3] = red
        missing[count * 3 + 1] = green
        missing[count * 3 + 2] = blue
        places[count] = px
        count++
      }
      if (count === 0) continue
      const converted = convertMissing(count)
      for (let index = 0; index < count; index++) {
        const [px, at] = [places[index] as number, index * 3]
        const color = ((missing[at] as number) << 16) | ((missing[at + 1] as number) << 8) | (missing[at + 2] as number)
        const slot = slotOf(color)
        made[px] = converted[index] as number
        knownColors[slot] = color
        knownInks[slot] = converted[index] as number
      }
    }
    return inks
  }
  return Object.assign(convert, {
    free() {
      cms._free(input)
      cms._free(output)
      cms.ccall('cmsDeleteTransform', undefined, ['number'], [transform])
    },
  })
}
