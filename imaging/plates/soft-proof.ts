/** Shows screen colours as a printer prints them, and which of them it cannot. */
import { inksBy, ProfileError } from '../tiff/inks'

export interface SoftProof {
  /** The colours of the print on a screen, 3 samples per px. */
  readonly rgb: Uint8Array
  /** 1 where the printer has no such colour, a byte per px. */
  readonly unprintable: Uint8Array
}

/** Pixels per call, which bounds the memory of Little CMS. */
const chunk = 65_536
/**
 * A colour counts as unprintable when its hue and chroma (a*, b*) are this far from the print, in the units of CIELAB. Programs of the trade do
 * not tell theirs; 6 is a difference that anybody sees side by side.
 */
const hueWithin = 6
/** The black of a print is lighter than that of a screen, which nobody calls a wrong colour; beyond this difference of L* it is one. */
const lightnessWithin = 16

/**
 * Proofs colours in sRGB.
 *
 * @param icc the printer's CMYK profile.
 * @param wasm address of Little CMS.
 * @throws ProfileError when the profile cannot be used.
 */
export async function softProof(rgb: Uint8Array, icc: Uint8Array, inkLimit: number, wasm?: string): Promise<SoftProof> {
  const toInks = await inksBy(icc, undefined, wasm, inkLimit)
  const lcms = await import('lcms-wasm')
  const cms = await lcms.instantiate(wasm === undefined ? {} : { locateFile: () => wasm })
  const pointer = cms._malloc(icc.length)
  cms.HEAPU8.set(icc, pointer)
  const printer = cms.ccall('cmsOpenProfileFromMem', 'number', ['number', 'number'], [pointer, icc.length])
  cms._free(pointer)
  const [screen, lab] = [cms.cmsCreate_sRGBProfile(), cms.cmsCreateLab4Profile(null)]
  const intent = lcms.INTENT_RELATIVE_COLORIMETRIC
  // Without black point compensation, so that black is as light as it prints.
  const shown = cms.cmsCreateTransform(printer, lcms.TYPE_CMYK_8, screen, lcms.TYPE_RGB_8, intent, 0)
  const measured = cms.cmsCreateTransform(screen, lcms.TYPE_RGB_8, lab, lcms.TYPE_Lab_8, intent, 0)
  for (const profile of [printer, screen, lab]) cms.cmsCloseProfile(profile)
  try {
    if (shown === 0 || measured === 0) throw new ProfileError('颜色配置文件里没有从油墨到屏幕颜色的换算，不能预览打印颜色')
    const pixels = rgb.length / 3
    const proof = new Uint8Array(rgb.length)
    const unprintable = new Uint8Array(pixels)
    for (let px = 0; px < pixels; px += chunk) {
      const count = Math.min(chunk, pixels - px)
      const wanted = rgb.subarray(px * 3, (px + count) * 3)
      const printed = cms.cmsDoTransform(shown, toInks(wanted, count), count)
      proof.set(printed, px * 3)
      const [one, other] = [cms.cmsDoTransform(measured, wanted, count), cms.cmsDoTransform(measured, printed, count)]
      for (let at = 0; at < count; at++) {
        // L* is stored as 0 to 255 for 0 to 100, a* and b* with 128 for 0.
        const [l, a, b] = [0, 1, 2].map((axis) => (one[at * 3 + axis] as number) - (other[at * 3 + axis] as number)) as [
          number,
          number,
          number,
        ]
        if (Math.hypot(a, b) > hueWithin || Math.abs(l) / 2.55 > lightnessWithin) unprintable[px + at] = 1
      }
    }
    return { rgb: proof, unprintable }
  } finally {
    toInks.free()
    for (const transform of [shown, measured]) if (transform !== 0) cms.cmsDeleteTransform(transform)
  }
}
