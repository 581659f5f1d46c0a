/** The picture of the whole canvas that Photoshop stores behind the layers. Read by rows, so that a crop costs its own size. */
import { colorChannels, colorize, invert, type PixelSource } from './pixels'
import { type PlaneShape, packedOffsets, packedRow, plainRow, rowRoom } from './planes'
import { type Box, blank, type Raster } from './raster'
import type { Sections } from './sections'

export interface MergedOptions {
  readonly region: Box
  /** Takes every n-th px of every n-th row, for thumbnails. */
  readonly step?: number
  /** The first channel behind the colours is transparency. */
  readonly alpha: boolean
  readonly check: () => void
}

/** Rows read from the file at once, for each channel. */
const band = 64

/** Photoshop mixes what is half see-through with white; this takes the white out again. */
function removeWhite({ data }: Raster): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number
    if (alpha === 0 || alpha === 255) continue
    const share = 255 / alpha
    for (let c = at; c < at + 3; c++) data[c] = (data[c] as number) * share + 255 * (1 - share)
  }
}

/** Indexed: 256 reds, 256 greens, 256 blues. */
function fromPalette(raster: Raster, samples: Uint8Array, { colorData, transparentIndex }: Sections): void {
  for (let px = 0; px < samples.length; px++) {
    const index = samples[px] as number
    for (let c = 0; c < 3; c++) raster.data[px * 4 + c] = colorData[index + c * 256] ?? 0
    raster.data[px * 4 + 3] = index === transparentIndex ? 0 : 255
  }
}

interface Rows {
  /** Calls back with the 8-bit samples of rows of one channel: every step-th from the first. */
  read(channel: number, alpha: boolean, onRow: (y: number, samples: Uint8Array) => void): Promise<void>
}

/** Null when it is packed in a way Photoshop never uses for the merged picture, or cut off. */
async function openRows(
  file: PixelSource,
  { header, merged }: Sections,
  options: MergedOptions,
  count: number,
): Promise<Rows | null> {
  const { region, step = 1, check } = options
  const head = await file.source.read(merged.offset, 2)
  const packed = head[1] === 1
  if (head.length < 2 || head[0] !== 0 || (head[1] ?? 2) > 1) return null
  const shape: PlaneShape = { ...header, linear: false }
  const room = rowRoom(shape)
  const rows = header.height * header.channels
  const tableBytes = packed ? rows * (header.large ? 4 : 2) : 0
  const table = await file.source.read(merged.offset + 2, tableBytes)
  if (table.length < tableBytes) return null
  const offsets = packed ? packedOffsets(table, rows, header.large) : null
  const offsetOf = (row: number) => (offsets === null ? row * room.row.length : (offsets[row] ?? 0))
  const base = merged.offset + 2 + tableBytes
  return {
    async read(channel, alpha, onRow) {
      const samples = { ...shape, linear: header.depth === 32 && !alpha }
      for (let top = 0; top < count; top += band) {
        check()
        const bottom = Math.min(count, top + band)
        const rowOf = (y: number) => channel * header.height + region.top + y * step
        const begin = offsetOf(rowOf(top))
        const bytes = await file.source.read(base + begin, offsetOf(rowOf(bottom - 1) + 1) - begin)
        for (let y = top; y < bottom; y++) {
          const from = offsetOf(rowOf(y)) - begin
          const to = offsetOf(rowOf(y) + 1) - begin
          onRow(y, packed ? packedRow(bytes, from, to, samples, room) : plainRow(bytes, from, samples, room))
        }
      }
    },
  }
}

/**
 * The merged picture of a region within the canvas, its corner at 0, 0 and `step` times smaller.
 * Null when the file holds none that can be read.
 */
export async function readMerged(file: PixelSource, sections: Sections, options: MergedOptions): Promise<Raster | null> {
  const { region, step = 1, alpha } = options
  const { mode, channels } = sections.header
  const [width, height] = [Math.ceil((region.right - region.left) / step), Math.ceil((region.bottom - region.top) / step)]
  const rows = await openRows(file, sections, options, height)
  if (rows === null) return null
  const raster = blank({ left: 0, top: 0, right: width, bottom: height })
  const stride = colorChannels(mode)
  const colors = Math.min(stride, channels)
  // Inks that a multichannel file does not have are none, which is 255 in the file.
  const samples = new Uint8Array(width * height * stride).fill(255)
  const place = (to: Uint8Array | Uint8ClampedArray, at: number, every: number) => (y: number, values: Uint8Array) => {
    let index = y * width * every + at
    for (let x = region.left; x < region.right; x += step, index += every) to[index] = values[x] as number
  }
  for (let channel = 0; channel < colors; channel++) await rows.read(channel, false, place(samples, channel, stride))
  const withAlpha = alpha && channels > colors && mode !== 2 && mode !== 7
  if (withAlpha) await rows.read(colors, true, place(raster.data, 3, 4))
  else for (let at = 3; at < raster.data.length; at += 4) raster.data[at] = 255
  if (mode === 2) {
    fromPalette(raster, samples, sections)
    return raster
  }
  if (stride === 4) invert(samples)
  colorize(raster, samples, stride, file.convert)
  if (withAlpha) removeWhite(raster)
  return raster
}
