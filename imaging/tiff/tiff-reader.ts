/**
 * Reads TIFFs of other programs: what their directory says, and rows of their samples. Both byte orders, strips and tiles, interleaved or
 * plane after plane, 8 or 16 bits, uncompressed, LZW, Deflate or PackBits, predictor 2. A file is read in pieces, because sheets of a
 * printer have hundreds of MB.
 */
import { unzlibSync } from 'fflate'
import { mmPerInch } from '../../contract/rules/lengths'

/** Reads `length` bytes from `offset` on; fewer at the end of the file. */
export type ReadBytes = (offset: number, length: number) => Promise<Uint8Array>

export interface TiffInfo {
  readonly width: number
  readonly height: number
  readonly samples: number
  readonly bits: number
  /** Tag 262: 2 is RGB, 5 is CMYK. */
  readonly photometric: number
  /** Tag 259. */
  readonly compression: number
  /** Tag 338, in the order of the extra samples; those that the file does not describe are 0. */
  readonly extraKinds: readonly number[]
  /** Dots per inch; null where the file says none. */
  readonly dpi: number | null
  readonly profile: Uint8Array | null
  /** Photoshop's image resources. */
  readonly resources: Uint8Array | null
  readonly orientation: number
  /** Returns interleaved samples of 8 bits of the rows. Rejects with words for the seller when the file cannot be read. */
  rows(top: number, count: number): Promise<Uint8Array>
}

/** A directory of more entries, or an entry of more bytes, is damaged or hostile. */
const mostEntries = 4096
const mostEntryBytes = 64 * 1024 * 1024
/** A compressed piece of more bytes than this is not read: no program writes such strips. */
const mostPieceBytes = 512 * 1024 * 1024

/** px; a sheet of 600 × 900 mm has 10,630 px at 300 dpi. */
const mostSide = 100_000
const mostSamples = 32

const typeBytes: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8 }

const damaged = (why: string): Error => new Error(`TIFF 文件读不出来：${why}`)

interface Entry {
  readonly type: number
  readonly bytes: Uint8Array
}

function numbersOf({ type, bytes }: Entry, little: boolean): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const size = typeBytes[type] ?? 1
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => {
    const at = index * size
    if (type === 3 || type === 8) return view.getUint16(at, little)
    if (type === 4 || type === 9) return view.getUint32(at, little)
    if (type === 5 || type === 10) return view.getUint32(at, little) / view.getUint32(at + 4, little)
    return view.getUint8(at)
  })
}

async function readExactly(read: ReadBytes, offset: number, length: number): Promise<Uint8Array> {
  const bytes = await read(offset, length)
  if (bytes.length < length) throw damaged('文件不完整')
  return bytes.subarray(0, length)
}

async function directoryOf(read: ReadBytes): Promise<{ readonly little: boolean; readonly entries: ReadonlyMap<number, Entry> }> {
  const start = await readExactly(read, 0, 8)
  const little = start[0] === 0x49
  const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const version = view(start).getUint16(2, little)
  if (version === 43) throw new Error('这是 BigTIFF（超过 4 GB 的格式），请另存为普通 TIFF 再试')
  if (start[0] !== start[1] || (start[0] !== 0x49 && start[0] !== 0x4d) || version !== 42) throw new Error('这不是 TIFF 文件')
  const offset = view(start).getUint32(4, little)
  const count = view(await readExactly(read, offset, 2)).getUint16(0, little)
  if (count > mostEntries) throw damaged('目录已损坏')
  const table = await readExactly(read, offset + 2, count * 12)
  const tableView = view(table)
  const entries = new Map<number, Entry>()
  for (let index = 0; index < count; index++) {
    const at = index * 12
    const type = tableView.getUint16(at + 2, little)
    const bytes = (typeBytes[type] ?? 1) * tableView.getUint32(at + 4, little)
    if (bytes > mostEntryBytes) throw damaged('目录已损坏')
    const value =
      bytes <= 4 ? table.subarray(at + 8, at + 8 + bytes) : await readExactly(read, tableView.getUint32(at + 8, little), bytes)
    entries.set(tableView.getUint16(at, little), { type, bytes: value })
  }
  return { little, entries }
}

