/** Writes what a PNG says about its pixels: their size in print and their colour space. */
import { crc32 } from 'node:zlib'
import { dotsPerMetre } from '../../../contract/rules/lengths'

const signatureLength = 8
const headLength = 25

/** A chunk's type and data, without length and checksum. */
export type PngChunk = Buffer

/** @param dpi dots per inch. */
export function resolutionChunk(dpi: number): PngChunk {
  const body = Buffer.alloc(13)
  body.write('pHYs', 0, 'latin1')
  const perMetre = dotsPerMetre(dpi)
  body.writeUInt32BE(perMetre, 4)
  body.writeUInt32BE(perMetre, 8)
  body[12] = 1
  return body
}

/** Says that the colours are sRGB, for perceptual rendering. */
export const srgbChunk: PngChunk = Buffer.from('sRGB\0', 'latin1')

/** Returns the PNG with these chunks in place of its own of the same types. */
export function withChunks(png: Buffer, chunks: readonly PngChunk[]): Buffer {
  const types = new Set(chunks.map(typeOf))
  const parts = [png.subarray(0, signatureLength + headLength), ...chunks.map(framed)]
  for (let at = signatureLength + headLength; at + 12 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at)
    if (!types.has(typeOf(png.subarray(at + 4)))) parts.push(png.subarray(at, end))
    at = end
  }
  return Buffer.concat(parts)
}

const typeOf = (body: Buffer): string => body.toString('latin1', 0, 4)

/** Adds a chunk's length and checksum. */
function framed(body: Buffer): Buffer {
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(body.length - 4, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body) >>> 0, body.length + 4)
  return frame
}
