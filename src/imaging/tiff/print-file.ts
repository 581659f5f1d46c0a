/** Converts a picture file to a TIF print file of the same pixels. PNGs are decoded without a canvas; other types need one. */
import { inksBy, type ToInks } from './inks'
import type { TifAnswer, TifInput } from './messages'
import { onWhite, type Pixels, pixelsOfPng, withAlphaOf, withoutAlpha } from './pixels'
import { srgbProfile } from './srgb-profile'
import { encodeTiff, type TiffPicture } from './tiff'

/** Decodes pictures other than PNG. */
export type DecodeOther = (file: Blob) => Promise<Pixels>

/** Decodes with the browser: the result is sRGB, and colours under full transparency are lost. */
export async function decodeByCanvas(file: Blob): Promise<Pixels> {
  const bitmap = await createImageBitmap(file, { premultiplyAlpha: 'none' })
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('浏览器内存不足，请关闭其他页面后重试')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return { width, height, rows: (top, count) => context.getImageData(0, top, width, count).data }
}

async function pixelsOf(bytes: Uint8Array<ArrayBuffer>, type: string, decodeOther: DecodeOther): Promise<Pixels> {
  try {
    if (type !== 'image/png') return await decodeOther(new Blob([bytes], { type }))
    // A canvas would premultiply the colours by alpha and lose precision.
    const { decode } = await import('fast-png')
    return pixelsOfPng(decode(bytes))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(/[\u4e00-\u9fff]/.test(message) ? message : `图片已损坏，无法转为 TIF（${message}）`)
  }
}

/** Returns how to make the samples of a strip, so that no second picture is in memory, and the profile of their colours. */
function colorsOf(
  pixels: Pixels,
  { transparency, inks }: Pick<TifInput, 'transparency' | 'inks'>,
  toInks: ToInks | null,
): Pick<TiffPicture, 'colors' | 'rows' | 'profile'> {
  const { width, rows } = pixels
  const keepsTransparency = transparency === 'keep'
  if (toInks !== null && inks !== undefined) {
    const inkRows = (top: number, count: number) => {
      const data = rows(top, count)
      const converted = toInks(keepsTransparency ? withoutAlpha(data) : onWhite(data), width * count)
      return keepsTransparency ? withAlphaOf(converted, data) : converted
    }
    return { colors: keepsTransparency ? 'cmyka' : 'cmyk', rows: inkRows, profile: inks }
  }
  const profile = pixels.profile ?? srgbProfile()
  return keepsTransparency
    ? { colors: 'rgba', rows, profile }
    : { colors: 'rgb', rows: (top, count) => onWhite(rows(top, count)), profile }
}

/**
 * Makes a print file. Rejects with words for the seller.
 *
 * @param wasm address of Little CMS, for inks.
 */
export async function printFile(input: TifInput, decodeOther: DecodeOther = decodeByCanvas, wasm?: string): Promise<TifAnswer> {
  const pixels = await pixelsOf(input.bytes, input.type, decodeOther)
  const toInks = input.inks === undefined ? null : await inksBy(input.inks, pixels.profile, wasm)
  try {
    const { width, height } = pixels
    const parts = encodeTiff({ width, height, dpi: input.dpi, ...colorsOf(pixels, input, toInks) })
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      bytes.set(part, at)
      at += part.length
    }
    return { bytes, width, height }
  } finally {
    toInks?.free()
  }
}