/** Expands LZW as TIFF has it: codes most significant bit first, growing one code early. */
function expandLzw(bytes: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length)
  const prefixes = new Uint16Array(4097)
  const lasts = new Uint8Array(4097)
  const lengths = new Uint16Array(4097)
  for (let code = 0; code < 256; code++) {
    lasts[code] = code
    lengths[code] = 1
  }
  let [at, bit, width, next, before] = [0, 0, 9, 258, -1]
  const write = (code: number) => {
    const size = lengths[code] as number
    for (let one = code, place = at + size - 1; place >= at; place--) {
      if (place < length) out[place] = lasts[one] as number
      one = prefixes[one] as number
    }
    at += size
  }
  const firstOf = (code: number) => {
    let one = code
    while ((lengths[one] as number) > 1) one = prefixes[one] as number
    return lasts[one] as number
  }
  while (at < length && bit + width <= bytes.length * 8) {
    let code = 0
    for (let need = width; need > 0; ) {
      const take = Math.min(need, 8 - (bit & 7))
      const part = ((bytes[bit >> 3] as number) >> (8 - (bit & 7) - take)) & ((1 << take) - 1)
      code = (code << take) | part
      bit += take
      need -= take
    }
    if (code === 257) break
    if (code === 256) {
      ;[width, next, before] = [9, 258, -1]
      continue
    }
    if (before < 0) {
      if (code > 255) throw damaged('压缩数据已损坏')
      write(code)
    } else {
      if (code > next || next > 4096) throw damaged('压缩数据已损坏')
      prefixes[next] = before
      lasts[next] = code === next ? firstOf(before) : firstOf(code)
      lengths[next] = (lengths[before] as number) + 1
      write(code)
      next++
      if (next + 1 >= 1 << width && width < 12) width++
    }
    before = code
  }
  return out
}

function expandPackBits(bytes: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length)
  for (let from = 0, at = 0; from < bytes.length && at < length; ) {
    const count = ((bytes[from++] as number) << 24) >> 24
    if (count >= 0) {
      out.set(bytes.subarray(from, Math.min(from + count + 1, from + length - at)), at)
      from += count + 1
      at += count + 1
    } else if (count > -128) {
      out.fill(bytes[from++] as number, at, Math.min(length, at + 1 - count))
      at += 1 - count
    }
  }
  return out
}

function expand(bytes: Uint8Array, compression: number, length: number): Uint8Array {
  if (compression === 1) return bytes.subarray(0, length)
  if (compression === 5) return expandLzw(bytes, length)
  if (compression === 32_773) return expandPackBits(bytes, length)
  if (compression === 8 || compression === 32_946) {
    try {
      return unzlibSync(bytes, { out: new Uint8Array(length) })
    } catch (cause) {
      throw new Error('TIFF 文件读不出来：压缩数据已损坏', { cause })
    }
  }
  throw new Error('这个 TIFF 的压缩方式不支持，请用 LZW 或不压缩另存一份再试')
}

/** Adds up horizontal differences, and keeps the upper byte of 16 bits. */
function samplesOf(piece: Uint8Array, { width, step, bits, predictor, little }: PieceForm): Uint8Array {
  const wide = bits === 16
  const rowBytes = width * step * (wide ? 2 : 1)
  const made = wide ? new Uint8Array(piece.length / 2) : Uint8Array.from(piece)
  const high = little ? 1 : 0
  for (let from = 0; from + rowBytes <= piece.length; from += rowBytes) {
    const before = new Array<number>(step).fill(0)
    for (let index = 0; index < width * step; index++) {
      const at = from + index * (wide ? 2 : 1)
      const own = wide ? (piece[at + high] as number) * 256 + (piece[at + 1 - high] as number) : (piece[at] as number)
      const channel = index % step
      const value = predictor === 2 ? (own + (before[channel] as number)) & (wide ? 0xffff : 0xff) : own
      before[channel] = value
      made[from / (wide ? 2 : 1) + index] = wide ? value >> 8 : value
    }
  }
  return made
}

