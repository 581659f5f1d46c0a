/**
 * Encodes TIFF print files for factory software: one page, baseline TIFF 6.0, little-endian, 8 bits per sample, interleaved, in
 * strips, LZW with horizontal differencing, true resolution in the tags, the colour profile embedded. What LZW would make larger,
 * such as noise, is written as it is. Beside the colours it takes any number of extra channels: alpha, and plates of white ink or varnish
 * with the names that RIPs look for.
 */
import { zlibSync } from 'fflate'
import type { TiffCompression } from '../../contract/rules/print-profile'
import type { ExtraChannel } from './extra-channel'
import { createLzw } from './lzw'
import { channelResources } from './photoshop-resources'

export type TiffColors = 'rgb' | 'cmyk'

/** Alpha beside the colours, not multiplied into them, so that soft edges keep their colour in every reader. */
export const straightAlpha: readonly ExtraChannel[] = [{ kind: 2 }]

export interface TiffPicture {
  /** px */
  readonly width: number
  /** px */
  readonly height: number
  readonly colors: TiffColors
  readonly extras?: readonly ExtraChannel[]
  /** `lzw` when absent. Old RIPs refuse `deflate`. */
  readonly compression?: TiffCompression
  /**
   * Returns the interleaved samples of rows from `top` on, colours before extra channels, `width × count × samples` bytes, 0 to 255; CMYK
   * 255 = full ink. They are asked for strip by strip from the top, so that they need not be in memory at once, and once more from the
   * top when the picture turns out not to be compressible.
   */
  rows(top: number, count: number): Uint8Array | Uint8ClampedArray
  /** Dots per inch, the same in both directions: some RIPs take two different values for oblong pixels. */
  readonly dpi: number
  /** An ICC profile of the colours. */
  readonly profile?: Uint8Array
}

const colorSamples: Readonly<Record<TiffColors, number>> = { rgb: 3, cmyk: 4 }
const samplesOf = ({ colors, extras = [] }: Pick<TiffPicture, 'colors' | 'extras'>): number =>
  colorSamples[colors] + extras.length
const rowsPerStrip = 64
/** Smaller pictures are always compressed. */
const leastBytes = 64 * 1024

const byte = 1
const short = 3
const long = 4
const rational = 5
const opaque = 7

/** Values of tag 259; 8 is Adobe's Deflate. */
export const tiffCompressionCodes: Readonly<Record<TiffCompression, number>> = { none: 1, lzw: 5, deflate: 8 }

interface Tag {
  readonly id: number
  readonly type: number
  readonly values: readonly number[] | Uint8Array
}

const sizes: Readonly<Record<number, number>> = { [byte]: 1, [short]: 2, [long]: 4, [rational]: 8, [opaque]: 1 }
/**
 * The fields of type rational are numbers here and ten-thousandths in the file: precise enough for a case's size to the
 * micrometre.
 */
const denominator = 10_000

/** Writes by how much each sample of a row differs from the same sample of the pixel before it (predictor 2). */
function difference(made: Uint8Array | Uint8ClampedArray, strip: Uint8Array, rowBytes: number, samples: number): void {
  const words = made.byteOffset % 4 === 0 ? strip.length >> 2 : 0
  differenceOfWords(
    new Int32Array(made.buffer, words === 0 ? 0 : made.byteOffset, words),
    new Int32Array(strip.buffer, strip.byteOffset, words),
    samples,
  )
  const bytewise = (start: number, end: number) => {
    for (let at = start; at < end; at += 1) strip[at] = (made[at] as number) - (made[at - samples] ?? 0)
  }
  bytewise(0, Math.min(strip.length, (samples >> 2) * 4 + 4))
  bytewise(words * 4, strip.length)
  // A row begins with its samples themselves.
  for (let row = 0; row < strip.length; row += rowBytes) {
    for (let at = row; at < row + samples; at += 1) strip[at] = made[at] as number
  }
}

