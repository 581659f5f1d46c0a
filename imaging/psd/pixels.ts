/** Reads a layer's pixels within a box, and its mask, from its channels. Only one section of the file is in memory at a time. */

import type { BufferPool } from '../../contract/ground/buffer-pool'
import { type Box, intersect, type Mask, type Raster } from '../pixels/raster'
import type { Source } from './bytes'
import type { Convert } from './icc'
import type { MaskPlace } from './node'
import { openPlane, type PlaneShape, type RowReader } from './planes'
import type { ChannelPlace, Header } from './sections'

export interface PixelSource {
  readonly source: Source
  readonly header: Header
  readonly convert: Convert | null
  /** Memory of earlier pictures for the next ones. */
  readonly buffers?: BufferPool
  /** Three channels to read unconverted as red, green and blue; absent: the file's colours, converted. */
  readonly plates?: Plates
}

export type Plates = readonly [number, number, number]

/** Source of pixels: any node, or a stand-in in tests. */
export interface Pixelled {
  readonly box: Box
  readonly channels: readonly ChannelPlace[]
}

/** Number of colour channels that are used, by the file's colour mode. */
export const colorChannels = (mode: number): number => (mode === 4 || mode === 7 ? 4 : mode === 3 || mode === 9 ? 3 : 1)

/** Returns whether the layer has more than an empty rectangle. */
export const hasPixels = ({ box, channels }: Pixelled): boolean =>
  box.right > box.left && box.bottom > box.top && channels.some(({ id, length }) => id >= 0 && length > 2)

const shapeOf = ({ header }: PixelSource, box: Box, linear: boolean): PlaneShape => ({
  width: box.right - box.left,
  height: box.bottom - box.top,
  depth: header.depth,
  large: header.large,
  linear: linear && header.depth === 32,
})

/** Reads the given channels of one layer, by id. They are adjacent in the file, so one read serves all. */
async function readChannels(from: Source, channels: readonly ChannelPlace[]): Promise<Map<number, Uint8Array<ArrayBuffer>>> {
  const start = Math.min(...channels.map(({ offset }) => offset))
  const end = Math.max(...channels.map(({ offset, length }) => offset + length))
  const bytes = await from.read(start, end - start)
  return new Map(channels.map(({ id, offset, length }) => [id, bytes.subarray(offset - start, offset - start + length)]))
}

/** Writes samples of the file's mode as red, green and blue into a raster whose alpha is set already. */
export function colorize(raster: Raster, samples: Uint8Array, channels: number, convert: Convert | null): void {
  const { data } = raster
  const rgb = convert === null ? samples : convert(samples, data.length / 4)
  const stride = convert === null ? channels : 3
  const [g, b] = stride === 1 ? [0, 0] : [1, 2]
  for (let from = 0, to = 0; to < data.length; from += stride, to += 4) {
    data[to] = rgb[from] as number
    data[to + 1] = rgb[from + g] as number
    data[to + 2] = rgb[from + b] as number
  }
}

/** Converts a finished picture from the file's own gray or RGB to sRGB. */
export function finishColors({ data }: Raster, finish: Convert | null): void {
  if (finish === null) return
  const part = 65_536 * 4
  for (let from = 0; from < data.length; from += part) {
    const to = Math.min(data.length, from + part)
    const samples = new Uint8Array(((to - from) / 4) * 3)
    for (let at = from, sample = 0; at < to; at += 4) {
      samples[sample++] = data[at] as number
      samples[sample++] = data[at + 1] as number
      samples[sample++] = data[at + 2] as number
    }
    const rgb = finish(samples, samples.length / 3)
    for (let at = from, sample = 0; at < to; at += 4) {
      data[at] = rgb[sample++] as number
      data[at + 1] = rgb[sample++] as number
      data[at + 2] = rgb[sample++] as number
    }
  }
}

/**
 * Converts a composed CMYK picture to colours. Cyan, magenta and yellow are the channels of `colors` and black is that of
 * `black`, with 255 for no ink; the result is written into the memory of `colors`.
 */
export function joinInks(colors: Raster, black: Raster, convert: Convert): Raster {
  const part = 65_536
  const { data } = colors
  for (let from = 0; from < data.length; from += part * 4) {
    const pixels = Math.min(part, (data.length - from) / 4)
    const inks = new Uint8Array(pixels * 4)
    for (let at = 0; at < inks.length; at += 4) {
      inks[at] = 255 - (data[from + at] as number)
      inks[at + 1] = 255 - (data[from + at + 1] as number)
      inks[at + 2] = 255 - (data[from + at + 2] as number)
      inks[at + 3] = 255 - (black.data[from + at] as number)
    }
    const rgb = convert(inks, pixels)
    for (let px = 0; px < pixels; px++) {
      for (let c = 0; c < 3; c++) data[from + px * 4 + c] = rgb[px * 3 + c] as number
    }
  }
  return colors
}

/** Inverts samples in place: PSD stores ink inverted, 255 is none. */
export function invert(samples: Uint8Array): void {
  for (let at = 0; at < samples.length; at++) samples[at] = 255 - (samples[at] as number)
}

