/** Sizes in words: bytes, pixels and millimetres, as sellers read them on every screen and in every answer. Pure. */
import type { Millimetres, Pixels } from './print-resolution'

/** Bytes of a KB, MB, GB and TB: the units of file systems and of the limits here, powers of 1024. */
export const byteUnits = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 } as const

const tenth = (value: number): number => Math.round(value * 10) / 10
const rounders = { nearest: Math.round, up: Math.ceil, down: Math.floor } as const
/** nearest: what a file has; up: what is over a limit, so that it reads as more than the limit; down: a limit, or room that is promised. */
export type Rounding = keyof typeof rounders

/** 20 KB, 1.5 MB, 3 MB: at most one decimal, none of KB. What is not empty has 1 KB at least. */
export function bytesText(bytes: number, rounding: Rounding = 'nearest'): string {
  const round = rounders[rounding]
  const units = Object.entries(byteUnits)
  const at = Math.max(0, units.filter(([, size]) => bytes >= size).length - 1)
  const [name = '', size = 1] = units[at] ?? []
  const value = at === 0 ? Math.max(bytes > 0 ? 1 : 0, round(bytes / size)) : round((bytes / size) * 10) / 10
  const next = units[at + 1]
  // 1023.9 KB is 1 MB, not 1024 KB.
  return value >= 1024 && next ? `1 ${next[0]}` : `${value} ${name}`
}

/** 851×1773: where the unit stands beside it, in the head of a column. */
export const sidesText = ({ width, height }: Pixels): string => `${width}×${height}`
export const pixelsText = (size: Pixels): string => `${sidesText(size)} 像素`

/** To a tenth: a side that was not measured follows from the other. */
export const mmText = (mm: number): string => String(tenth(mm))

/** 71.6×147.6 毫米; ? for a side that is not known. */
export const millimetresText = ({ widthMm, heightMm }: Millimetres): string =>
  `${[widthMm, heightMm].map((mm) => (mm === null ? '?' : mmText(mm))).join('×')} 毫米`
