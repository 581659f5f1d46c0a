/**
 * Encodes large rasters as PNG, row by row (PNG Specification, third edition: §9 filters, §11 chunks). A canvas would hold the
 * picture three times; this holds only the compressed bytes. Straight alpha is preserved exactly.
 */
import { crc32 } from '../../base/zip-format'
import type { Raster } from '../pixels/raster'

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** Filtered bytes that are compressed at a time. */
const batchBytes = 1 << 20
/** Compressed bytes that are passed to the browser as a Blob at a time; the browser stores Blobs outside of this process. */
const blobBytes = 8 << 20

function chunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)))
  return bytes
}

function header(width: number, height: number): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(13)
  const view = new DataView(data.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  // Eight bits each of red, green, blue and alpha, not interlaced.
  data.set([8, 6, 0, 0, 0], 8)
  return chunk('IHDR', data)
}

/** Filters a row by differences to its left (1) or upper (2) neighbours, whichever are smaller, after the filter's number. */
function filterRow(row: Uint8ClampedArray, above: Uint8ClampedArray | null, to: Uint8Array, start: number): void {
  let left = 0
  let upper = 0
  for (let at = 0; at < row.length; at++) {
    const value = row[at] as number
    const beside = (value - (at < 4 ? 0 : (row[at - 4] as number))) & 255
    const below = (value - (above === null ? 0 : (above[at] as number))) & 255
    left += beside < 128 ? beside : 256 - beside
    upper += below < 128 ? below : 256 - below
  }
  const filter = upper < left ? 2 : 1
  to[start] = filter
  for (let at = 0, out = start + 1; at < row.length; at++, out++) {
    const other = filter === 2 ? (above?.[at] ?? 0) : at < 4 ? 0 : (row[at - 4] as number)
    to[out] = (row[at] as number) - other
  }
}

/** @throws the browser's error when memory runs out. */
export async function encodePng({ width, height, data }: Pick<Raster, 'width' | 'height' | 'data'>): Promise<Blob> {
  const stride = width * 4
  const packer = new CompressionStream('deflate')
  const parts: Blob[] = [new Blob([signature, header(width, height)])]
  const read = async () => {
    let waiting: Uint8Array<ArrayBuffer>[] = []
    let bytes = 0
    const reader = packer.readable.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      waiting.push(chunk('IDAT', next.value))
      bytes += next.value.length
      if (bytes < blobBytes) continue
      parts.push(new Blob(waiting))
      waiting = []
      bytes = 0
    }
    parts.push(new Blob([...waiting, chunk('IEND', new Uint8Array(0))]))
  }
  const reading = read()
  const writer = packer.writable.getWriter()
  const rows = Math.max(1, Math.floor(batchBytes / (stride + 1)))
  for (let top = 0; top < height; top += rows) {
    const bottom = Math.min(height, top + rows)
    const batch = new Uint8Array((bottom - top) * (stride + 1))
    for (let y = top; y < bottom; y++) {
      const above = y === 0 ? null : data.subarray((y - 1) * stride, y * stride)
      filterRow(data.subarray(y * stride, (y + 1) * stride), above, batch, (y - top) * (stride + 1))
    }
    await writer.write(batch)
  }
  await writer.close()
  await reading
  return new Blob(parts, { type: 'image/png' })
}
