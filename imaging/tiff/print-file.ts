/** Converts a picture file to a TIF print file of the same pixels. PNGs are decoded without a canvas; other types need one. */
import { messageOf } from '../../contract/ground/thrown'
import { inksBy, type ToInks } from './inks'
import type { TifAnswer, TifInput } from './messages'
import { onWhite, type Pixels, pixelsOfPng, withAlphaOf, withoutAlpha } from './pixels'
import { srgbProfile } from './srgb-profile'
import { encodeTiff, straightAlpha, type TiffPicture } from './tiff'

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

/** A canvas would premultiply the colours of a PNG by alpha and lose precision. */
async function pixelsOf({ bytes, type }: TifInput, decodeOther: DecodeOther): Promise<Pixels> {
  return type === 'image/png' ? pixelsOfPng(bytes) : decodeOther(new Blob([bytes], { type }))
}

/** Returns how to make the samples of a strip, so that no second picture is in memory, and the profile of their colours. */
function colorsOf(
  pixels: Pixels,
  { transparency, inks }: Pick<TifInput, 'transparency' | 'inks'>,
  toInks: ToInks | null,
): Pick<TiffPicture, 'colors' | 'extras' | 'rows' | 'profile'> {
  const { width, rows } = pixels
  const keepsTransparency = transparency === 'keep'
  if (toInks !== null && inks !== undefined) {
    const inkRows = (top: number, count: number) => {
      const data = rows(top, count)
      const converted = toInks(keepsTransparency ? withoutAlpha(data) : onWhite(data), width * count)
      return keepsTransparency ? withAlphaOf(converted, data) : converted
    }
    return { colors: 'cmyk', ...(keepsTransparency && { extras: straightAlpha }), rows: inkRows, profile: inks }
  }
  const profile = pixels.profile ?? srgbProfile()
  return keepsTransparency
    ? { colors: 'rgb', extras: straightAlpha, rows, profile }
    : { colors: 'rgb', rows: (top, count) => onWhite(rows(top, count)), profile }
}

/**
 * Makes a print file. Besides the picture's file and the print file, only some strips of a PNG are in memory, because its pixels are
 * decoded while the print file is written. Rejects with words for the seller.
 *
 * @param wasm address of Little CMS, for inks.
 */
export async function printFile(input: TifInput, decodeOther: DecodeOther = decodeByCanvas, wasm?: string): Promise<TifAnswer> {
  try {
    return await madeFile(input, decodeOther, wasm)
  } catch (error) {
    const message = messageOf(error)
    if (/[\u4e00-\u9fff]/.test(message)) throw error
    throw new Error(`图片已损坏，无法转为 TIF（${message}）`, { cause: error })
  }
}

async function madeFile(input: TifInput, decodeOther: DecodeOther, wasm: string | undefined): Promise<TifAnswer> {
  const pixels = await pixelsOf(input, decodeOther)
  const toInks = input.inks === undefined ? null : await inksBy(input.inks, pixels.profile, wasm)
  try {
    const { width, height } = pixels
    return { bytes: encodeTiff({ width, height, dpi: input.dpi, ...colorsOf(pixels, input, toInks) }), width, height }
  } finally {
    toInks?.free()
  }
}
