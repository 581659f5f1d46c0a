/**
 * Cleans image containers losslessly: removes what is not needed to draw the picture (metadata, thumbnails, anything hidden after
 * the end) and copies the compressed pixels byte for byte. Each function returns null when it does not understand the structure;
 * the caller then re-encodes the picture.
 */

const ascii = (bytes: Buffer, at: number, length: number): string => bytes.toString('latin1', at, at + length)

/** gAMA and cHRM affect how a browser shows the picture; pHYs holds its resolution. Other PNG chunks are not drawn. */
const pngKept = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'pHYs'])

export function cleanPng(bytes: Buffer): Buffer | null {
  const parts = [bytes.subarray(0, 8)]
  let at = 8
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) return null
    const type = ascii(bytes, at + 4, 4)
    if (pngKept.has(type)) parts.push(bytes.subarray(at, end))
    else if (/^[A-Z]/.test(type)) return null
    if (type === 'IEND') return Buffer.concat(parts)
    at = end
  }
  return null
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
