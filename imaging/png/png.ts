/**
 * Encodes rasters as PNG (PNG Specification, third edition: §9 filters, §11 chunks) faster than a browser's canvas does, and without its
 * copies of the picture: besides the raster, only one block of rows and compressed bytes are in memory. Straight alpha is
 * preserved exactly, where a canvas rounds it. What is invisible, colours under alpha 0, becomes 0; a picture without transparency is
 * written without alpha. `assembly/pixels.ts` has the loops.
 *
 * A seller gains four seconds of an import: a PSD of 108 MB and its 63 layers take 1.5 s, and 5.7 s with fflate in this file's place, the
 * plain way that is exact as well (`npm run bench -- psd` measures both).
 */
import { crc32 } from '../../contract/ground/crc32'
import { dotsPerMetre } from '../../contract/rules/lengths'
import type { Raster } from '../pixels/raster'
import { codeLengths, writeBlockHeader, writeCodes } from './huffman'
import { pixelsWasm } from './pixels-wasm'

/** Exports of `assembly/pixels.ts`. */
interface PixelLoops {
  readonly memory: WebAssembly.Memory
  readonly blockAt: WebAssembly.Global
  layOut(width: number, channels: number, rows: number): number
  start(): void
  read(rows: number): void
  open(offset: number): void
  put(value: number, bits: number): void
  write(rows: number): void
  flush(): void
  written(): number
  adler(): number
  crc(offset: number, length: number): number
}

// Indices of 32-bit words and of bytes, as `assembly/pixels.ts` lays its memory out.
const lengthCountsAt = 1024
const distanceCountsAt = 1120
const codesAt = 1152
const distanceCodesAt = 1440
const lengthCodesAt = 1472
const filtersAt = 30_848

const literalSymbols = 286
const distanceSymbols = 30
const endOfBlock = 256
/** Longest codes: those of four bytes, or of a reference with its extra bits, fit into 64 bits with 7 that wait. */
const literalLimit = 12
const distanceLimit = 10

/** The largest prime below 2^16 (RFC 1950). */
const adlerBase = 65_521

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** Px of a block: enough that its header of about 150 bytes does not matter, few enough that its code fits its px. */
const blockPixels = 1 << 17
/** Compressed bytes that are passed to the browser as a Blob at a time; the browser stores Blobs outside of this process. */
const blobBytes = 8 << 20
const typeOf = (name: string) => Uint8Array.from(name, (char) => char.charCodeAt(0))
const headerType = typeOf('IHDR')
const resolutionType = typeOf('pHYs')
const dataType = typeOf('IDAT')
const endType = typeOf('IEND')
/** Bytes of a chunk before its content: length and type. */
const chunkHead = 8
const pageBytes = 65_536

let instance: PixelLoops | null = null
/** Compressed bytes that wait to be passed on. It is kept, because a worker collects the garbage of some 64 MB at a time. */
let output = new Uint8Array(0)

/** Compiling takes about a millisecond, so it may be done by a worker at once. */
function loops(): PixelLoops {
  if (instance === null) {
    const bytes = Uint8Array.from(atob(pixelsWasm), (char) => char.charCodeAt(0))
    instance = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as PixelLoops
  }
  return instance
}

/** Symbol, extra bits and their number for a reference of some bytes (RFC 1951, §3.2.5). */
function lengthCode(bytes: number): { readonly symbol: number; readonly extra: number; readonly bits: number } {
  if (bytes === 258) return { symbol: 285, extra: 0, bits: 0 }
  const rest = bytes - 3
  const bits = rest < 8 ? 0 : 29 - Math.clz32(rest)
  return { symbol: rest < 8 ? 257 + rest : 261 + bits * 4 + ((rest >> bits) & 3), extra: rest & ((1 << bits) - 1), bits }
}

function isOpaque(data: Uint8ClampedArray | Uint8Array): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

