/**
 * Checks what a picture's bytes show before anything is sent: its format and its size. The server decodes every pixel later and knows
 * whether all rows are there; this spares the seller an upload that cannot succeed.
 */
import { maxPicturePixels } from '../../../contract/constants'
import { pixelsText } from '../../../contract/rules/sizes'

export const pictureFormats = ['PNG', 'JPG', 'WebP', 'GIF', 'BMP', 'SVG'] as const
export type PictureFormat = (typeof pictureFormats)[number]

export interface PictureFacts {
  readonly format: PictureFormat
  /** Size in px; null when only drawing the picture would tell it. */
  readonly size: { readonly width: number; readonly height: number } | null
}

/** A file that cannot be used as a picture; `message` tells the seller why and what to do. */
export class PictureProblem extends Error {
  override readonly name = 'PictureProblem'
}

const brokenPicture = () => new PictureProblem('图片加载失败，请检查图片是否损坏')
const unsupportedPicture = (format: string) => new PictureProblem(`不支持 ${format} 格式，请转成 PNG 或 JPG 后上传`)

/** Bounds-checked reads: a truncated file throws a PictureProblem, never a RangeError. */
class Bytes {
  private readonly view: DataView
  constructor(readonly all: Uint8Array) {
    this.view = new DataView(all.buffer, all.byteOffset, all.byteLength)
  }
  get length(): number {
    return this.all.length
  }
  private checkedOffset(offset: number, width: number): number {
    if (offset < 0 || offset + width > this.length) throw brokenPicture()
    return offset
  }
  u8 = (offset: number) => this.view.getUint8(this.checkedOffset(offset, 1))
  u16 = (offset: number, little = false) => this.view.getUint16(this.checkedOffset(offset, 2), little)
  u24 = (offset: number) => this.u8(offset) | (this.u8(offset + 1) << 8) | (this.u8(offset + 2) << 16)
  u32 = (offset: number, little = false) => this.view.getUint32(this.checkedOffset(offset, 4), little)
  i32 = (offset: number) => this.view.getInt32(this.checkedOffset(offset, 4), true)
  /** ASCII letters from an offset on; fewer where the file ends. */
  text = (offset: number, length: number) => String.fromCharCode(...this.all.subarray(offset, offset + length))
}

/** A PNG whose pixels lack more bytes than this lacks rows. */
const mostMissing = 64

function pngSize(bytes: Bytes) {
  if (bytes.text(12, 4) !== 'IHDR') throw brokenPicture()
  const size = { width: bytes.u32(16), height: bytes.u32(20) }
  for (let at = 8; at + 8 <= bytes.length; ) {
    const type = bytes.text(at + 4, 4)
    if (type === 'IEND') break
    at += 12 + bytes.u32(at)
    if (type === 'IDAT' && at > bytes.length + mostMissing) throw brokenPicture()
  }
  return size
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function jpegSize(bytes: Bytes) {
  for (let at = 2; ; ) {
    const marker = bytes.u8(at + 1)
    // Any number of 0xff bytes may precede a marker, and decoders skip bytes between two segments.
    if (bytes.u8(at) !== 0xff || marker === 0xff) at += 1
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (isFrame(marker)) return { width: bytes.u16(at + 7), height: bytes.u16(at + 5) }
    else if (marker === 0xda) throw brokenPicture()
    else at += 2 + bytes.u16(at + 2)
  }
}

function webpSize(bytes: Bytes) {
  if (bytes.u32(4, true) + 8 > bytes.length) throw brokenPicture()
  switch (bytes.text(12, 4)) {
    case 'VP8X':
      return { width: bytes.u24(24) + 1, height: bytes.u24(27) + 1 }
    case 'VP8L': {
      const bits = bytes.u32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: bytes.u16(26, true) & 0x3fff, height: bytes.u16(28, true) & 0x3fff }
    default:
      throw brokenPicture()
  }
}

function bmpSize(bytes: Bytes) {
  // The header of 1985 (BITMAPCOREHEADER) has unsigned sides of two bytes each.
  if (bytes.u32(14, true) === 12) return { width: bytes.u16(18, true), height: bytes.u16(20, true) }
  return { width: Math.abs(bytes.i32(18)), height: Math.abs(bytes.i32(22)) }
}

/** True if the first tag is `svg`, apart from prolog, comments and document type. */
function isSvg(bytes: Uint8Array): boolean {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const decoder = new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8')
  let text = decoder.decode(bytes.subarray(0, 65_536))
  for (;;) {
    const rest = text.replace(/^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>)/i, '')
    if (rest === text) break
    text = rest
  }
  return /^<(?:[\w-]+:)?svg[\s/>]/i.test(text)
}

/** Formats that sellers use and the product does not accept, recognised by their first bytes. */
function unsupportedFormatOf(bytes: Bytes): string | null {
  const magic = bytes.text(0, 4)
  if (magic === '8BPS') return 'PSD'
  if (magic === '%PDF') return 'PDF'
  if (magic === 'II*\0' || magic === 'MM\0*') return 'TIFF'
  if (bytes.text(4, 4) !== 'ftyp') return null
  const brand = bytes.text(8, 4)
  if (brand.startsWith('avi')) return 'AVIF'
  return /^(?:hei|hev|mif|msf)/.test(brand) ? 'HEIC' : null
}

/** Recognises a format by its first bytes and reads its size. */
function readFacts(bytes: Bytes): PictureFacts | null {
  const magic = bytes.text(0, 4)
  if (magic === '\x89PNG') return { format: 'PNG', size: pngSize(bytes) }
  if (magic.startsWith('\xff\xd8\xff')) return { format: 'JPG', size: jpegSize(bytes) }
  if (magic === 'GIF8') return { format: 'GIF', size: { width: bytes.u16(6, true), height: bytes.u16(8, true) } }
  if (magic === 'RIFF' && bytes.text(8, 4) === 'WEBP') return { format: 'WebP', size: webpSize(bytes) }
  if (magic.startsWith('BM')) return { format: 'BMP', size: bmpSize(bytes) }
  return isSvg(bytes.all) ? { format: 'SVG', size: null } : null
}

/**
 * Format and size of a picture.
 *
 * @throws PictureProblem when the bytes are no picture, a format that is not accepted, truncated, or too large in pixels.
 */
export function inspectPicture(all: Uint8Array): PictureFacts {
  const bytes = new Bytes(all)
  const unsupportedFormat = unsupportedFormatOf(bytes)
  if (unsupportedFormat !== null) throw unsupportedPicture(unsupportedFormat)
  const facts = readFacts(bytes)
  if (facts === null) throw new PictureProblem(`文件内容不是图片，可能只是改了扩展名；支持 ${pictureFormats.join('、')}`)
  const { size } = facts
  if (size && (size.width === 0 || size.height === 0)) throw brokenPicture()
  if (size && size.width * size.height > maxPicturePixels) {
    throw new PictureProblem(`图片有 ${pixelsText(size)}，超过 1 亿像素的上限，请缩小后上传`)
  }
  return facts
}