interface PieceForm {
  /** px of a row of the piece. */
  readonly width: number
  /** Samples of a px in the piece. */
  readonly step: number
  readonly bits: number
  readonly predictor: number
  readonly little: boolean
}

/** Reads the first picture of a TIFF. Rejects with words for the seller. */
export async function readTiff(read: ReadBytes): Promise<TiffInfo> {
  const { little, entries } = await directoryOf(read)
  const values = (tag: number, fallback: readonly number[] = []) => {
    const entry = entries.get(tag)
    return entry === undefined ? fallback : numbersOf(entry, little)
  }
  const one = (tag: number, fallback = 0) => values(tag)[0] ?? fallback
  const [width, height, samples, bits] = [one(256), one(257), one(277, 1), one(258, 1)]
  const isSize = (value: number) => value > 0 && value <= mostSide
  if (!isSize(width) || !isSize(height) || samples < 1 || samples > mostSamples) throw damaged('尺寸不对')
  if (bits !== 8 && bits !== 16) throw new Error('只支持每通道 8 位或 16 位的 TIFF')
  const [photometric, compression, predictor, planar] = [one(262), one(259, 1), one(317, 1), one(284, 1)]
  const resolution = one(282)
  const unit = one(296, 2)
  const isTiled = entries.has(322)
  const pieceWidth = isTiled ? one(322) : width
  const pieceHeight = isTiled ? one(323) : Math.min(one(278, height), height)
  if (!isSize(pieceWidth) || !isSize(pieceHeight)) throw damaged('尺寸不对')
  const [offsets, lengths] = isTiled ? [values(324), values(325)] : [values(273), values(279)]
  const across = Math.ceil(width / pieceWidth)
  const down = Math.ceil(height / pieceHeight)
  const planes = planar === 2 ? samples : 1
  const step = planar === 2 ? 1 : samples

  const pieceAt = async (column: number, row: number, plane: number): Promise<Uint8Array> => {
    const index = (plane * down + row) * across + column
    const [offset, length] = [offsets[index], lengths[index]]
    if (offset === undefined || length === undefined || length > mostPieceBytes) throw damaged('条带目录已损坏')
    const rows = isTiled ? pieceHeight : Math.min(pieceHeight, height - row * pieceHeight)
    const bytes = await readExactly(read, offset, length)
    const plain = expand(bytes, compression, pieceWidth * rows * step * (bits / 8))
    return samplesOf(plain, { width: pieceWidth, step, bits, predictor, little })
  }

  return {
    width,
    height,
    samples,
    bits,
    photometric,
    compression,
    extraKinds: values(338),
    dpi: resolution > 0 && unit !== 1 ? resolution * (unit === 3 ? mmPerInch / 10 : 1) : null,
    profile: entries.get(34_675)?.bytes ?? null,
    resources: entries.get(34_377)?.bytes ?? null,
    orientation: one(274, 1),
    async rows(top, count) {
      const made = new Uint8Array(width * count * samples)
      for (let row = Math.floor(top / pieceHeight); row * pieceHeight < top + count && row < down; row++) {
        for (let column = 0; column < across; column++) {
          for (let plane = 0; plane < planes; plane++) {
            const piece = await pieceAt(column, row, plane)
            const left = column * pieceWidth
            const wide = Math.min(pieceWidth, width - left)
            for (let y = Math.max(top, row * pieceHeight); y < Math.min(top + count, (row + 1) * pieceHeight, height); y++) {
              const from = (y - row * pieceHeight) * pieceWidth * step
              const to = ((y - top) * width + left) * samples
              if (planes === 1) made.set(piece.subarray(from, from + wide * step), to)
              else for (let x = 0; x < wide; x++) made[to + x * samples + plane] = piece[from + x] as number
            }
          }
        }
      }
      return made
    },
  }
}
