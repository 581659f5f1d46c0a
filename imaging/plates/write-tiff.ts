/** Writes print sheets as TIFFs whose plates are extra channels with the names that the RIP looks for. */
import type { PrintProfile } from '../../contract/rules/print-profile'
import { encodeTiff, type TiffPicture } from '../tiff/tiff'
import { interleaved } from './interleaved'
import type { PrintSheet } from './print-sheet'

/** Returns what a profile says about the channels and the resolution of its TIFFs. */
export const tiffFields = ({ plates, compression, dpi, colors }: PrintProfile) =>
  ({
    dpi,
    compression,
    colors,
    extras: plates.map(({ extraSample, name, role }) => ({ kind: extraSample, name, spot: role !== 'transparency' })),
  }) satisfies Partial<TiffPicture>

export function sheetTiff(sheet: PrintSheet, profile: PrintProfile): Uint8Array<ArrayBuffer> {
  const { width, height, colorSamples, icc } = sheet
  const channels = colorSamples + sheet.plates.length
  return encodeTiff({
    ...tiffFields(profile),
    width,
    height,
    profile: icc,
    rows: (top, count) => interleaved(sheet, channels, top, count),
  })
}