/** Subtracts four bytes at once, without a carry from one to the next, from those that lie `samples` bytes further on. */
function differenceOfWords(from: Int32Array, to: Int32Array, samples: number): void {
  const back = samples >> 2
  const bits = (samples & 3) * 8
  for (let at = back + 1; at < to.length; at += 1) {
    const own = from[at] as number
    const whole = from[at - back] as number
    // On a machine with the lowest byte first, as all are that run this.
    const before = bits === 0 ? whole : (whole << bits) | ((from[at - back - 1] as number) >>> (32 - bits))
    to[at] = ((own | 0x80808080) - (before & 0x7f7f7f7f)) ^ ((own ^ ~before) & 0x80808080)
  }
}

function directory(
  picture: TiffPicture,
  compression: TiffCompression,
  strips: readonly { readonly offset: number; readonly length: number }[],
): Tag[] {
  const { width, height, colors, extras = [], dpi, profile } = picture
  const count = samplesOf(picture)
  const separated = colors === 'cmyk'
  const resources = channelResources(extras, colorSamples[colors])
  const tags: (Tag | false | undefined)[] = [
    { id: 254, type: long, values: [0] },
    { id: 256, type: long, values: [width] },
    { id: 257, type: long, values: [height] },
    { id: 258, type: short, values: Array.from({ length: count }, () => 8) },
    { id: 259, type: short, values: [tiffCompressionCodes[compression]] },
    { id: 262, type: short, values: [separated ? 5 : 2] },
    { id: 273, type: long, values: strips.map(({ offset }) => offset) },
    { id: 274, type: short, values: [1] },
    { id: 277, type: short, values: [count] },
    { id: 278, type: long, values: [rowsPerStrip] },
    { id: 279, type: long, values: strips.map(({ length }) => length) },
    { id: 282, type: rational, values: [dpi] },
    { id: 283, type: rational, values: [dpi] },
    { id: 284, type: short, values: [1] },
    { id: 296, type: short, values: [2] },
    compression !== 'none' && { id: 317, type: short, values: [2] },
    separated && { id: 332, type: short, values: [1] },
    extras.length > 0 && { id: 338, type: short, values: extras.map(({ kind }) => kind) },
    resources !== null && { id: 34_377, type: byte, values: resources },
    profile && { id: 34_675, type: opaque, values: profile },
  ]
  return tags.filter((tag) => tag !== false && tag !== undefined)
}

function writeValues(view: DataView, at: number, { type, values }: Tag): void {
  let offset = at
  for (const value of values) {
    if (type === short) view.setUint16(offset, value, true)
    else if (type === long) view.setUint32(offset, value, true)
    else if (type === opaque || type === byte) view.setUint8(offset, value)
    else {
      view.setUint32(offset, Math.round(value * denominator), true)
      view.setUint32(offset + 4, denominator, true)
    }
    offset += sizes[type] ?? 0
  }
}

/**
 * Builds the header and the directory, which lists the strips that follow it in the file. How long it is depends on the number of
 * strips alone. Compressed strips hold the horizontal differences.
 */
function head(picture: TiffPicture, compression: TiffCompression, lengths: readonly number[]): Uint8Array<ArrayBuffer> {
  const stripsFrom = (start: number) => {
    let offset = start
    return lengths.map((length) => {
      const strip = { offset, length }
      offset += length
      return strip
    })
  }
  const separateBytes = (tag: Tag) => {
    const bytes = tag.values.length * (sizes[tag.type] ?? 0)
    return bytes > 4 ? bytes + (bytes % 2) : 0
  }
  const draft = directory(picture, compression, stripsFrom(0))
  const tableBytes = 2 + draft.length * 12 + 4
  const bytes = new Uint8Array(8 + tableBytes + draft.reduce((sum, tag) => sum + separateBytes(tag), 0))
  const tags = directory(picture, compression, stripsFrom(bytes.length))
  const view = new DataView(bytes.buffer)
  bytes.set([0x49, 0x49, 42, 0, 8, 0, 0, 0])
  view.setUint16(8, tags.length, true)
  let spare = 8 + tableBytes
  tags.forEach((tag, index) => {
    const at = 10 + index * 12
    view.setUint16(at, tag.id, true)
    view.setUint16(at + 2, tag.type, true)
    view.setUint32(at + 4, tag.values.length, true)
    const valueBytes = separateBytes(tag)
    if (valueBytes > 0) view.setUint32(at + 8, spare, true)
    writeValues(view, valueBytes > 0 ? spare : at + 8, tag)
    spare += valueBytes
  })
  return bytes
}

