/** A layer's channels → its pixels in a box, and its mask. One slice of the file is read for it and dropped again. */
import type { Source } from './bytes'
import type { Convert } from './icc'
import { type PlaneShape, readPlane } from './planes'
import { type Box, blank, intersect, type Mask, type Raster } from './raster'
import type { ChannelPlace, Header } from './sections'
import type { MaskPlace } from './structure'

export interface PixelSource {
  readonly source: Source
  readonly header: Header
  readonly convert: Convert | null
}

/** What pixels are read of: any node, or a stand-in in tests. */
export interface Pixelled {
  readonly box: Box
  readonly channels: readonly ChannelPlace[]
}

/** Colour channels that matter, by the file's mode. */
export const colorChannels = (mode: number): number => (mode === 4 || mode === 7 ? 4 : mode === 3 || mode === 9 ? 3 : 1)

/** Whether there is more than an empty rectangle. */
export const hasPixels = ({ box, channels }: Pixelled): boolean =>
  box.right > box.left && box.bottom > box.top && channels.some(({ id, length }) => id >= 0 && length > 2)

const shapeOf = ({ header }: PixelSource, box: Box, linear: boolean): PlaneShape => ({
  width: box.right - box.left,
  height: box.bottom - box.top,
  depth: header.depth,
  large: header.large,
  linear: linear && header.depth === 32,
})

/** The channels of one layer that are asked for, by id; they stand side by side, so one read serves all. */
async function readChannels(from: Source, channels: readonly ChannelPlace[]): Promise<Map<number, Uint8Array<ArrayBuffer>>> {
  const start = Math.min(...channels.map(({ offset }) => offset))
  const end = Math.max(...channels.map(({ offset, length }) => offset + length))
  const bytes = await from.read(start, end - start)
  return new Map(channels.map(({ id, offset, length }) => [id, bytes.subarray(offset - start, offset - start + length)]))
}

/** Puts one channel of side by side samples where it belongs. */
const placeRows =
  (to: Uint8Array | Uint8ClampedArray, at: number, stride: number, box: Box, inner: Box) =>
  (y: number, samples: Uint8Array): void => {
    const width = inner.right - inner.left
    const from = inner.left - box.left
    let index = (y + box.top - inner.top) * width * stride + at
    for (let x = from; x < from + width; x++, index += stride) to[index] = samples[x] as number
  }

/** Samples of the file's mode → the red, green and blue of a raster whose alpha stands. */
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

/** The last step of a picture: from the file's own gray or RGB to sRGB. */
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

/** PSD keeps ink upside down: 255 is none. */
export function invert(samples: Uint8Array): void {
  for (let at = 0; at < samples.length; at++) samples[at] = 255 - (samples[at] as number)
}

/** The layer's own pixels within a region, nothing applied; null when there are none. */
export async function readPixels(file: PixelSource, layer: Pixelled, region: Box): Promise<Raster | null> {
  const inner = intersect(layer.box, region)
  if (inner === null || !hasPixels(layer)) return null
  const { header, convert } = file
  const colors = colorChannels(header.mode)
  const wanted = layer.channels.filter(({ id, length }) => id >= -1 && id < colors && length > 2)
  const bytes = await readChannels(file.source, wanted)
  const [from, to] = [inner.top - layer.box.top, inner.bottom - layer.box.top]
  const raster = blank(inner)
  // Plain RGB goes straight to its place; everything else is gathered first and converted at once.
  const direct = colors === 3 && convert === null
  const samples = direct ? raster.data : new Uint8Array(raster.width * raster.height * colors)
  for (let channel = 0; channel < colors; channel++) {
    const plane = bytes.get(channel)
    if (plane === undefined) continue
    const place = placeRows(samples, channel, direct ? 4 : colors, layer.box, inner)
    await readPlane(plane, shapeOf(file, layer.box, true), from, to, place)
  }
  if (!direct) {
    if (colors === 4) invert(samples as Uint8Array)
    colorize(raster, samples as Uint8Array, colors, convert)
  }
  const alpha = bytes.get(-1)
  if (alpha === undefined) for (let at = 3; at < raster.data.length; at += 4) raster.data[at] = 255
  else await readPlane(alpha, shapeOf(file, layer.box, false), from, to, placeRows(raster.data, 3, 4, layer.box, inner))
  return raster
}

/** The mask over a whole region: its pixels where it has some, its default elsewhere. */
export async function readMask(
  file: PixelSource,
  channels: readonly ChannelPlace[],
  mask: MaskPlace,
  region: Box,
): Promise<Mask> {
  const width = region.right - region.left
  const data = new Uint8Array(width * (region.bottom - region.top)).fill(mask.outside)
  const inner = intersect(mask, region)
  const channel = channels.find(({ id, length }) => id === -2 && length > 2)
  if (inner !== null && channel !== undefined) {
    const bytes = await file.source.read(channel.offset, channel.length)
    await readPlane(bytes, shapeOf(file, mask, false), inner.top - mask.top, inner.bottom - mask.top, (y, samples) => {
      const to = (y + mask.top - region.top) * width + inner.left - region.left
      data.set(samples.subarray(inner.left - mask.left, inner.right - mask.left), to)
    })
  }
  if (mask.density < 1) {
    for (let at = 0; at < data.length; at++) data[at] = 255 - (255 - (data[at] as number)) * mask.density
  }
  return { ...region, data }
}
