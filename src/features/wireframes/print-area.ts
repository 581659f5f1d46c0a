/** The print area of a wireframe, four margins in px: how it is typed, pasted, dragged, checked and sent. Pure. */
import { maxCanvasSide } from '../../../contract/constants'
import type { PrintArea, WireframeWrite } from '../../../contract/types'

/** The order in which sellers write and paste them: left, right, top, bottom. */
export const sides = ['left', 'right', 'top', 'bottom'] as const
export type Side = (typeof sides)[number]

export const sideNames: Readonly<Record<Side, string>> = { left: '左', right: '右', top: '上', bottom: '下' }

/** Width and height in px. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** Margins as typed in the fields: each may be empty, or not a number yet. */
export type TypedMargins = Readonly<Record<Side, string>>

export const emptyMargins: TypedMargins = { left: '', right: '', top: '', bottom: '' }

const noMargins: PrintArea = { left: 0, right: 0, top: 0, bottom: 0 }

export const tooWide = '打印区域不能超过背景图宽度'
export const tooHigh = '打印区域不能超过背景图高度'

export const typedFrom = (area: PrintArea | null): TypedMargins =>
  area === null
    ? emptyMargins
    : { left: String(area.left), right: String(area.right), top: String(area.top), bottom: String(area.bottom) }

export const sameArea = (one: PrintArea | null, other: PrintArea | null): boolean =>
  one === null || other === null ? one === other : sides.every((side) => one[side] === other[side])

/** `20,20,30,30`, in the form that can be pasted. */
export const areaText = (area: PrintArea): string => sides.map((side) => area[side]).join(',')

/** Converts full-width digits, as Chinese keyboards type them, and trims. */
const normalize = (text: string): string => text.normalize('NFKC').trim()

/** A typed margin in px; null when empty, undefined when it is not a whole number from 0. */
export function readMargin(text: string): number | null | undefined {
  const typed = normalize(text)
  if (typed === '') return null
  return /^\d{1,6}$/.test(typed) ? Number(typed) : undefined
}

export type PrintAreaProblems = { readonly [S in Side | 'across' | 'down']?: string }

/**
 * Reads the four fields.
 *
 * @param size of the picture; null while there is none, so that only the numbers themselves are checked.
 * @returns the area to send (any margin set makes the empty ones 0, all empty is null), or the problems: of one field, across
 *   (left and right together) or down (top and bottom together).
 */
export function readPrintArea(typed: TypedMargins, size: Size | null): { area: PrintArea | null; problems: PrintAreaProblems } {
  const problems: Partial<Record<Side | 'across' | 'down', string>> = {}
  const read = (side: Side): number | null => {
    const margin = readMargin(typed[side])
    if (margin === undefined) problems[side] = '请填写整数，单位像素'
    else if (margin !== null && margin > maxCanvasSide) problems[side] = `不能超过 ${maxCanvasSide} 像素`
    return margin ?? null
  }
  const margins = { left: read('left'), right: read('right'), top: read('top'), bottom: read('bottom') }
  if (Object.keys(problems).length > 0) return { area: null, problems }
  if (sides.every((side) => margins[side] === null)) return { area: null, problems }
  const area = {
    left: margins.left ?? 0,
    right: margins.right ?? 0,
    top: margins.top ?? 0,
    bottom: margins.bottom ?? 0,
  }
  return { area, problems: size === null ? problems : overflow(area, size) }
}

/** Which of the two limits an area exceeds on a picture of this size. */
export function overflow(area: PrintArea, size: Size): Pick<PrintAreaProblems, 'across' | 'down'> {
  return {
    ...(area.left + area.right > size.width && { across: tooWide }),
    ...(area.top + area.bottom > size.height && { down: tooHigh }),
  }
}

/** New values of some margins; a side that is not given keeps its value. */
export type MarginChange = { readonly [S in Side]?: number }

/**
 * The seller's changes in fields that stand for many wireframes.
 *
 * @param initial what the fields held at first. A field that is unchanged or empty is no change: margins are removed by an action
 *   of their own, never by empty fields.
 */
