/** Makes print files for factories: the same pixels with their transparency, and the true resolution written into the file. */
import { isSrgbProfile } from '../../../contract/rules/color-profile'
import { mmPerInch } from '../../../contract/rules/lengths'
import { printDpi } from '../../../contract/rules/print-resolution'
import { refuseDrawings, unreadable } from './analyse'
import { cleanPng } from './chunks'
import { resolutionChunk, withChunks } from './png-chunks'
import { openSrgb, type PictureFacts, pictureFacts, uprightPng } from './srgb'

export interface PrintFormat {
  readonly format: 'png' | 'tif'
  /** CMYK profile of the colours of a TIFF; absent: sRGB. */
  readonly inks?: Uint8Array | undefined
  /** Returns the dots per inch of a picture of this size in pixels; null when its printed size is unknown. */
  readonly dpi: (pixels: { readonly width: number; readonly height: number }) => number | null
}

/** Rejects with 'unsupported-file' when the bytes cannot be printed. */
export async function printFile(bytes: Buffer, { format, inks, dpi }: PrintFormat): Promise<Buffer> {
  refuseDrawings(bytes)
  try {
    const facts = await pictureFacts(bytes)
    const resolution = dpi(facts.size)
    // A TIFF always names a resolution.
    if (format === 'tif') return await toTiff(bytes, resolution ?? printDpi.assumed, inks)
    const png = (isPlainPng(facts) ? cleanPng(bytes) : null) ?? (await uprightPng(bytes))
    return resolution === null ? png : withChunks(png, [resolutionChunk(resolution)])
  } catch (error) {
    throw unreadable(error)
  }
}

/** Returns whether the picture can be sent unchanged: an upright PNG in sRGB. */
const isPlainPng = ({ info, orientation, space, profile }: PictureFacts): boolean =>
  info.format === 'png' && orientation === 1 && space === null && (profile === null || isSrgbProfile(profile))

async function toTiff(bytes: Buffer, dpi: number, inks: Uint8Array | undefined): Promise<Buffer> {
  // A process that makes no such files does not load Little CMS.
  if (inks) return (await import('../render/ink-file')).inkTiff(await uprightPng(bytes), dpi, inks)
  // The library counts in pixels per millimetre, whatever unit the file is to name.
  const resolution = dpi / mmPerInch
  return (await openSrgb(bytes))
    .withIccProfile('srgb')
    .tiff({ compression: 'lzw', predictor: 'horizontal', xres: resolution, yres: resolution, resolutionUnit: 'inch' })
    .toBuffer()
}
