/** Texts of sizes in bytes, pixels and millimetres, for all screens and responses. Pure. */
import type { Millimetres, Pixels } from './print-resolution'

/** Bytes of a KB, MB, GB and TB, as powers of 1024, like the limits of this product. */
export const byteUnits = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const

const tenth = (value: number): number => Math.round(value * 10) / 10
const rounders = { nearest: Math.round, up: Math.ceil, down: Math.floor } as const
/** `nearest` for sizes of files; `up` for a size above a limit, so that it looks larger; `down` for limits and free space. */
export type Rounding = keyof typeof rounders

/** Returns bytes as text, such as 20 KB or 1.5 MB: at most one decimal, none for KB. Anything above 0 is at least 1 KB. */
export function bytesText(bytes: number, rounding: Rounding = 'nearest'): string {
  const round = rounders[rounding]
  const units = Object.entries(byteUnits)
  const at = Math.max(0, units.filter(([, size]) => bytes >= size).length - 1)
  const [name = '', size = 1] = units[at] ?? []
  const value = at === 0 ? Math.max(bytes > 0 ? 1 : 0, round(bytes / size)) : round((bytes / size) * 10) / 10
  const next = units[at + 1]
  // A value that is rounded to 1024 is shown in the next unit: 1 MB instead of 1024 KB.
  return value >= 1024 && next ? `1 ${next[0]}` : `${value} ${name}`
}

/** Returns a size such as 851×1773 without its unit, which is in the head of the column. */
export const sidesText = ({ width, height }: Pixels): string => `${width}×${height}`
export const pixelsText = (size: Pixels): string => `${sidesText(size)} 像素`

/** Returns millimetres rounded to a tenth, because a side may be calculated from the other. */
export const mmText = (mm: number): string => String(tenth(mm))

/** Returns a size such as 71.6×147.6 毫米, with ? for an unknown side. */
export const millimetresText = ({ widthMm, heightMm }: Millimetres): string =>
  `${[widthMm, heightMm].map((mm) => (mm === null ? '?' : mmText(mm))).join('×')} 毫米`

/** Pictures' types in words. */
const typeNames: Readonly<Record<string, string>> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
  'image/tiff': 'TIF',
}

/** The known measures of a print file. */
export interface PrintFile extends Millimetres {
  readonly customizedImage: Pixels | null
  readonly customizedImageType: string | null
}

/** Returns the known measures as a text, such as 300 DPI, 912 × 1949 px, 77.2 × 165 mm, PNG. */
export function printFileFacts(file: PrintFile, dpi: number | null): string[] {
  const { customizedImage, customizedImageType, widthMm, heightMm } = file
  return [
    dpi === null ? null : `${dpi} DPI`,
    customizedImage && `${customizedImage.width} × ${customizedImage.height} px`,
    widthMm === null || heightMm === null ? null : `${mmText(widthMm)} × ${mmText(heightMm)} mm`,
    customizedImage && (typeNames[customizedImageType ?? ''] ?? null),
  ].filter((fact) => fact !== null)
}
