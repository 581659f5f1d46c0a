/**
 * Decodes one channel to rows of 8-bit samples. Compressions: 0 raw, 1 PackBits by rows, 2 ZIP, 3 ZIP of differences (Adobe
 * Photoshop File Formats Specification, "Channel image data"). Rows are decoded one by one, so that a crop costs only its own
 * size.
 */
import { clamp } from '../../contract/ground/number'
import { encodeLight } from '../pixels/light'

export interface PlaneShape {
  readonly width: number
  readonly height: number
  readonly depth: 1 | 8 | 16 | 32
  /** PSB: the length of a compressed row takes 4 bytes instead of 2. */
  readonly large: boolean
  /** Encode 32-bit samples as sRGB: they are linear. Set for colours, not for transparency and masks. */
  readonly linear: boolean
}

const rowBytes = ({ width, depth }: PlaneShape): number => (depth === 1 ? Math.ceil(width / 8) : width * (depth / 8))

/** Decodes PackBits: n < 128 copies n + 1 bytes, n > 128 repeats the next byte 257 - n times, 128 does nothing. */
function unpackBits(from: Uint8Array, start: number, end: number, to: Uint8Array): void {
  let at = start
  let out = 0
  const size = to.length
  while (at < end && out < size) {
    const head = from[at++] ?? 128
    if (head > 128) {
      const stop = Math.min(size, out + 257 - head)
      to.fill(from[at++] ?? 0, out, stop)
      out = stop
    } else if (head < 128) {
      const stop = Math.min(end, at + head + 1, at + size - out)
      // Most runs are short; a loop is quicker than a subarray of them.
      while (at < stop) to[out++] = from[at++] as number
    }
  }
  // The missing rest of a row becomes 0, which is transparent or black.
  if (out < size) to.fill(0, out)
}

/** Inflates as much as possible: a damaged stream yields its beginning. */
export async function inflate(bytes: Uint8Array<ArrayBuffer>, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const all = new Uint8Array(size)
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader()
  let at = 0
  try {
    while (at < size) {
      const { done, value } = await reader.read()
      if (done) break
      const chunk = value.length > size - at ? value.subarray(0, size - at) : value
      all.set(chunk, at)
      at += chunk.length
    }
    await reader.cancel()
  } catch {
    // The stream is damaged or followed by other bytes: keep the decoded beginning, and leave the rest 0.
  }
  return all
}

/** Undoes the differences along a row: of bytes, of 16-bit values, or of the four byte planes of a row of floats. */
function undoDifferences(row: Uint8Array, { width, depth }: PlaneShape): void {
  if (depth === 16) {
    for (let at = 2; at < row.length - 1; at += 2) {
      const sum = (((row[at] ?? 0) << 8) | (row[at + 1] ?? 0)) + (((row[at - 2] ?? 0) << 8) | (row[at - 1] ?? 0))
      row[at] = sum >> 8
      row[at + 1] = sum
    }
    return
  }
  for (let at = 1; at < row.length; at++) row[at] = (row[at] ?? 0) + (row[at - 1] ?? 0)
  if (depth !== 32) return
  const planes = row.slice()
  for (let x = 0; x < width; x++) for (let byte = 0; byte < 4; byte++) row[x * 4 + byte] = planes[byte * width + x] ?? 0
}

function toSamples(row: Uint8Array, { width, depth, linear }: PlaneShape, samples: Uint8Array): Uint8Array {
  if (depth === 8) return row
  if (depth === 1) {
    // A set bit is black.
    for (let x = 0; x < width; x++) samples[x] = (row[x >> 3] ?? 0) & (128 >> (x & 7)) ? 0 : 255
  } else if (depth === 16) {
    for (let x = 0; x < width; x++) samples[x] = Math.round((((row[x * 2] ?? 0) << 8) | (row[x * 2 + 1] ?? 0)) / 257)
  } else {
    const view = new DataView(row.buffer, row.byteOffset, row.byteLength)
    for (let x = 0; x < width; x++) {
      const light = clamp(view.getFloat32(x * 4) || 0, 0, 1)
      samples[x] = Math.round((linear ? encodeLight(light) : light) * 255)
    }
  }
  return samples
}

/** Offset of each compressed row after the table of row lengths; an additional entry marks the end of the last row. */
export function packedOffsets(table: Uint8Array, rows: number, large: boolean): Float64Array {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength)
  const step = large ? 4 : 2
  const offsets = new Float64Array(rows + 1)
  for (let y = 0, offset = 0; y < rows; y++) {
    const entry = y * step
    if (entry + step <= table.length) offset += large ? view.getUint32(entry) : view.getUint16(entry)
    offsets[y + 1] = offset
  }
  return offsets
}

/** Buffers for one row, reused for the next. */
export interface RowBuffers {
  readonly row: Uint8Array<ArrayBuffer>
  readonly samples: Uint8Array<ArrayBuffer>
}

export const rowBuffers = (shape: PlaneShape): RowBuffers => ({
  row: new Uint8Array(rowBytes(shape)),
  samples: new Uint8Array(shape.width),
})

export function packedRow(bytes: Uint8Array, from: number, to: number, shape: PlaneShape, buffers: RowBuffers): Uint8Array {
  unpackBits(bytes, Math.min(from, bytes.length), Math.min(to, bytes.length), buffers.row)
  return toSamples(buffers.row, shape, buffers.samples)
}

export function plainRow(bytes: Uint8Array, from: number, shape: PlaneShape, room: RowBuffers): Uint8Array {
  room.row.fill(0)
  room.row.set(bytes.subarray(from, from + room.row.length))
  return toSamples(room.row, shape, room.samples)
}

/** Returns the 8-bit samples of a row of a channel; the array is reused for the next row. */
export type RowReader = (y: number) => Uint8Array

/**
 * @param bytes the channel: two bytes of compression, then its data. When it is truncated, the missing samples are 0.
 * @param last rows from this one on will not be requested.
 * @returns null when the channel is empty. Each row may be requested only once.
 */
export async function openPlane(bytes: Uint8Array<ArrayBuffer>, shape: PlaneShape, last: number): Promise<RowReader | null> {
  if (bytes.length < 2) return null
  const compression = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)
  const data = bytes.subarray(2)
  const room = rowBuffers(shape)
  if (compression === 1) {
    const tableBytes = shape.height * (shape.large ? 4 : 2)
    const offsets = packedOffsets(data.subarray(0, tableBytes), shape.height, shape.large)
    return (y) => packedRow(data, tableBytes + (offsets[y] ?? 0), tableBytes + (offsets[y + 1] ?? 0), shape, room)
  }
  const length = rowBytes(shape)
  const packed = compression === 2 || compression === 3
  // Deflate compresses at most 1032 to 1: do not allocate a huge plane for a small stream that claims one.
  const raw = packed ? await inflate(data, Math.min(length * last, data.length * 1032)) : data
  return (y) => {
    if (compression === 3) undoDifferences(raw.subarray(y * length, (y + 1) * length), shape)
    return plainRow(raw, y * length, shape, room)
  }
}
