/** Types of the parts of Little CMS in use; the package has none. */
declare module 'lcms-wasm' {
  interface LittleCms {
    readonly HEAPU8: Uint8Array
    _malloc(size: number): number
    _free(pointer: number): void
    ccall(name: string, result: 'number' | undefined, types: readonly 'number'[], values: readonly number[]): number
    cmsCreate_sRGBProfile(): number
    cmsCloseProfile(profile: number): void
    /** `null` is the white point D50. */
    cmsCreateLab4Profile(whitePoint: null): number
    /** `pixels` of `samples`. */
    cmsDoTransform(transform: number, samples: Uint8Array, pixels: number): Uint8Array<ArrayBuffer>
    cmsDeleteTransform(transform: number): void
    cmsGetColorSpaceASCII(profile: number): string | null
    /** Returns 0 when the profiles cannot be combined. */
    cmsCreateTransform(from: number, fromFormat: number, to: number, toFormat: number, intent: number, flags: number): number
  }
  export function instantiate(options: { locateFile?: () => string }): Promise<LittleCms>
  export const TYPE_GRAY_8: number
  export const TYPE_RGB_8: number
  export const TYPE_RGB_16: number
  export const TYPE_CMYK_8: number
  export const TYPE_Lab_8: number
  export const INTENT_RELATIVE_COLORIMETRIC: number
  export const cmsFLAGS_BLACKPOINTCOMPENSATION: number
}