/** Makes the codes of a block from the counts that `read` left, stores them for `write` and writes the block's header. */
function prepareCodes(pixels: PixelLoops, words: Uint32Array, channels: number, filters: Uint8Array, isLast: boolean): void {
  const counts = new Uint32Array(literalSymbols)
  const add = (symbol: number, count: number) => {
    counts[symbol] = (counts[symbol] as number) + count
  }
  for (let channel = 0; channel < channels; channel++)
    for (let byte = 0; byte < 256; byte++) add(byte, words[channel * 256 + byte] as number)
  for (const filter of filters) add(filter, 1)
  const lengths = Array.from({ length: Math.floor(258 / channels) }, (_, px) => lengthCode((px + 1) * channels))
  for (const [px, { symbol }] of lengths.entries()) add(symbol, words[lengthCountsAt + px + 1] as number)
  add(endOfBlock, 1)
  const literals = codeLengths(counts, literalLimit)
  const distances = codeLengths(words.subarray(distanceCountsAt, distanceCountsAt + distanceSymbols), distanceLimit)
  const entries = words.subarray(codesAt, codesAt + literalSymbols)
  writeCodes(literals, entries)
  writeCodes(distances, words.subarray(distanceCodesAt, distanceCodesAt + distanceSymbols))
  for (const [px, { symbol, extra, bits }] of lengths.entries()) {
    const entry = entries[symbol] as number
    const size = entry & 15
    words[lengthCodesAt + px + 1] = (((entry >>> 4) | (extra << size)) << 5) | (size + bits)
  }
  writeBlockHeader(pixels.put, isLast, literals, distances)
}

type Pixels = Pick<Raster, 'width' | 'height' | 'data'>

/** Where rows lie in their picture, and how many bytes it has for a px. */
export interface RowsPlace {
  readonly channels: 3 | 4
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** Rows of a picture as a part of its PNG. */
export interface EncodedRows {
  /** Chunks of their compressed bytes, of which the last ends with a whole byte. */
  readonly chunks: Blob
  /** Adler-32 of the rows before they were compressed, and their number of bytes. */
  readonly sum: number
  readonly bytes: number
}

/** Returns how many bytes a PNG needs for each px of the picture: 3 if every px is opaque, otherwise 4. */
export const channelsOf = ({ data }: Pick<Raster, 'data'>): 3 | 4 => (isOpaque(data) ? 3 : 4)

/**
 * Encodes rows, which are `picture`, on their own, so that several workers can encode one picture.
 *
 * @throws RangeError when the data do not fill the picture, or when memory runs out.
 * @throws the browser's error when it does not allow WebAssembly.
 */
export function encodeRows({ width, height, data }: Pixels, { channels, isFirst, isLast }: RowsPlace): EncodedRows {
  const isSize = (side: number) => Number.isInteger(side) && side > 0
  if (!isSize(width) || !isSize(height) || data.length !== width * height * 4)
    throw new RangeError(`${data.length} bytes do not fill ${width} × ${height} px`)
  const pixels = loops()
  const rows = Math.min(height, Math.ceil(blockPixels / width))
  const missing = pixels.layOut(width, channels, rows) - pixels.memory.buffer.byteLength
  if (missing > 0) pixels.memory.grow(Math.ceil(missing / pageBytes))
  pixels.start()
  const blockAt = pixels.blockAt.value as number
  const memory = new Uint8Array(pixels.memory.buffer)
  const words = new Uint32Array(pixels.memory.buffer)
  const view = new DataView(pixels.memory.buffer, blockAt)

  let bytes = 0
  const add = (part: Uint8Array): void => {
    if (bytes + part.length > output.length) {
      const larger = new Uint8Array(Math.max(bytes + part.length, Math.min(2 * output.length, blobBytes)))
      larger.set(output.subarray(0, bytes))
      output = larger
    }
    output.set(part, bytes)
    bytes += part.length
  }
  /** Adds a chunk from the block's memory: 8 bytes that are free for its length and type, then its content up to `end`. */
  const addChunk = (end: number): void => {
    view.setUint32(0, end - chunkHead)
    memory.set(dataType, blockAt + 4)
    view.setUint32(end, pixels.crc(4, end - 4))
    add(memory.subarray(blockAt, blockAt + end + 4))
  }
  const parts: Blob[] = []

  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top)
    const isEnd = top + count === height
    memory.set(data.subarray(top * width * 4, (top + count) * width * 4), blockAt)
    pixels.read(count)
    // The first chunk of a picture begins with zlib's header: deflate, a window of 32 KB, fast.
    const hasHeader = isFirst && top === 0
    pixels.open(chunkHead + (hasHeader ? 2 : 0))
    prepareCodes(pixels, words, channels, memory.subarray(filtersAt, filtersAt + count), isEnd && isLast)
    pixels.write(count)
    // If other rows follow, an empty stored block ends these with a whole byte (RFC 1951, §3.2.4).
    if (isEnd && !isLast) pixels.put(0, 3)
    if (isEnd) pixels.flush()
    if (isEnd && !isLast) pixels.put(0xffff_0000, 32)
    if (hasHeader) view.setUint16(chunkHead, 0x7801)
    addChunk(pixels.written())
    if (bytes < blobBytes && !isEnd) continue
    parts.push(new Blob([output.subarray(0, bytes)]))
    bytes = 0
  }
  return { chunks: new Blob(parts), sum: pixels.adler() >>> 0, bytes: height * (width * channels + 1) }
}

