/** The printed area of a case at a factory, and the difference between the factory's mould and the design. Pure. */
import { dpiOf, mmToPx, pxToMm } from './lengths'
import type { Millimetres, Pixels } from './print-resolution'
import { millimetresText } from './sizes'

/** `true-size` prints the design at 1:1, `mould` scales it until it covers the mould. */
type Size = 'true-size' | 'mould'

const isWhole = ({ widthMm, heightMm }: Millimetres): boolean => widthMm !== null && heightMm !== null

/** Returns the size of the print. If one of the two sizes is incomplete, the complete one is used. */
export function printedArea(designed: Millimetres, mould: Millimetres, size: Size): Millimetres {
  const [first, second] = size === 'mould' ? [mould, designed] : [designed, mould]
  if (isWhole(first) || !isWhole(second)) {
    return { widthMm: first.widthMm ?? second.widthMm, heightMm: first.heightMm ?? second.heightMm }
  }
  return { widthMm: second.widthMm, heightMm: second.heightMm }
}

/**
 * Returns the size, mm, at which a picture covers an area at one scale, as print files that are not written by a profile cover it: the area
 * itself where the picture was made for it, that is where it differs by less than a px.
 */
export function coveringSize(
  { width, height }: Pixels,
  { widthMm, heightMm }: { readonly widthMm: number; readonly heightMm: number },
): { readonly widthMm: number; readonly heightMm: number } {
  const dpi = Math.min(dpiOf(width, widthMm), dpiOf(height, heightMm))
  const isMade = Math.abs(width - mmToPx(widthMm, dpi)) <= 1 && Math.abs(height - mmToPx(heightMm, dpi)) <= 1
  return isMade ? { widthMm, heightMm } : { widthMm: pxToMm(width, dpi), heightMm: pxToMm(height, dpi) }
}

const tenth = (value: number): number => Math.round(value * 10) / 10
const signed = (value: number, unit: string): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}${unit}`

/**
 * Returns a text that follows the case's name: the difference in mm and per cent, and its consequence. Returns null if the sizes
 * are equal to a tenth of a millimetre or one is unknown.
 */
export function mouldText(designed: Millimetres, mould: Millimetres, size: Size): string | null {
  const { widthMm, heightMm } = designed
  if (widthMm === null || heightMm === null || mould.widthMm === null || mould.heightMm === null) return null
  const wide = tenth(mould.widthMm - widthMm)
  const high = tenth(mould.heightMm - heightMm)
  if (wide === 0 && high === 0) return null
  const side = (name: string, by: number, of: number) =>
    `${name} ${signed(by, ' 毫米')}（${signed(tenth((by / of) * 100), '%')}）`
  const differs = `设计 ${millimetresText(designed)}，工厂机型 ${millimetresText(mould)}：${side('宽', wide, widthMm)}、${side('高', high, heightMm)}`
  if (size === 'mould') {
    const scale = Math.max(mould.widthMm / widthMm, mould.heightMm / heightMm)
    return `的${differs}，会缩放到 ${tenth(scale * 100)}%`
  }
  return `的${differs}，按 1:1 印刷，${wide > 0 || high > 0 ? '工厂机型更大的一边会留白' : '四周的出血会裁掉'}`
}
