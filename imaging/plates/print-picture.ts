/** Makes the print file of a picture by a print profile. */
import { mmToPx } from '../../contract/rules/lengths'
import type { PrintProfile } from '../../contract/rules/print-profile'
import { encodePng } from '../png/png'
import type { Pixels } from '../tiff/pixels'
import { type CutFile, cutFile } from './cut-file'
import { interleaved, pngChannels } from './interleaved'
import { type PrintSheet, printSheet } from './print-sheet'
import { sheetPdf } from './write-pdf'
import { sheetTiff } from './write-tiff'

export interface PrintFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** px */
  readonly width: number
  readonly height: number
  /** Without the dot. */
  readonly ending: 'tif' | 'pdf' | 'png'
  /** Share of the area that each plate of the profile covers, 0 to 1. */
  readonly coverages: readonly number[]
  /** The cut line, where the profile wants it beside the print. */
  readonly cut: CutFile | null
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Scales pixels to a size, px, without dark rims at soft edges. */
export type Resize = (pixels: Pixels, size: Size) => Promise<Pixels>

/** Returns the px of a print of this size at the resolution of a profile; null where the size is not known. */
export function printPixels(
  size: { readonly widthMm: number | null; readonly heightMm: number | null },
  dpi: number,
): Size | null {
  if (size.widthMm === null || size.heightMm === null) return null
  const px = (mm: number) => Math.max(1, Math.round(mmToPx(mm, dpi)))
  return { width: px(size.widthMm), height: px(size.heightMm) }
}

/** Writes a sheet in the container of its profile. @throws RangeError when it would be too large for the container. */
export async function sheetFile(sheet: PrintSheet, profile: PrintProfile): Promise<PrintFile> {
  const { width, height, coverages } = sheet
  const common = { width, height, coverages, cut: cutFile(sheet, profile) }
  if (profile.container === 'tiff') return { ...common, ending: 'tif', bytes: sheetTiff(sheet, profile) }
  if (profile.container === 'pdf') return { ...common, ending: 'pdf', bytes: sheetPdf(sheet, profile) }
  const data = new Uint8ClampedArray(interleaved(sheet, pngChannels, 0, height).buffer)
  const bytes = new Uint8Array(await encodePng({ width, height, data }, profile.dpi).arrayBuffer())
  return { ...common, ending: 'png', bytes }
}

/**
 * Makes the print file of a picture.
 *
 * @param size of the print, px; null keeps the picture's own pixels.
 * @param icc the printer's CMYK profile, for a profile in CMYK.
 * @param wasm address of Little CMS.
 * @throws Error with words for the seller.
 */
export async function printPicture(
  picture: Pixels,
  profile: PrintProfile,
  { size, icc, resize, wasm }: { size: Size | null; icc?: Uint8Array; resize: Resize; wasm?: string },
): Promise<PrintFile> {
  const fits = size === null || (size.width === picture.width && size.height === picture.height)
  const { bare, mask } = picture
  const fitting = fits ? picture : { ...(await resize(picture, size)), ...(bare && { bare }), ...(mask && { mask }) }
  const sheet = await printSheet(fitting, profile, icc, wasm)
  try {
    return await sheetFile(sheet, profile)
  } finally {
    sheet.free()
  }
}
