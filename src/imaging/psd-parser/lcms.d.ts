/** What is used of Little CMS; the package brings no types. */
declare module 'lcms-wasm' {
  interface LittleCms {
    readonly HEAPU8: Uint8Array
    _malloc(size: number): number
    _free(pointer: number): void
    ccall(name: string, result: 'number' | undefined, types: readonly 'number'[], values: readonly number[]): number
    cmsCreate_sRGBProfile(): number
    cmsCloseProfile(profile: number): void
    cmsGetColorSpaceASCII(profile: number): string | null
    /** 0 when the profiles do not fit. */
    cmsCreateTransform(from: number, fromFormat: number, to: number, toFormat: number, intent: number, flags: number): number
  }
  export function instantiate(options: { locateFile?: () => string }): Promise<LittleCms>
  export const TYPE_GRAY_8: number
  export const TYPE_RGB_8: number
  export const TYPE_CMYK_8: number
  export const INTENT_RELATIVE_COLORIMETRIC: number
  export const cmsFLAGS_BLACKPOINTCOMPENSATION: number
}
