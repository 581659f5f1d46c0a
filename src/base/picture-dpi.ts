/** Writes the print resolution into a picture file without changing its pixel data. */
import { dotsPerMetre } from '../../contract/rules/lengths'
import { crc32 } from './zip-format'

const signatureLength = 8
/** Length, type, 13 bytes and checksum of a PNG's first chunk. */
const headerLength = 25

function pngResolution(dpi: number): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(21)
  const view = new DataView(chunk.buffer)
  const perMetre = dotsPerMetre(dpi)
  view.setUint32(0, 9)
  chunk.set([0x70, 0x48, 0x59, 0x73], 4)
  view.setUint32(8, perMetre)
  view.setUint32(12, perMetre)
  chunk[16] = 1
  view.setUint32(17, crc32(chunk.subarray(4, 17)))
  return chunk
}

/** Writes the chunk `pHYs` directly after the header and removes any other. */
function pngWithDpi(png: Uint8Array<ArrayBuffer>, dpi: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(png.buffer, png.byteOffset, png.length)
  const parts: Uint8Array[] = [png.subarray(0, signatureLength + headerLength), pngResolution(dpi)]
  let at = signatureLength + headerLength
  while (at + 12 <= png.length) {
    const end = Math.min(png.length, at + 12 + view.getUint32(at))
    // The name of a chunk is case-sensitive.
    if (String.fromCharCode(...png.subarray(at + 4, at + 8)) !== 'pHYs') parts.push(png.subarray(at, end))
    at = end
  }
  parts.push(png.subarray(at))
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    out.set(part, offset)
    offset += part.length
  }
  return out
}

/** SOI and an empty JFIF segment: version 1.2, no thumbnail. */
const jfif = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 2, 1, 0, 0, 0, 0, 0, 0]

/**
 * Writes into the JFIF segment, which is added if the file begins with its tables. A file that begins with another program's
 * segment is left unchanged, because a JFIF segment before it would change the meaning of its colours.
 */
function jpegWithDpi(jpeg: Uint8Array<ArrayBuffer>, dpi: number): Uint8Array<ArrayBuffer> {
  const isJfif = jpeg[3] === 0xe0 && String.fromCharCode(...jpeg.subarray(6, 10)) === 'JFIF' && jpeg.length > jfif.length
  const isBare = jpeg[3] === 0xdb
  if (!isJfif && !isBare) return jpeg
  const out = isJfif ? jpeg.slice() : new Uint8Array(jfif.length + jpeg.length - 2)
  if (isBare) {
    out.set(jfif)
    out.set(jpeg.subarray(2), jfif.length)
  }
  const view = new DataView(out.buffer)
  const dotsPerInch = Math.min(0xffff, Math.round(dpi))
  out[13] = 1
  view.setUint16(14, dotsPerInch)
  view.setUint16(16, dotsPerInch)
  return out
}

/** A resolution to be written into a picture file. */
export interface PictureDpi {
  /** MIME type of the file. */
  readonly type: string
  readonly dpi: number
}

/** Length of a file in bytes, at most, after the resolution has been written into it. */
export const sizeWithDpi = ({ length }: Uint8Array, resolution: PictureDpi | null): number => length + (resolution ? 21 : 0)

/** @param type MIME type. @returns the same bytes for files whose format or structure does not allow a resolution. */
export function withDpi(type: string, bytes: Uint8Array<ArrayBuffer>, dpi: number): Uint8Array<ArrayBuffer> {
  if (type === 'image/png' && bytes.length >= signatureLength + headerLength) return pngWithDpi(bytes, dpi)
  return type === 'image/jpeg' ? jpegWithDpi(bytes, dpi) : bytes
}
