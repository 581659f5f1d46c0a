/** Writes a print sheet as a TIFF whose plates are extra channels with the names that the RIP looks for. */
import type { PrintProfile } from '../../contract/rules/print-profile'
import { encodeTiff } from '../tiff/tiff'
import type { PrintSheet } from './print-sheet'

export function sheetTiff(sheet: PrintSheet, { plates, compression, dpi }: PrintProfile): Uint8Array<ArrayBuffer> {
  const { width, height, colorSamples } = sheet
  const samples = colorSamples + sheet.plates.length
  return encodeTiff({
    width,
    height,
    dpi,
    compression,
    profile: sheet.icc,
    colors: colorSamples === 3 ? 'rgb' : 'cmyk',
    extras: plates.map(({ extraSample, name, role }) => ({ kind: extraSample, name, spot: role !== 'transparency' })),
    rows(top, count) {
      const colors = sheet.colors(top, count)
      const made = new Uint8Array(width * count * samples)
      for (let px = 0; px < width * count; px++) {
        const [from, to] = [px * colorSamples, px * samples]
        for (let channel = 0; channel < colorSamples; channel++) made[to + channel] = colors[from + channel] as number
        sheet.plates.forEach((plate, index) => {
          made[to + colorSamples + index] = plate[top * width + px] as number
        })
      }
      return made
    },
  })
}