export function readMarginChange(
  typed: TypedMargins,
  initial: TypedMargins,
): { change: MarginChange; problems: PrintAreaProblems } {
  const { problems } = readPrintArea(typed, null)
  const changed = sides.flatMap((side) => {
    const margin = readMargin(typed[side])
    return typeof margin === 'number' && normalize(typed[side]) !== initial[side] ? [[side, margin] as const] : []
  })
  return { change: Object.fromEntries(changed), problems }
}

/** An area with some of its margins changed; without an area the sides that are not given become 0. */
export const areaWith = (area: PrintArea | null, change: MarginChange): PrintArea => ({ ...(area ?? noMargins), ...change })

export const hasProblems = (problems: PrintAreaProblems): boolean => Object.keys(problems).length > 0

/** Four whole numbers separated by commas (also Chinese ones) or tabs, with or without spaces; null for other text. */
export function parsePasted(text: string): TypedMargins | null {
  const parts = normalize(text)
    .split(/\s*[,，、]\s*|\s+/)
    .map(readMargin)
  const [left, right, top, bottom] = parts
  if (parts.length !== 4 || parts.some((part) => part === null || part === undefined)) return null
  return { left: String(left), right: String(right), top: String(top), bottom: String(bottom) }
}

/** True if pasted text is meant for all four fields, because it has more than one part. */
export const looksLikeMargins = (text: string): boolean => /[,，、\t]/.test(text.trim())

type MarginFields = Pick<WireframeWrite, 'printAreaLeft' | 'printAreaRight' | 'printAreaTop' | 'printAreaBottom'>

/** The print area fields of a write; null clears all four. */
export function printAreaFields(area: PrintArea | null): Required<MarginFields> {
  return {
    printAreaLeft: area?.left ?? null,
    printAreaRight: area?.right ?? null,
    printAreaTop: area?.top ?? null,
    printAreaBottom: area?.bottom ?? null,
  }
}

/** The fields of a write that changes these sides and leaves the others as they are stored. */
export function marginFields({ left, right, top, bottom }: MarginChange): MarginFields {
  return {
    ...(left !== undefined && { printAreaLeft: left }),
    ...(right !== undefined && { printAreaRight: right }),
    ...(top !== undefined && { printAreaTop: top }),
    ...(bottom !== undefined && { printAreaBottom: bottom }),
  }
}

const opposite: Readonly<Record<Side, Side>> = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' }
const lengthOf = (side: Side, size: Size): number => (side === 'left' || side === 'right' ? size.width : size.height)

/** The largest margin that a side can have beside the opposite one, px. */
export const maxMargin = (area: PrintArea | null, side: Side, size: Size): number =>
  Math.max(0, lengthOf(side, size) - (area ?? noMargins)[opposite[side]])

/** Sets one margin, limited by the picture and the opposite edge. Without an area the other margins are 0. */
export function withMargin(area: PrintArea | null, side: Side, margin: number, size: Size): PrintArea {
  const value = Math.round(Math.min(maxMargin(area, side, size), Math.max(0, margin)))
  return { ...(area ?? noMargins), [side]: value }
}

/** Drags one edge by `dx`, `dy` px of the picture. */
export function dragEdge(area: PrintArea | null, side: Side, dx: number, dy: number, size: Size): PrintArea {
  const inwards = { left: dx, right: -dx, top: dy, bottom: -dy }[side]
  return withMargin(area, side, (area ?? noMargins)[side] + inwards, size)
}

/** Drags the whole area by `dx`, `dy` px; it keeps its size and stays on the picture. */
export function dragArea(area: PrintArea, dx: number, dy: number): PrintArea {
  const shift = (by: number, before: number, after: number) => Math.round(Math.min(after, Math.max(-before, by)))
  const x = shift(dx, area.left, area.right)
  const y = shift(dy, area.top, area.bottom)
  return { left: area.left + x, right: area.right - x, top: area.top + y, bottom: area.bottom - y }
}