/** Takes bytes for a place in the file. They are valid during the call alone; places are written once more when a file begins anew. */
export type PutBytes = (bytes: Uint8Array, at: number) => void

export interface TiffOptions {
  /** Compresses in zlib's format; a host may have a faster one than the default. */
  readonly deflate?: (strip: Uint8Array) => Uint8Array
}

/** TIFF's offsets have 32 bits. */
const mostBytes = 2 ** 32 - 1

/** Returns the bytes of the largest file of a picture: that of its plain samples, and of a longer head than it needs. */
function largestFile(picture: TiffPicture): { readonly samples: number; readonly file: number } {
  const { width, height, compression = 'lzw' } = picture
  if (!(width > 0 && height > 0)) throw new RangeError(`no picture of ${width} × ${height} px`)
  // A tiny picture is never worth another layout of the file.
  const samples = Math.max(width * height * samplesOf(picture), leastBytes)
  const file = samples + Math.max(...[compression, 'none' as const].map((one) => headLength(picture, one)))
  if (file > mostBytes) throw new RangeError('the picture is too large for TIFF')
  return { samples, file }
}

function headLength(picture: TiffPicture, compression: TiffCompression): number {
  const noLengths = Array.from({ length: Math.ceil(picture.height / rowsPerStrip) }, () => 0)
  return head(picture, compression, noLengths).length
}

/**
 * Writes a TIFF strip by strip, and its head last. Besides what `put` keeps, one strip is in memory.
 *
 * @returns the length of the file; what was put beyond it belongs to an attempt that compressed badly.
 * @throws RangeError when the samples do not fill the picture or its plain samples would exceed TIFF's 4 GB.
 */
export function writeTiff(picture: TiffPicture, put: PutBytes, options: TiffOptions = {}): number {
  const { samples } = largestFile(picture)
  for (const compression of new Set([picture.compression ?? 'lzw', 'none' as const])) {
    const start = headLength(picture, compression)
    const lengths = writeStrips(picture, compression, samples, (bytes, at) => put(bytes, start + at), options)
    if (lengths === null) continue
    put(head(picture, compression, lengths), 0)
    return lengths.reduce((sum, length) => sum + length, start)
  }
  throw new RangeError('the samples are larger than the picture')
}

/**
 * Returns a TIFF. Its buffer may be longer: it has room for the largest file from the beginning, of which a system provides only what
 * is written, so that no strip is copied and both are never in memory.
 *
 * @throws RangeError as `writeTiff` does.
 */
export function encodeTiff(picture: TiffPicture): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(largestFile(picture).file)
  return file.subarray(
    0,
    writeTiff(picture, (bytes, at) => file.set(bytes, at)),
  )
}

/** Returns what compresses a strip; its result is valid until the next call. */
function compressorOf(compression: TiffCompression, { deflate = zlibSync }: TiffOptions): (strip: Uint8Array) => Uint8Array {
  if (compression === 'lzw') return createLzw()
  return compression === 'deflate' ? (strip) => deflate(strip) : (strip) => strip
}

/** Writes one strip after another; returns their lengths, or null as soon as they exceed `room` bytes. */
function writeStrips(
  picture: TiffPicture,
  compression: TiffCompression,
  room: number,
  put: PutBytes,
  options: TiffOptions,
): number[] | null {
  const { width, height, colors, rows } = picture
  const samples = samplesOf(picture)
  const rowBytes = width * samples
  const compress = compressorOf(compression, options)
  const strip = new Uint8Array(Math.min(rowsPerStrip, height) * rowBytes)
  const lengths: number[] = []
  let end = 0
  for (let top = 0; top < height; top += rowsPerStrip) {
    const count = Math.min(rowsPerStrip, height - top)
    const made = rows(top, count)
    if (made.length !== count * rowBytes)
      throw new RangeError(`${made.length} samples do not fill ${width} × ${count} px of ${samples} samples, ${colors} first`)
    const own = strip.subarray(0, made.length)
    if (compression === 'none') own.set(made)
    else difference(made, own, rowBytes, samples)
    const part = compress(own)
    if (end + part.length > room) return null
    put(part, end)
    end += part.length
    lengths.push(part.length)
  }
  return lengths
}
