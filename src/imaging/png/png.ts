/**
 * Encodes rasters as PNG (PNG Specification, third edition: §9 filters, §11 chunks) faster than a browser's canvas does, and without its
 * copies of the picture: besides the raster, only one block of rows and compressed bytes are in memory. Straight alpha is
 * preserved exactly, where a canvas rounds it. What is invisible, colours under alpha 0, becomes 0; a picture without transparency is
 * written without alpha. `assembly/pixels.ts` has the loops.
 */
import type { Raster } from '../pixels/raster'
import { codeLengths, writeBlockHeader, writeCodes } from './huffman'
import { pixelsWasm } from './pixels-wasm'

/** What `assembly/pixels.ts` exports. */
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

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** Px of a block: enough that its header of about 150 bytes does not matter, few enough that its code fits its px. */
const blockPixels = 1 << 17
/** Compressed bytes that are passed to the browser as a Blob at a time; the browser stores Blobs outside of this process. */
const blobBytes = 8 << 20
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

/**
 * @throws RangeError when the data do not fill the picture, or when memory runs out.
 * @throws the browser's error when it does not allow WebAssembly.
 */
export function encodePng({ width, height, data }: Pick<Raster, 'width' | 'height' | 'data'>): Blob {
  const isSize = (side: number) => Number.isInteger(side) && side > 0
  if (!isSize(width) || !isSize(height) || data.length !== width * height * 4)
    throw new RangeError(`${data.length} bytes do not fill ${width} × ${height} px`)
  const pixels = loops()
  const channels = isOpaque(data) ? 3 : 4
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
  /** Adds a chunk of the bytes from `from` to `end` of the block's memory, whose first 8 are free for its length and type. */
  const addChunk = (type: string, from: number, end: number): void => {
    view.setUint32(from, end - from - chunkHead)
    for (let i = 0; i < 4; i++) view.setUint8(from + 4 + i, type.charCodeAt(i))
    view.setUint32(end, pixels.crc(from + 4, end - from - 4))
    add(memory.subarray(blockAt + from, blockAt + end + 4))
  }
  view.setUint32(chunkHead, width)
  view.setUint32(chunkHead + 4, height)
  // Eight bits each of red, green, blue and, if there is any, alpha; not interlaced.
  memory.set([8, channels === 3 ? 2 : 6, 0, 0, 0], blockAt + chunkHead + 8)
  add(signature)
  addChunk('IHDR', 0, chunkHead + 13)
  const parts: Blob[] = []

  for (let top = 0; top < height; top += rows) {
    const count = Math.min(rows, height - top)
    const isLast = top + count === height
    memory.set(data.subarray(top * width * 4, (top + count) * width * 4), blockAt)
    pixels.read(count)
    // The first chunk begins with zlib's header: deflate, a window of 32 KB, fast.
    const start = top === 0 ? 2 : 0
    pixels.open(chunkHead + start)
    prepareCodes(pixels, words, channels, memory.subarray(filtersAt, filtersAt + count), isLast)
    pixels.write(count)
    if (isLast) pixels.flush()
    if (top === 0) view.setUint16(chunkHead, 0x7801)
    let end = pixels.written()
    if (isLast) {
      view.setUint32(end, pixels.adler())
      end += 4
    }
    addChunk('IDAT', 0, end)
    if (isLast) addChunk('IEND', 0, chunkHead)
    if (bytes < blobBytes && !isLast) continue
    parts.push(new Blob([output.subarray(0, bytes)]))
    bytes = 0
  }
  return new Blob(parts, { type: 'image/png' })
}
