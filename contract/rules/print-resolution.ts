/** Judges the print resolution and the proportions of pictures, for all screens and the server. Pure. */
import { dpiOf, mmToPx } from './lengths'

export interface Pixels {
  readonly width: number
  readonly height: number
}

/** A printed width and height; null if unknown. */
export interface Millimetres {
  readonly widthMm: number | null
  readonly heightMm: number | null
}

export interface PrintResolution {
  /** Dots per inch, not rounded; the lower value of the two sides. Null if no side is known. */
  readonly exactDpi: number | null
  /** The same in whole dots, rounded down: 149.9 is 149. A picture made at 300 for an area is 300, although pixels are whole. */
  readonly dpi: number | null
  /** Difference of the proportions from those of the area, in per cent; null if a side is unknown. */
  readonly offPercent: number | null
  /** Whether the picture would fit if it were turned by 90°. */
  readonly turned: boolean
}

/** `poor` is visibly coarse in print, `fair` may be, `good` is not. */
export type Sharpness = 'poor' | 'fair' | 'good'
/** `off` is shown as a note; `wrong` is not pushed to a factory. */
export type Shape = 'fits' | 'off' | 'wrong'

/** The seller's texts of each sharpness and shape, on all screens, in tables of downloads and in responses to pushes. */
export const sharpnessNames: Readonly<Record<Sharpness, string>> = {
  poor: '分辨率过低',
  fair: '分辨率偏低',
  good: '清晰度足够',
}
export const shapeNames: Readonly<Record<Exclude<Shape, 'fits'>, string>> = { off: '比例略有偏差', wrong: '比例不符' }

/** Below `hopeless`, buyers are asked whether they really want the print. Lowest whole dpi of fair and of good prints; `assumed` is written into print files whose printed size is unknown. */
export const printDpi = { hopeless: 72, fair: 150, good: 200, assumed: 300 } as const
/** Largest differences of proportions, in per cent, without a note (`warned`) and without a refusal of the push (`refused`). */
export const shapePercent = { warned: 1, refused: 5 } as const

/** Removes the error of divisions, such as 299.99999999999994 instead of 300. */
const settled = (value: number): number => Math.round(value * 1e6) / 1e6

const offBy = ({ width, height }: Pixels, widthMm: number, heightMm: number): number => {
  const ratio = (width * heightMm) / (height * widthMm)
  return settled((Math.max(ratio, 1 / ratio) - 1) * 100)
}

/** Returns the whole dpi of a side; a side that was rounded down to whole pixels has the dpi that it was made at. */
function wholeDpi({ px, mm }: { readonly px: number; readonly mm: number }): number {
  const exact = settled(dpiOf(px, mm))
  const nearest = Math.round(exact)
  return Math.round(mmToPx(mm, nearest)) === px ? nearest : Math.floor(exact)
}

/** Returns the resolution and the fit of a picture printed on an area. */
export function printResolution(pixels: Pixels, { widthMm, heightMm }: Millimetres): PrintResolution {
  const sides = [
    ...(widthMm === null ? [] : [{ px: pixels.width, mm: widthMm }]),
    ...(heightMm === null ? [] : [{ px: pixels.height, mm: heightMm }]),
  ]
  const exactDpi = sides.length === 0 ? null : Math.min(...sides.map(({ px, mm }) => dpiOf(px, mm)))
  const dpi = sides.length === 0 ? null : Math.min(...sides.map(wholeDpi))
  if (widthMm === null || heightMm === null) return { exactDpi, dpi, offPercent: null, turned: false }
  const offPercent = offBy(pixels, widthMm, heightMm)
  const turnedOff = offBy({ width: pixels.height, height: pixels.width }, widthMm, heightMm)
  return { exactDpi, dpi, offPercent, turned: offPercent > shapePercent.refused && turnedOff <= shapePercent.refused }
}

/** @param dpi whole dots, as rounded by `printResolution`. */
export const sharpnessOf = (dpi: number): Sharpness => (dpi < printDpi.fair ? 'poor' : dpi < printDpi.good ? 'fair' : 'good')

export const shapeOf = (offPercent: number): Shape =>
  offPercent > shapePercent.refused ? 'wrong' : offPercent > shapePercent.warned ? 'off' : 'fits'

/** Returns a text on the difference of the proportions, such as 比例略有偏差：相差 2.6%; null if they fit or are unknown. */
export function shapeText({ offPercent, turned }: PrintResolution): string | null {
  const shape = offPercent === null ? 'fits' : shapeOf(offPercent)
  if (offPercent === null || shape === 'fits') return null
  return `${shapeNames[shape]}：${turned ? '横竖相反' : `相差 ${Math.round(offPercent * 10) / 10}%`}`
}
