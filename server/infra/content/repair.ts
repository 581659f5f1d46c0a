/** Repairs files that browsers open although a part is wrong, where every row of the picture is there. */
import { deflateSync, inflateRawSync, constants as zlib } from 'node:zlib'
import { hasAllScans, hasEnd, jpegEnd } from '../../../contract/rules/jpeg'
import { pngChannels, pngPasses } from '../../../contract/rules/png-layout'
import { chunkOf, chunksOf, pngOf } from './png-chunks'
import { decodeBySkia } from './skia'

/** Bytes before the compressed px: two that name the method. */
const methodBytes = 2
const filters = 5

/** Returns the PNG with all of its rows compressed anew; null when a row is missing or damaged. */
export function repairPng(png: Buffer): Buffer | null {
  const chunks = chunksOf(png)
  const head = chunks[0]?.data
  if (head?.length !== 13) return null
  const rows = rowLengths(head)
  const length = rows.reduce((sum, bytes) => sum + bytes, 0)
  const parts = chunks.filter(({ type }) => type === 'IDAT')
  // Browsers end at the first wrong checksum; that of the last part comes behind all pixels.
  if (parts.slice(0, -1).some(({ intact }) => !intact)) return null
  const compressed = Buffer.concat(parts.map(({ data }) => data))
  let pixels: Buffer
  try {
    pixels = inflateRawSync(compressed.subarray(methodBytes), {
      finishFlush: zlib.Z_SYNC_FLUSH,
      maxOutputLength: length + 65_536,
    })
  } catch {
    return null
  }
  if (pixels.length < length) return null
  let at = 0
  for (const bytes of rows) {
    if ((pixels[at] ?? filters) >= filters) return null
    at += bytes
  }
  const before = chunks.filter(({ type, intact }) => type !== 'IDAT' && type !== 'IEND' && intact)
  return pngOf([
    ...before.map(({ type, data }) => chunkOf(type, data)),
    chunkOf('IDAT', deflateSync(pixels.subarray(0, length))),
    chunkOf('IEND'),
  ])
}

/** Returns the bytes of each row, with the one that names its filter. */
function rowLengths(head: Buffer): readonly number[] {
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const bits = (head[8] ?? 0) * (pngChannels[head[9] ?? 0] ?? 0)
  const all = head[12] === 1 ? pngPasses : ([[0, 0, 1, 1]] as const)
  return all.flatMap(([left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across)
    const rows = columns > 0 ? Math.max(0, Math.ceil((height - top) / down)) : 0
    return Array.from({ length: rows }, () => 1 + Math.ceil((columns * bits) / 8))
  })
}

/** Rows that a decoder may hold back when only the end is missing, px: the last blocks and their neighbours. */
const heldBackRows = 32

/**
 * Returns a JPEG with the mark of its end, which it may lack; null when rows are missing. The last blocks may be missing in part; they
 * are gray, as browsers show them.
 */
export async function repairJpeg(jpeg: Buffer): Promise<Buffer | null> {
  if (hasEnd(jpeg)) return jpeg
  if (!hasAllScans(jpeg)) return null
  const { data, width, height } = await decodeBySkia(jpeg)
  let rows = height
  while (rows > 0 && data[rows * width * 4 - 1] === 0) rows--
  return height - rows <= heldBackRows && rows > 0 ? Buffer.concat([jpeg, Buffer.from(jpegEnd)]) : null
}
