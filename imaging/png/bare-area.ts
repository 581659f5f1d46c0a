/** The area of a print under which no white ink lies (透底), as a PNG carries it. A print without its chunk has no such area. */
import { zlibSync } from 'fflate'
import { bareChunkData, bareChunkType, bareRowBytes, packedBareBits } from '../../contract/ground/bare-chunk'
import { createInflate } from './inflate'

export interface BareArea {
  /** px */
  readonly width: number
  readonly height: number
  /** 1 where no white ink lies, else 0, row by row. */
  readonly data: Uint8Array<ArrayBuffer>
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Returns the data of the chunk: a head, and one bit a px, each row from a byte on. */
export function packBareArea({ width, height, data }: BareArea): Uint8Array<ArrayBuffer> {
  const rowBytes = bareRowBytes(width)
  const bits = new Uint8Array(rowBytes * height)
  for (let at = 0; at < data.length; at++) {
    if (data[at] === 0) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    const place = y * rowBytes + (x >> 3)
    bits[place] = (bits[place] as number) | (0x80 >> (x & 7))
  }
  return bareChunkData({ width, height }, zlibSync(bits))
}

/** Returns the data of the first chunk of a type, and the size that the picture says it has; null where there is none. */
function chunkOf(png: Uint8Array, wanted: string) {
  if (signature.some((byte, at) => png[at] !== byte)) return null
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  let size: { readonly width: number; readonly height: number } | null = null
  for (let at = signature.length; at + 12 <= png.length; ) {
    const length = view.getUint32(at)
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8))
    const from = at + 8
    if (from + length > png.length) return null
    if (type === 'IHDR' && length === 13) size = { width: view.getUint32(from), height: view.getUint32(from + 4) }
    if (type === wanted && size !== null) return { size, data: png.subarray(from, from + length) }
    if (type === 'IEND') return null
    at = from + length + 4
  }
  return null
}

/**
 * Returns the area that a PNG carries; null where it carries none, or one that does not belong to its pixels: of another size, damaged or cut
 * off. No more is decompressed than the picture has px.
 */
export function readBareArea(png: Uint8Array): BareArea | null {
  const found = chunkOf(png, bareChunkType)
  if (found === null) return null
  const packed = packedBareBits(found.data, found.size)
  if (packed === null) return null
  const { width, height } = found.size
  const rowBytes = bareRowBytes(width)
  const row = new Uint8Array(rowBytes)
  const read = createInflate([packed][Symbol.iterator]())
  const data = new Uint8Array(width * height)
  try {
    for (let y = 0; y < height; y++) {
      if (read(row) < rowBytes) return null
      for (let x = 0; x < width; x++) data[y * width + x] = ((row[x >> 3] as number) >> (7 - (x & 7))) & 1
    }
  } catch {
    return null
  }
  return { width, height, data }
}

/** Returns the area at another size, each px from the nearest one. */
export function resizedBareArea(area: BareArea, { width, height }: Pick<BareArea, 'width' | 'height'>): BareArea {
  if (area.width === width && area.height === height) return area
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const from = Math.min(area.height - 1, Math.floor(((y + 0.5) * area.height) / height)) * area.width
    for (let x = 0; x < width; x++) {
      data[y * width + x] = area.data[from + Math.min(area.width - 1, Math.floor(((x + 0.5) * area.width) / width))] as number
    }
  }
  return { width, height, data }
}
