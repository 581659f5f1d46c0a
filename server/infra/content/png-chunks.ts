/** Reads the chunks of a PNG, and writes what it says about its pixels: their size in print and their colour space. */
import { crc32 } from 'node:zlib'
import { dotsPerMetre } from '../../../contract/rules/lengths'

const signatureLength = 8
const headLength = 25

/** A chunk's type and data, without length and checksum. */
export type PngChunk = Buffer

export interface ReadChunk {
  readonly type: string
  readonly data: Buffer
  /** Whether its checksum is right. */
  readonly intact: boolean
}

/** Returns the chunks up to the end of the picture or of the file; a last one that the file cuts off is shorter than it says. */
export function chunksOf(png: Buffer): readonly ReadChunk[] {
  const chunks: ReadChunk[] = []
  for (let at = signatureLength; at + 8 <= png.length; ) {
    const end = at + 8 + png.readUInt32BE(at)
    const body = png.subarray(at + 4, end)
    const type = typeOf(body)
    const intact = end + 4 <= png.length && crc32(body) >>> 0 === png.readUInt32BE(end)
    chunks.push({ type, data: body.subarray(4), intact })
    if (type === 'IEND') break
    at = end + 4
  }
  return chunks
}

/** Returns a PNG of these chunks, with right checksums. */
export const pngOf = (chunks: readonly PngChunk[]): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.map(framed)])

export const chunkOf = (type: string, data: Uint8Array = Buffer.alloc(0)): PngChunk =>
  Buffer.concat([Buffer.from(type, 'latin1'), data])

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
export const srgbChunk: PngChunk = chunkOf('sRGB', Buffer.from([0]))

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
