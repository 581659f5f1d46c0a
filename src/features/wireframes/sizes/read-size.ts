/** Sizes in millimetres as sellers type and paste them: 71.5, ７１．５ 毫米, 7.15cm, 71.5×150.2, or a column of a table. Pure. */

import { mmPerInch } from '../../../../contract/rules/lengths'
import { maxCaseMm } from '../../../../contract/rules/limits'
import type { Pixels } from '../../../../contract/rules/print-resolution'
import { mmText } from '../physical-size'

const unitMm: Readonly<Record<string, number>> = {
  ...{ mm: 1, 毫米: 1, 公厘: 1 },
  ...{ cm: 10, 厘米: 10, 公分: 10 },
  ...{ in: mmPerInch, inch: mmPerInch, 英寸: mmPerInch, '"': mmPerInch, '”': mmPerInch },
}
const number = String.raw`\d{1,4}(?:\.\d*)?|\.\d+`
const unit = Object.keys(unitMm)
  .sort((one, other) => other.length - one.length)
  .join('|')
const sides: Readonly<Record<string, 'widthMm' | 'heightMm'>> = {
  ...{ 宽: 'widthMm', 宽度: 'widthMm', w: 'widthMm', width: 'widthMm' },
  ...{ 高: 'heightMm', 高度: 'heightMm', 长: 'heightMm', 长度: 'heightMm' },
  ...{ h: 'heightMm', height: 'heightMm', l: 'heightMm', length: 'heightMm' },
}
const side = Object.keys(sides)
  .sort((one, other) => other.length - one.length)
  .join('|')
const lengthPattern = new RegExp(`^(${number})(${unit})?$`)
const partPattern = new RegExp(`(${side})?[:=]?(${number})(${unit})?(?:\\((${side})\\))?`, 'g')
/** Signs that may stand between the numbers of a size. */
const between = /^[×x*✕✖╳⨯х乘by,、;/|·&和]*$/
const times = /[×x*✕✖╳⨯х乘]/

/** Full-width forms become plain ones; a blank between digits becomes a comma, other blanks and what says that a figure is not exact go. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(\d)。(?=\d)/g, '$1.')
    .replace(/^(?:尺寸|大小)?:?(?:约为?|大约|≈|~)?|左右$/g, '')
    .trim()
    .replace(/(\d)\s+(?=\d)/g, '$1,')
    .replace(/[\s\u200b\ufeff]+/g, '')

function millimetres(digits: string, unitName: string | undefined): number | null {
  const value = Math.round(Number(digits) * (unitMm[unitName ?? 'mm'] ?? 1) * 100) / 100
  return value > 0 && value <= maxCaseMm ? value : null
}

/** Reads one length: null when empty, undefined when it is none that can be saved. Rounded to hundredths. */
export function readMm(text: string): number | null | undefined {
  const typed = plain(text)
  if (typed === '') return null
  const [, digits, unitName] = lengthPattern.exec(typed) ?? []
  return digits === undefined ? undefined : (millimetres(digits, unitName) ?? undefined)
}

/**
 * Reads a width and a height from one text; null when it does not hold both. Of three numbers the last is the thickness. A unit that
 * stands once holds for both. Without words for the sides, the width comes first, unless the picture is
 * upright and the size is not, or the other way round.
 */
export function readSize(text: string, picture: Pixels | null): { readonly widthMm: number; readonly heightMm: number } | null {
  const folded = plain(text)
  // Beside a sign for "by", a comma between digits is a decimal point.
  const typed = times.test(folded) ? folded.replace(/(\d),(?=\d)/g, '$1.') : folded
  const parts = [...typed.matchAll(partPattern)]
  const rest = typed.replace(partPattern, ' ').split(' ')
  const isApart = (at: number) => rest[at] !== '' || parts[at]?.[1] !== undefined || /\D$/.test(parts[at - 1]?.[0] ?? '')
  if (parts.length < 2 || parts.length > 3 || rest[0] !== '' || rest.at(-1) !== '') return null
  if (!rest.every((one, at) => between.test(one) && (at === 0 || at === parts.length || isApart(at)))) return null
  const [first, second] = parts.map(([, before, digits = '', , after], at) => {
    const unitName = parts.slice(at).find((one) => one[3] !== undefined)?.[3] ?? parts.find((one) => one[3])?.[3]
    const name = before ?? after
    return { side: name === undefined ? null : (sides[name] ?? null), mm: millimetres(digits, unitName) }
  })
  if (!first || !second || first.mm === null || second.mm === null) return null
  if ((first.side === null) !== (second.side === null) || (first.side !== null && first.side === second.side)) return null
  const size = { widthMm: first.mm, heightMm: second.mm }
  const other = { widthMm: second.mm, heightMm: first.mm }
  if (first.side !== null) return first.side === 'widthMm' ? size : other
  const isOtherWay = picture !== null && (picture.height - picture.width) * (size.heightMm - size.widthMm) < 0
  return isOtherWay ? other : size
}

/** A row of a pasted column: the texts for the two fields; null leaves the row as it is. */
export type PastedRow = { readonly width: string; readonly height?: string } | null

const isText = (cell: string): boolean => cell.trim() !== '' && !/\d/.test(cell)

/**
 * Reads one or two columns of a table, a row a line. A heading is left out. A text that cannot be read is returned unchanged, so that the
 * seller finds it in the field and can correct it.
 */
export function readColumn(text: string): readonly PastedRow[] {
  const lines = text.replace(/[\r\n]+$/, '').split(/\r\n|\r|\n/)
  const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim()))
  const isHeading = cells.length > 1 && cells[0]?.every((cell) => cell === '' || isText(cell)) && cells[0].some(isText)
  return (isHeading ? cells.slice(1) : cells).map(([width = '', height]) => {
    if (width === '' && !height) return null
    if (height !== undefined && height !== '') return { width, height }
    const size = readSize(width, null)
    return size ? { width: mmText(size.widthMm), height: mmText(size.heightMm) } : { width }
  })
}

/** Whether a pasted text is more than one length, and so is not for one field alone. */
export const isColumn = (text: string): boolean => /[\t\r\n]/.test(text.trim()) || readSize(text, null) !== null
