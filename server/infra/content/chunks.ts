/**
 * Cleans image containers losslessly: removes what is not needed to draw the picture (metadata, thumbnails, anything hidden after
 * the end) and copies the compressed pixels byte for byte. Each function returns null when it does not understand the structure;
 * the caller then re-encodes the picture.
 */
import { deflateSync, inflateSync } from 'node:zlib'
import { bareChunkData, bareChunkType, bareRowBytes, packedBareBits } from '../../../contract/ground/bare-chunk'
import { chunkOf, chunksOf, type PngChunk, pngOf, type ReadChunk } from './png-chunks'

const ascii = (bytes: Buffer, at: number, length: number): string => bytes.toString('latin1', at, at + length)

/** The chunks of a PNG that are drawn, and its resolution; the area without white ink is kept beside them. Colour chunks are left out: pixels that are not sRGB are converted. */
const pngKept = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'pHYs'])
/** Chunks without which no program draws the picture. Browsers end at a wrong checksum of pixels, which matters in all but the last. */
const pngCritical = (type: string) => /^[A-Z]/.test(type) && type !== 'IDAT' && type !== 'IEND'

export function cleanPng(bytes: Buffer): Buffer | null {
  const chunks = chunksOf(bytes)
  if (chunks.at(-1)?.type !== 'IEND') return null
  const palette = paletteOf(chunks)
  const lastPixels = chunks.findLastIndex(({ type }) => type === 'IDAT')
  const kept: PngChunk[] = []
  for (const [at, { type, data, intact }] of chunks.entries()) {
    if (pngCritical(type) && !(intact && pngKept.has(type))) return null
    if (type === 'IDAT' && !intact && at < lastPixels) return null
    if (type === 'tRNS' && intact) kept.push(chunkOf(type, data.subarray(0, palette?.colors)))
    else if (type === 'PLTE' && palette) kept.push(chunkOf(type, palette.filled))
    else if (type === bareChunkType && intact) kept.push(...cleanBareChunk(data, chunks[0]?.data))
    else if (pngKept.has(type) && (intact || type === 'IDAT' || type === 'IEND')) kept.push(chunkOf(type, data))
  }
  return pngOf(kept)
}

/** Returns the chunk of the area without white ink, compressed anew so that nothing else is in it; none where it cannot be read. */
function cleanBareChunk(data: Buffer, head: Buffer | undefined): readonly PngChunk[] {
  if (head === undefined || head.length < 8) return []
  const size = { width: head.readUInt32BE(0), height: head.readUInt32BE(4) }
  const packed = packedBareBits(data, size)
  const length = bareRowBytes(size.width) * size.height
  if (packed === null || length === 0) return []
  try {
    const bits = inflateSync(packed, { maxOutputLength: length })
    return bits.length === length ? [chunkOf(bareChunkType, bareChunkData(size, deflateSync(bits)))] : []
  } catch {
    return []
  }
}

const paletteType = 3

/**
 * Returns the number of colours of the palette, which limits that of transparencies, and the palette extended with its last colour to
 * every index that a px can have: programs show an index beyond the palette differently. Null for a PNG without a palette.
 */
function paletteOf(chunks: readonly ReadChunk[]): { readonly colors: number; readonly filled: Buffer } | null {
  const [depth = 8, type] = chunks[0]?.data.subarray(8, 10) ?? []
  const palette = chunks.find((one) => one.type === 'PLTE')?.data
  if (type !== paletteType || !palette) return null
  const colors = palette.length / 3
  const last = Array.from({ length: Math.max(0, 2 ** depth - colors) }, () => palette.subarray(-3))
  return { colors, filled: Buffer.concat([palette, ...last]) }
}

/**
 * Retains JFIF and Adobe markers, which say how to read the colours, and drops every other APPn, comments and data after the end.
 */
export function cleanJpeg(bytes: Buffer): Buffer | null {
  const parts = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) return null
    const app = marker >= 0xe0 && marker <= 0xef
    const wanted =
      (marker === 0xe0 && ascii(bytes, at + 4, 5) === 'JFIF\0') || (marker === 0xee && ascii(bytes, at + 4, 5) === 'Adobe')
    if ((!app && marker !== 0xfe) || wanted) parts.push(bytes.subarray(at, end))
    at = end
    if (marker !== 0xda) continue
    const scan = at
    while (at + 1 < bytes.length) {
      at = bytes.indexOf(0xff, at)
      if (at < 0 || at + 1 >= bytes.length) return null
      const next = bytes[at + 1] ?? 0
      if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) break
      at += next === 0xff ? 1 : 2
    }
    parts.push(bytes.subarray(scan, at))
  }
  if (bytes[at] !== 0xff || bytes[at + 1] !== 0xd9) return null
  parts.push(bytes.subarray(at, at + 2))
  return Buffer.concat(parts)
}

const webpKept = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH'])

/** Accepts still WebP only; clears the flags of profile, Exif and XMP together with their chunks. */
export function cleanWebp(bytes: Buffer): Buffer | null {
  if (ascii(bytes, 0, 4) !== 'RIFF' || bytes.length < 20) return null
  const parts: Buffer[] = []
  const riffEnd = Math.min(bytes.length, 8 + bytes.readUInt32LE(4))
  let at = 12
  while (at + 8 <= riffEnd) {
    const type = ascii(bytes, at, 4)
    const length = bytes.readUInt32LE(at + 4)
    const end = at + 8 + length + (length & 1)
    if (end > bytes.length) return null
    if (type === 'ANIM' || type === 'ANMF') return null
    if (webpKept.has(type)) {
      const chunk = Buffer.from(bytes.subarray(at, end))
      if (type === 'VP8X') chunk[8] = (chunk[8] ?? 0) & 0b0001_0000
      parts.push(chunk)
    }
    at = end
  }
  const body = Buffer.concat(parts)
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(body.length + 4, 4)
  return Buffer.concat([head, body])
}
