/**
 * Reads PNGs strip by strip (PNG Specification, third edition): besides the file, only one strip of rows is in memory. An interlaced
 * picture has its rows in seven passes, so all of its samples are in memory from the first strip on. Checksums are not compared.
 */
import { pngChannels, pngPasses } from '../../contract/rules/png-layout'
import { createInflate, inflateAll } from './inflate'

export interface PngReader {
  /** px */
  readonly width: number
  /** px */
  readonly height: number
  /** Bits of a sample: 1, 2, 4, 8 or 16. */
  readonly depth: number
  /** Samples of a px: gray or a place in the palette; the same with alpha; red, green, blue; the same with alpha. */
  readonly channels: number
  /** Red, green, blue and alpha of each colour; null where samples are no places in a palette. */
  readonly palette: readonly (readonly number[])[] | null
  /** One sample (gray) or three (RGB) of the only colour that is transparent; null where there is none. */
  readonly transparency: readonly number[] | null
  /** The embedded ICC profile. */
  readonly profile: Uint8Array | null
  /**
   * Returns the samples of rows from `top` on, one an element, 0 to 2^depth - 1, valid until the next call. Rows above those of the
   * last call are read from the beginning of the file again.
   * @throws Error when the file ends early or is damaged.
   */
  samples(top: number, count: number): Samples
}

type Samples = Uint8Array | Uint16Array

interface Header {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colorType: number
  readonly interlaced: boolean
}

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const paletteType = 3
/** Bits of a sample that the specification allows, by colour type (§11.2.1). */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  [paletteType]: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}
type Take = (into: Uint8Array) => void

/** Returns a function that fills an array with the next decompressed bytes of the chunks. @throws Error when they end early. */
function inflating(chunks: readonly Uint8Array[]): Take {
  const read = createInflate(chunks[Symbol.iterator]())
  return (into) => {
    if (read(into) < into.length) throw new Error('the picture ends early')
  }
}

/** Restores a row from its differences (§9.2), in place. @param pixelBytes bytes of a px, at least 1. */
function unfilter(filter: number, row: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  const { length } = row
  const byte = (from: Uint8Array, at: number) => from[at] as number
  switch (filter) {
    case 0:
      return
    case 1:
      for (let at = pixelBytes; at < length; at++) row[at] = byte(row, at) + byte(row, at - pixelBytes)
      return
    case 2:
      for (let at = 0; at < length; at++) row[at] = byte(row, at) + byte(above, at)
      return
    case 3:
      for (let at = 0; at < pixelBytes; at++) row[at] = byte(row, at) + (byte(above, at) >> 1)
      for (let at = pixelBytes; at < length; at++) row[at] = byte(row, at) + ((byte(row, at - pixelBytes) + byte(above, at)) >> 1)
      return
    case 4:
      for (let at = 0; at < pixelBytes; at++) row[at] = byte(row, at) + byte(above, at)
      for (let at = pixelBytes; at < length; at++) {
        const left = byte(row, at - pixelBytes)
        const up = byte(above, at)
        const corner = byte(above, at - pixelBytes)
        const toLeft = Math.abs(up - corner)
        const toUp = Math.abs(left - corner)
        const toCorner = Math.abs(left + up - 2 * corner)
        row[at] = byte(row, at) + (toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner)
      }
      return
    default:
      throw new Error(`a row has the unknown filter ${filter}`)
  }
}

/** Returns the samples of whole rows, one an element. @param perRow samples of a row. */
function unpack(rows: Uint8Array, depth: number, perRow: number): Samples {
  if (depth === 8) return rows
  if (depth === 16) {
    const wide = new Uint16Array(rows.length / 2)
    for (let at = 0; at < wide.length; at++) wide[at] = ((rows[at * 2] as number) << 8) | (rows[at * 2 + 1] as number)
    return wide
  }
  const rowBytes = Math.ceil((perRow * depth) / 8)
  const mask = (1 << depth) - 1
  const samples = new Uint8Array((rows.length / rowBytes) * perRow)
  for (let at = 0; at < samples.length; at++) {
    const bit = (at % perRow) * depth
    const byte = rows[Math.floor(at / perRow) * rowBytes + (bit >> 3)] as number
    samples[at] = (byte >> (8 - depth - (bit & 7))) & mask
  }
  return samples
}

/** Reads the next rows of one width from a stream; they are valid until the next call. */
function rowsFrom(take: Take, width: number, channels: number, depth: number): (count: number) => Samples {
  const perRow = width * channels
  const rowBytes = Math.ceil((perRow * depth) / 8)
  const pixelBytes = Math.max(1, (channels * depth) >> 3)
  const filter = new Uint8Array(1)
  const last = new Uint8Array(rowBytes)
  let room = new Uint8Array(0)
  return (count) => {
    if (room.length < rowBytes * count) room = new Uint8Array(rowBytes * count)
    const rows = room.subarray(0, rowBytes * count)
    let above = last
    for (let at = 0; at < rows.length; at += rowBytes) {
      const row = rows.subarray(at, at + rowBytes)
      take(filter)
      take(row)
      unfilter(filter[0] as number, row, above, pixelBytes)
      above = row
    }
    last.set(above)
    return unpack(rows, depth, perRow)
  }
}

