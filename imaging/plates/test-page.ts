/**
 * A page that shows whether a printer understands a profile: where white must lie and where it must not, and how wide each choke is on this
 * machine. A wrong polarity is seen before it costs a batch of cases.
 */
import { mmToPx } from '../../contract/rules/lengths'
import type { PrintProfile } from '../../contract/rules/print-profile'
import type { Pixels } from '../tiff/pixels'
import { type Alpha, coverageOf, plateOf } from './plate'
import { type PrintFile, sheetFile } from './print-picture'
import { type PrintSheet, printSheet } from './print-sheet'

/** mm */
export const testPageSize = { widthMm: 100, heightMm: 70 } as const
/** mm */
export const testChokes = [0.1, 0.2, 0.3, 0.4, 0.5] as const

/** The part of a canvas, of the browser or of a library, that a page is drawn with. */
export interface TestCanvas {
  fillStyle: unknown
  font: string
  fillRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
}

interface Zone {
  /** mm from the upper left */
  readonly x: number
  readonly y: number
  readonly side: number
  readonly color: string
  readonly label: string
  /** null: no plate lies here. */
  readonly chokeMm: number | null
}

export const testZones: readonly Zone[] = [
  { x: 8, y: 14, side: 16, color: '#000000', label: '此处应有白墨', chokeMm: 0 },
  { x: 54, y: 14, side: 16, color: '#000000', label: '此处不应有白墨', chokeMm: null },
  ...testChokes.map((chokeMm, index) => ({
    ...{ x: 8 + index * 18, y: 42, side: 14, color: '#d02020', chokeMm },
    label: `内缩 ${chokeMm} mm`,
  })),
]

/** @param draw makes a transparent picture of this size in px, and draws on it. */
export async function testPage(
  profile: PrintProfile,
  name: string,
  draw: (width: number, height: number, paint: (canvas: TestCanvas) => void) => Promise<Pixels>,
  { icc, wasm }: { icc?: Uint8Array; wasm?: string } = {},
): Promise<PrintFile> {
  // A page that is mirrored could not be read.
  const flat: PrintProfile = { ...profile, mirrored: false, bleedMm: 0, page: null, cutLine: null, cutFile: 'none' }
  const px = (mm: number) => Math.round(mmToPx(mm, profile.dpi))
  const [width, height] = [px(testPageSize.widthMm), px(testPageSize.heightMm)]
  const pixels = await draw(width, height, (canvas) => {
    const write = (text: string, x: number, y: number, mm: number) => {
      canvas.fillStyle = '#000000'
      canvas.font = `${px(mm)}px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif`
      canvas.fillText(text, px(x), px(y))
    }
    write(`${name} · ${profile.dpi} dpi · ${profile.colors.toUpperCase()}`, 8, 8, 4)
    for (const { x, y, side, color, label } of testZones) {
      canvas.fillStyle = color
      canvas.fillRect(px(x), px(y), px(side), px(side))
      write(label, x, y + side + 4, 2.6)
    }
  })
  const plates = flat.plates.map((plate) => {
    if (plate.source === 'picture') return plateOf(alphaOf(pixels), plate, flat.dpi)
    const made = new Uint8Array(width * height).fill(plate.inverted ? 255 : 0)
    for (const { x, y, side, chokeMm } of testZones) {
      if (chokeMm === null) continue
      const box = { width: px(side), height: px(side), data: new Uint8Array(px(side) ** 2).fill(255) }
      const own = plateOf(box, { ...plate, source: 'alpha', chokeMm }, flat.dpi)
      for (let row = 0; row < box.height; row++) {
        made.set(own.subarray(row * box.width, (row + 1) * box.width), (px(y) + row) * width + px(x))
      }
    }
    return made
  })
  const sheet = await printSheet(pixels, { ...flat, plates: [] }, icc, wasm)
  try {
    const coverages = plates.map((plate, index) => coverageOf(plate, { inverted: flat.plates[index]?.inverted ?? false }))
    const whole: PrintSheet = { ...sheet, plates, coverages }
    return await sheetFile(whole, flat)
  } finally {
    sheet.free()
  }
}

function alphaOf({ width, height, rows }: Pixels): Alpha {
  const samples = rows(0, height)
  return { width, height, data: Uint8Array.from({ length: width * height }, (_, at) => samples[at * 4 + 3] as number) }
}
