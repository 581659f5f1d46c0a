/** How sharp a picture is on paper and whether its shape fits: one measure and one judgement for every screen and for the server. Pure. */
import { dpiOf } from './lengths'

export interface Pixels {
  readonly width: number
  readonly height: number
}

/** The printed width and height; null for a side that is not known. */
export interface Millimetres {
  readonly widthMm: number | null
  readonly heightMm: number | null
}

export interface PrintResolution {
  /** The one figure of a print file that covers both sides, exact: that of the side with fewer pixels. Null: no side is known. */
  readonly exactDpi: number | null
  /** The same in whole dots, rounded down: 149.9 is 149. */
  readonly dpi: number | null
  /** How far the proportions are from those of the area, in per cent; null where a side is not known. */
  readonly offPercent: number | null
  /** The picture fits when it is turned by a quarter. */
  readonly turned: boolean
}

/** poor: visibly coarse in print; fair: may be; good: nothing to see. */
export type Sharpness = 'poor' | 'fair' | 'good'
/** off: told everywhere; wrong: not pushed to a factory. */
export type Shape = 'fits' | 'off' | 'wrong'

/** What sellers read of it, on every screen, in the table of a download and in the answers of a push. */
export const sharpnessNames: Readonly<Record<Sharpness, string>> = {
  poor: '分辨率过低',
  fair: '分辨率偏低',
  good: '清晰度足够',
}
export const shapeNames: Readonly<Record<Exclude<Shape, 'fits'>, string>> = { off: '比例略有偏差', wrong: '比例不符' }

/** Whole dots per inch from which a print is fair, and good; assumed: written into a print file whose printed size is not known. */
export const printDpi = { fair: 150, good: 200, assumed: 300 } as const
/** Per cent by which proportions may differ before it is told, and before nothing is pushed. */
export const shapePercent = { told: 1, refused: 5 } as const

/** Division leaves 299.99999999999994 where 300 is meant. */
const settled = (value: number): number => Math.round(value * 1e6) / 1e6

const offBy = ({ width, height }: Pixels, widthMm: number, heightMm: number): number => {
  const ratio = (width * heightMm) / (height * widthMm)
  return settled((Math.max(ratio, 1 / ratio) - 1) * 100)
}

/** So many pixels printed over so many millimetres. */
export function printResolution(pixels: Pixels, { widthMm, heightMm }: Millimetres): PrintResolution {
  const sides = [
    ...(widthMm === null ? [] : [dpiOf(pixels.width, widthMm)]),
    ...(heightMm === null ? [] : [dpiOf(pixels.height, heightMm)]),
  ]
  const exactDpi = sides.length === 0 ? null : Math.min(...sides)
  const dpi = exactDpi === null ? null : Math.floor(settled(exactDpi))
  if (widthMm === null || heightMm === null) return { exactDpi, dpi, offPercent: null, turned: false }
  const offPercent = offBy(pixels, widthMm, heightMm)
  const turnedOff = offBy({ width: pixels.height, height: pixels.width }, widthMm, heightMm)
  return { exactDpi, dpi, offPercent, turned: offPercent > shapePercent.refused && turnedOff <= shapePercent.refused }
}

/** @param dpi whole dots, as `printResolution` rounds them. */
export const sharpnessOf = (dpi: number): Sharpness => (dpi < printDpi.fair ? 'poor' : dpi < printDpi.good ? 'fair' : 'good')

export const shapeOf = (offPercent: number): Shape =>
  offPercent > shapePercent.refused ? 'wrong' : offPercent > shapePercent.told ? 'off' : 'fits'

/** How far the proportions are off, as a clause: 比例略有偏差：相差 2.6%. Null: they fit, or are not known. */
export function shapeText({ offPercent, turned }: PrintResolution): string | null {
  const shape = offPercent === null ? 'fits' : shapeOf(offPercent)
  if (offPercent === null || shape === 'fits') return null
  return `${shapeNames[shape]}：${turned ? '横竖相反' : `相差 ${Math.round(offPercent * 10) / 10}%`}`
}