/** Reads all samples of an interlaced picture. */
function deinterlaced(take: Take, { width, height, depth }: Header, channels: number): Samples {
  const whole = depth === 16 ? new Uint16Array(width * height * channels) : new Uint8Array(width * height * channels)
  for (const [left, top, stepX, stepY] of pngPasses) {
    const passWidth = Math.ceil((width - left) / stepX)
    if (passWidth <= 0) continue
    const next = rowsFrom(take, passWidth, channels, depth)
    for (let y = top; y < height; y += stepY) {
      const row = next(1)
      for (let px = 0; px < passWidth; px++) {
        const to = (y * width + left + px * stepX) * channels
        for (let channel = 0; channel < channels; channel++) whole[to + channel] = row[px * channels + channel] as number
      }
    }
  }
  return whole
}

function headerOf(view: DataView, at: number, length: number): Header {
  if (length !== 13) throw new Error('the header has a wrong length')
  const [width, height] = [view.getUint32(at), view.getUint32(at + 4)]
  const [depth, colorType, compression, filtering, interlacing] = [8, 9, 10, 11, 12].map((offset) =>
    view.getUint8(at + offset),
  ) as [number, number, number, number, number]
  if (width === 0 || height === 0 || width > 0x7fff_ffff || height > 0x7fff_ffff) throw new Error('the picture has no size')
  if (!depths[colorType]?.includes(depth)) throw new Error(`no PNG has ${depth} bits of colour type ${colorType}`)
  if (compression !== 0 || filtering !== 0 || interlacing > 1) throw new Error('the header names an unknown method')
  return { width, height, depth, colorType, interlaced: interlacing === 1 }
}

/** Decompresses the profile, which follows its name and the number of its method, 0. */
function profileOf(chunk: Uint8Array): Uint8Array {
  const nameEnd = chunk.indexOf(0)
  if (nameEnd < 0 || chunk[nameEnd + 1] !== 0) throw new Error('the colour profile is damaged')
  return inflateAll(chunk.subarray(nameEnd + 2))
}

/**
 * Reads everything but the pixels. The picture of an animated PNG is the one that other readers show.
 *
 * @param file must not change while the reader is in use.
 * @throws Error when it is no PNG, or a damaged one.
 */
export function readPng(file: Uint8Array): PngReader {
  if (signature.some((byte, at) => file[at] !== byte)) throw new Error('the file is no PNG')
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let header: Header | null = null
  let colors: Uint8Array | null = null
  let clear: Uint8Array | null = null
  let profile: Uint8Array | null = null
  const data: Uint8Array[] = []
  for (let at = signature.length, isEnd = false; !isEnd; ) {
    if (at + 8 > file.length) throw new Error('the file ends early')
    const length = view.getUint32(at)
    const type = String.fromCharCode(...file.subarray(at + 4, at + 8))
    const from = at + 8
    at = from + length + 4
    if (at > file.length) throw new Error('the file ends early')
    const chunk = file.subarray(from, from + length)
    if (header === null && type !== 'IHDR') throw new Error('the file does not begin with its header')
    if (type === 'IHDR') header = headerOf(view, from, length)
    else if (type === 'PLTE') colors = chunk
    else if (type === 'tRNS') clear = chunk
    else if (type === 'iCCP') profile = profileOf(chunk)
    else if (type === 'IDAT') data.push(chunk)
    else isEnd = type === 'IEND'
  }
  if (header === null) throw new Error('the file has no header')
  const { width, height, depth, colorType, interlaced } = header
  const channels = pngChannels[colorType] as number

  const begin = () => rowsFrom(inflating(data), width, channels, depth)
  let next = begin()
  let nextTop = 0
  let whole: Samples | null = null

  return {
    width,
    height,
    depth,
    channels,
    palette: colorType === paletteType ? paletteOf(colors, clear) : null,
    transparency: colorType === 0 || colorType === 2 ? clearColor(clear, channels) : null,
    profile,
    samples(top, count) {
      if (interlaced) {
        whole ??= deinterlaced(inflating(data), header, channels)
        return whole.subarray(top * width * channels, (top + count) * width * channels)
      }
      if (top < nextTop) {
        next = begin()
        nextTop = 0
      }
      for (; nextTop < top; nextTop++) next(1)
      nextTop += count
      return next(count)
    },
  }
}

function paletteOf(colors: Uint8Array | null, alphas: Uint8Array | null): readonly (readonly number[])[] {
  if (colors === null || colors.length % 3 !== 0) throw new Error('the palette is missing or damaged')
  return Array.from({ length: colors.length / 3 }, (_, n) => [...colors.subarray(n * 3, n * 3 + 3), alphas?.[n] ?? 255])
}

function clearColor(clear: Uint8Array | null, channels: number): readonly number[] | null {
  if (clear === null || clear.length < channels * 2) return null
  return Array.from({ length: channels }, (_, n) => ((clear[n * 2] as number) << 8) | (clear[n * 2 + 1] as number))
}
