/**
 * Reads the merged picture that Photoshop stores at the end of a PSD. Reads it by rows, so that a crop costs only its own size.
 */

import { type Box, blank, type Raster } from '../pixels/raster'
import { colorChannels, colorize, invert, type PixelSource } from './pixels'
import { type PlaneShape, packedOffsets, packedRow, plainRow, rowBuffers } from './planes'
import type { Sections } from './sections'

export interface MergedOptions {
  readonly region: Box
  /** Reads every n-th px of every n-th row, for thumbnails. */
  readonly step?: number
  /** True when the first channel after the colours is transparency. */
  readonly alpha: boolean
  readonly check: () => void
}

/** Rows of each channel that are read from the file at once. */
const band = 64

/** Removes the white that Photoshop mixes into partly transparent pixels. */
function removeWhite({ data }: Raster): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number
    if (alpha === 0 || alpha === 255) continue
    const share = 255 / alpha
    for (let c = at; c < at + 3; c++) data[c] = (data[c] as number) * share + 255 * (1 - share)
  }
}

/** Converts palette indices to colours; the palette holds 256 reds, 256 greens, 256 blues. */
function fromPalette(raster: Raster, samples: Uint8Array, { colorData, transparentIndex }: Sections): void {
  for (let px = 0; px < samples.length; px++) {
    const index = samples[px] as number
    for (let c = 0; c < 3; c++) raster.data[px * 4 + c] = colorData[index + c * 256] ?? 0
    raster.data[px * 4 + 3] = index === transparentIndex ? 0 : 255
  }
}

interface Rows {
  /** Calls `onRow` with the 8-bit samples of every step-th row of one channel, beginning with the first. */
  read(channel: number, alpha: boolean, onRow: (y: number, samples: Uint8Array) => void): Promise<void>
}

/** Returns null when the merged picture is truncated, or compressed in a way that Photoshop never uses for it. */
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
  const buffers = rowBuffers(shape)
  const rows = header.height * header.channels
  const tableBytes = packed ? rows * (header.large ? 4 : 2) : 0
  const table = await file.source.read(merged.offset + 2, tableBytes)
  if (table.length < tableBytes) return null
  const offsets = packed ? packedOffsets(table, rows, header.large) : null
  const offsetOf = (row: number) => (offsets === null ? row * buffers.row.length : (offsets[row] ?? 0))
  const base = merged.offset + 2 + tableBytes
  return {
    async read(channel, alpha, onRow) {
      const samples = { ...shape, linear: header.depth === 32 && !alpha }
      for (let top = 0; top < count; top += band) {
        check()
        const bottom = Math.min(count, top + band)
        const rowOf = (y: number) => channel * header.height + region.top + y * step
        const startOffset = offsetOf(rowOf(top))
        const bytes = await file.source.read(base + startOffset, offsetOf(rowOf(bottom - 1) + 1) - startOffset)
        for (let y = top; y < bottom; y++) {
          const from = offsetOf(rowOf(y)) - startOffset
          const to = offsetOf(rowOf(y) + 1) - startOffset
          onRow(y, packed ? packedRow(bytes, from, to, samples, buffers) : plainRow(bytes, from, samples, buffers))
        }
      }
    },
  }
}

/**
 * Reads the merged picture of a region within the canvas; the result begins at (0, 0) and is `step` times smaller. Null when the
 * file holds no readable one.
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
  // Inks that a multichannel file lacks count as no ink, which is 255 in the file.
  const samples = new Uint8Array(width * height * stride).fill(255)
  const copySamples =
    (to: Uint8Array | Uint8ClampedArray, at: number, sampleStride: number) => (y: number, values: Uint8Array) => {
      let index = y * width * sampleStride + at
      for (let x = region.left; x < region.right; x += step, index += sampleStride) to[index] = values[x] as number
    }
  for (let channel = 0; channel < colors; channel++) await rows.read(channel, false, copySamples(samples, channel, stride))
  const withAlpha = alpha && channels > colors && mode !== 2 && mode !== 7
  if (withAlpha) await rows.read(colors, true, copySamples(raster.data, 3, 4))
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
