/**
 * The plain way of the product's PNG encoder, which the benchmark of PSDs puts in its place: the same files by fflate, exact as well,
 * with the filter Up for each row. A canvas is none: it rounds the colours of soft edges.
 */
import { Deflate } from 'fflate'
import { crc32 } from '../../contract/ground/crc32'
import type { Raster } from '../../imaging/pixels/raster'
import { channelsOf, type EncodedRows, joinRows, type RowsPlace } from '../../imaging/png/png'

export { channelsOf, joinRows }

const rowsAtOnce = 64
const adlerBase = 65_521
type Pixels = Pick<Raster, 'width' | 'height' | 'data'>

function chunkOf(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const chunk = new Uint8Array(length + 12)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, length)
  chunk.set([0x49, 0x44, 0x41, 0x54], 4)
  let at = 8
  for (const part of parts) {
    chunk.set(part, at)
    at += part.length
  }
  view.setUint32(at, crc32(chunk.subarray(4, at)))
  return chunk
}

export function encodeRows({ width, height, data }: Pixels, { channels, isFirst, isLast }: RowsPlace): EncodedRows {
  const parts: Uint8Array[] = isFirst ? [Uint8Array.of(0x78, 1)] : []
  const chunks: Blob[] = []
  const deflate = new Deflate({ level: 1 }, (part) => void parts.push(part))
  let [low, high] = [1, 0]
  for (let top = 0; top < height; top += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, height - top)
    const rows = new Uint8Array(count * (width * channels + 1))
    let to = 0
    for (let y = top; y < top + count; y++) {
      // Rows that are encoded apart from those above them have nothing to be compared with.
      rows[to++] = y === 0 ? 0 : 2
      let at = y * width * 4
      const above = y === 0 ? -1 : at - width * 4
      for (let x = 0; x < width; x++, at += 4)
        for (let channel = 0; channel < channels; channel++)
          rows[to++] = (data[at + channel] as number) - (above < 0 ? 0 : (data[above + x * 4 + channel] as number))
    }
    for (let at = 0; at < rows.length; ) {
      const end = Math.min(rows.length, at + 3800)
      for (; at < end; at++) {
        low += rows[at] as number
        high += low
      }
      low %= adlerBase
      high %= adlerBase
    }
    const isEnd = top + count === height
    deflate.push(rows, isEnd && isLast)
    if (isEnd && !isLast) deflate.flush(true)
    if (parts.length > 0) chunks.push(new Blob([chunkOf(parts.splice(0))]))
  }
  return { chunks: new Blob(chunks), sum: high * 65_536 + low, bytes: height * (width * channels + 1) }
}

export function encodePng(picture: Pixels): Blob {
  const channels = channelsOf(picture)
  return joinRows(picture, channels, [encodeRows(picture, { channels, isFirst: true, isLast: true })])
}

export const warmUp = (): void => void encodePng({ width: 512, height: 512, data: new Uint8ClampedArray(512 * 512 * 4) })
