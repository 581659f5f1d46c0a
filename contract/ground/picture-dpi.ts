/** Writes the print resolution into a picture file without changing its pixel data. */

import { dotsPerMetre } from '../../contract/rules/lengths'
import { crc32 } from './crc32'

type Bytes = Uint8Array<ArrayBuffer>

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
function pngWithDpi(png: Bytes, dpi: number): Bytes[] {
  const view = new DataView(png.buffer, png.byteOffset, png.length)
  let start = signatureLength + headerLength
  const parts = [png.subarray(0, start), pngResolution(dpi)]
  for (let at = start; at + 12 <= png.length; ) {
    const end = Math.min(png.length, at + 12 + view.getUint32(at))
    // The name of a chunk is case-sensitive.
    if (String.fromCharCode(...png.subarray(at + 4, at + 8)) === 'pHYs') {
      parts.push(png.subarray(start, at))
      start = end
    }
    at = end
  }
  parts.push(png.subarray(start))
  return parts
}

/** SOI and an empty JFIF segment: version 1.2, no thumbnail. */
const jfif = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 2, 1, 0, 0, 0, 0, 0, 0]

/**
 * Writes into the JFIF segment, which is added if the file begins with its tables. A file that begins with another program's
 * segment is left unchanged, because a JFIF segment before it would change the meaning of its colours.
 */
function jpegWithDpi(jpeg: Bytes, dpi: number): Bytes[] {
  const isJfif = jpeg[3] === 0xe0 && String.fromCharCode(...jpeg.subarray(6, 10)) === 'JFIF' && jpeg.length > jfif.length
  const isBare = jpeg[3] === 0xdb
  if (!isJfif && !isBare) return [jpeg]
  const head = isJfif ? jpeg.slice(0, jfif.length) : Uint8Array.from(jfif)
  const view = new DataView(head.buffer)
  const dotsPerInch = Math.min(0xffff, Math.round(dpi))
  head[13] = 1
  view.setUint16(14, dotsPerInch)
  view.setUint16(16, dotsPerInch)
  return [head, jpeg.subarray(isJfif ? jfif.length : 2)]
}

/** A resolution to be written into a picture file. */
export interface PictureDpi {
  /** MIME type of the file. */
  readonly type: string
  readonly dpi: number
}

/** Length of a file in bytes, at most, after the resolution has been written into it. */
export const sizeWithDpi = ({ length }: Uint8Array, resolution: PictureDpi | null): number => length + (resolution ? 21 : 0)

/**
 * Returns the file with the resolution in parts, most of which lie in the memory of `bytes`. Files whose format or structure does not
 * allow a resolution stay as they are.
 *
 * @param type MIME type.
 */
export function withDpi(type: string, bytes: Bytes, dpi: number): readonly Bytes[] {
  if (type === 'image/png' && bytes.length >= signatureLength + headerLength) return pngWithDpi(bytes, dpi)
  return type === 'image/jpeg' ? jpegWithDpi(bytes, dpi) : [bytes]
}