function chunk(type: Uint8Array, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunkHead + content.length + 4)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, content.length)
  bytes.set(type, 4)
  bytes.set(content, chunkHead)
  view.setUint32(chunkHead + content.length, crc32(bytes.subarray(4, chunkHead + content.length)))
  return bytes
}

/** Returns numbers as 32 bits each, the highest byte first, as a PNG has them. */
const ofNumbers = (...numbers: readonly number[]): Uint8Array => {
  const bytes = new Uint8Array(numbers.length * 4)
  const view = new DataView(bytes.buffer)
  for (const [i, value] of numbers.entries()) view.setUint32(i * 4, value)
  return bytes
}

/** Returns Adler-32 of two texts one after the other: the second's own sums begin with 1, and each of its bytes adds the first's. */
function joinedSum(first: number, { sum, bytes }: Pick<EncodedRows, 'sum' | 'bytes'>): number {
  const before = (first & 0xffff) - 1
  const low = ((sum & 0xffff) + before + adlerBase) % adlerBase
  const high = ((sum >>> 16) + (first >>> 16) + (bytes % adlerBase) * (before + adlerBase)) % adlerBase
  return high * 65_536 + low
}

const metre = 1

/**
 * Joins the parts of a picture one after another, for a file that is written while they are made: `start`, the chunks of each part that
 * was added, from the top, and `end`.
 *
 * @param dpi dots per inch, written into the file; absent: it says nothing about its size on paper.
 */
export function partJoiner({ width, height }: Pick<Raster, 'width' | 'height'>, channels: 3 | 4, dpi?: number) {
  // Eight bits each of red, green, blue and, if there is any, alpha; not interlaced.
  const header = chunk(headerType, Uint8Array.of(...ofNumbers(width, height), 8, channels === 3 ? 2 : 6, 0, 0, 0))
  const dots = dpi === undefined ? 0 : dotsPerMetre(dpi)
  const resolution = dpi === undefined ? [] : [chunk(resolutionType, Uint8Array.of(...ofNumbers(dots, dots), metre))]
  let sum = 1
  return {
    start: [signature, header, ...resolution],
    add: (part: EncodedRows): Blob => {
      sum = joinedSum(sum, part)
      return part.chunks
    },
    end: () => [chunk(dataType, ofNumbers(sum)), chunk(endType, new Uint8Array(0))],
  }
}

/** Makes the file of a picture whose rows were encoded in these parts, from the top. */
export function joinRows(
  size: Pick<Raster, 'width' | 'height'>,
  channels: 3 | 4,
  parts: readonly EncodedRows[],
  dpi?: number,
): Blob {
  const joiner = partJoiner(size, channels, dpi)
  const chunks = parts.map(joiner.add)
  return new Blob([...joiner.start, ...chunks, ...joiner.end()], { type: 'image/png' })
}

/** Encodes a picture; throws as `encodeRows` does. @param dpi as in `partJoiner`. */
export function encodePng(picture: Pixels, dpi?: number): Blob {
  const channels = channelsOf(picture)
  return joinRows(picture, channels, [encodeRows(picture, { channels, isFirst: true, isLast: true })], dpi)
}

/** Encodes noise, so that the engine has compiled the loops for speed before somebody waits for a picture. */
export function warmUp(): void {
  const side = 512
  const words = new Uint32Array(side * side)
  for (let i = 0; i < words.length; i++) words[i] = Math.imul(i, 0x9e37_79b1) | 0xff00_0000
  encodePng({ width: side, height: side, data: new Uint8ClampedArray(words.buffer) })
}
