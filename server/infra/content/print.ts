/** Makes print files for factories: the same pixels with their transparency, and the true resolution written into the file. */

import { crc32 } from 'node:zlib'
import type { Metadata } from 'sharp'
import { dotsPerMetre, mmPerInch } from '../../../contract/rules/lengths'
import { printDpi } from '../../../contract/rules/print-resolution'
import { openPrint, refuseDrawings, unreadable } from './analyse'
import { cleanPng } from './chunks'
import { isSrgb } from './raster'

export interface PrintFormat {
  readonly format: 'png' | 'tif'
  /** Returns the dots per inch of a picture of this size in pixels; null when its printed size is unknown. */
  readonly dpi: (pixels: { readonly width: number; readonly height: number }) => number | null
}

/** Rejects with 'unsupported-file' when the bytes cannot be printed. */
export async function printFile(bytes: Buffer, { format, dpi }: PrintFormat): Promise<Buffer> {
  refuseDrawings(bytes)
  try {
    const info = await openPrint(bytes).metadata()
    const resolution = dpi(info.autoOrient)
    // A TIFF always names a resolution.
    if (format === 'tif') return await toTiff(bytes, resolution ?? printDpi.assumed)
    const png = (isPlainPng(info) ? cleanPng(bytes) : null) ?? (await toPng(bytes))
    return resolution === null ? png : withResolution(png, resolution)
  } catch (error) {
    throw unreadable(error)
  }
}

/** Returns whether the picture can be sent unchanged: an upright PNG in sRGB. */
const isPlainPng = ({ format, orientation = 1, icc }: Metadata): boolean =>
  format === 'png' && orientation === 1 && (icc === undefined || isSrgb(icc))

const upright = (bytes: Buffer) => openPrint(bytes).autoOrient().toColourspace('srgb')

const toPng = (bytes: Buffer): Promise<Buffer> => upright(bytes).png({ compressionLevel: 6 }).toBuffer()

function toTiff(bytes: Buffer, dpi: number): Promise<Buffer> {
  // The library counts in pixels per millimetre, whatever unit the file is to name.
  const resolution = dpi / mmPerInch
  return upright(bytes)
    .withIccProfile('srgb')
    .tiff({ compression: 'lzw', predictor: 'horizontal', xres: resolution, yres: resolution, resolutionUnit: 'inch' })
    .toBuffer()
}

const signatureLength = 8
const headLength = 25

/** Returns the PNG with this resolution in place of its own. */
function withResolution(png: Buffer, dpi: number): Buffer {
  const body = Buffer.alloc(13)
  body.write('pHYs', 0, 'latin1')
  const perMetre = dotsPerMetre(dpi)
  body.writeUInt32BE(perMetre, 4)
  body.writeUInt32BE(perMetre, 8)
  body[12] = 1
  const parts = [png.subarray(0, signatureLength + headLength), chunkOf(body)]
  for (let at = signatureLength + headLength; at + 12 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) !== 'pHYs') parts.push(png.subarray(at, end))
    at = end
  }
  return Buffer.concat(parts)
}

/** Builds a chunk of type and data, with its length and checksum. */
function chunkOf(body: Buffer): Buffer {
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(body.length - 4, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body) >>> 0, body.length + 4)
  return frame
}