/** Creates a raster of any content, whose px are all written before they are read. */
function rasterFrom(buffers: BufferPool | undefined, box: Box): Raster {
  const [width, height] = [box.right - box.left, box.bottom - box.top]
  const bytes = width * height * 4
  const memory = buffers?.take(bytes) ?? new ArrayBuffer(bytes)
  return { ...box, width, height, data: new Uint8ClampedArray(memory, 0, bytes) }
}

/** Reads the layer's own pixels within a region, without masks or opacity; null when there are none. */
export async function readPixels(file: PixelSource, layer: Pixelled, region: Box): Promise<Raster | null> {
  const inner = intersect(layer.box, region)
  if (inner === null || !hasPixels(layer)) return null
  const { header, convert } = file
  const colors = colorChannels(header.mode)
  const { plates } = file
  const selected = layer.channels.filter(
    ({ id, length }) => id >= -1 && id < colors && length > 2 && (id < 0 || plates === undefined || plates.includes(id)),
  )
  const bytes = await readChannels(file.source, selected)
  const open = async (channel: number): Promise<RowReader | null> => {
    const plane = bytes.get(channel)
    return plane === undefined ? null : openPlane(plane, shapeOf(file, layer.box, channel >= 0), inner.bottom - layer.box.top)
  }
  const alpha = await open(-1)
  const planes: (RowReader | null)[] = []
  // Each row may be read only once, so two plates of the same channel share its reader.
  const read = plates ?? Array.from({ length: colors }, (_, channel) => channel)
  for (const [at, channel] of read.entries()) {
    const same = read.indexOf(channel)
    planes.push(same < at ? (planes[same] ?? null) : await open(channel))
  }
  const raster = rasterFrom(file.buffers, inner)
  if (plates !== undefined || (colors === 3 && convert === null)) {
    gatherRgb(raster, layer.box, planes, alpha)
    return raster
  }
  // Samples of everything but plain RGB are gathered first and converted at once.
  const samples = new Uint8Array(raster.width * raster.height * colors)
  const [from, rowOffset] = [inner.left - layer.box.left, inner.top - layer.box.top]
  for (const [channel, plane] of planes.entries()) {
    if (plane === null) continue
    for (let y = 0, to = channel; y < raster.height; y++) {
      const row = plane(y + rowOffset)
      for (let x = from; x < from + raster.width; x++, to += colors) samples[to] = row[x] as number
    }
  }
  if (colors === 4) invert(samples)
  colorize(raster, samples, colors, convert)
  for (let y = 0, to = 3; y < raster.height; y++) {
    const row = alpha?.(y + rowOffset)
    for (let x = from; x < from + raster.width; x++, to += 4) raster.data[to] = row === undefined ? 255 : (row[x] as number)
  }
  return raster
}

/** Combines four channel rows px by px: four passes over the picture would take twice as long. */
function gatherRgb(raster: Raster, box: Box, planes: readonly (RowReader | null)[], alpha: RowReader | null): void {
  const pixels = new Uint32Array(raster.data.buffer, raster.data.byteOffset, raster.data.length / 4)
  const zeros = new Uint8Array(box.right - box.left)
  const full = new Uint8Array(box.right - box.left).fill(255)
  const [from, rowOffset] = [raster.left - box.left, raster.top - box.top]
  for (let y = 0, to = 0; y < raster.height; y++) {
    const at = y + rowOffset
    const r = planes[0]?.(at) ?? zeros
    const g = planes[1] === planes[0] ? r : (planes[1]?.(at) ?? zeros)
    const b = planes[2] === planes[0] ? r : (planes[2]?.(at) ?? zeros)
    const a = alpha?.(at) ?? full
    for (let x = from; x < from + raster.width; x++, to++) {
      // Red is the lowest byte on every machine that browsers run on.
      pixels[to] = (r[x] as number) | ((g[x] as number) << 8) | ((b[x] as number) << 16) | ((a[x] as number) << 24)
    }
  }
}

/** Reads a mask over a whole region: its pixels where it has some, its default value elsewhere. */
export async function readMask(
  file: PixelSource,
  channels: readonly ChannelPlace[],
  mask: MaskPlace,
  region: Box,
): Promise<Mask> {
  const width = region.right - region.left
  const data = new Uint8Array(width * (region.bottom - region.top)).fill(mask.outside)
  const inner = intersect(mask, region)
  const channel = channels.find(({ id, length }) => id === mask.channel && length > 2)
  if (inner !== null && channel !== undefined) {
    const bytes = await file.source.read(channel.offset, channel.length)
    const row = await openPlane(bytes, shapeOf(file, mask, false), inner.bottom - mask.top)
    for (let y = inner.top; row !== null && y < inner.bottom; y++) {
      const to = (y - region.top) * width + inner.left - region.left
      data.set(row(y - mask.top).subarray(inner.left - mask.left, inner.right - mask.left), to)
    }
  }
  if (mask.density < 1) {
    for (let at = 0; at < data.length; at++) data[at] = 255 - (255 - (data[at] as number)) * mask.density
  }
  return { ...region, data }
}
