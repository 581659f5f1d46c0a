/**
 * Reads single cells of tables. Back offices wrap texts in tabs, quotes and formulas, so that spreadsheets do not change them; this
 * unwraps them. Pure.
 */

/** A text, or what a workbook stores as a number: its digits as they stand in the file. */
export type Cell = string | { readonly number: string }
export type Row = readonly Cell[]

const blanks = '[\\s\\u00a0\\u200b-\\u200d\\u2060\\u3000\\ufeff\\0]'
const outerBlanks = new RegExp(`^${blanks}+|${blanks}+$`, 'gu')
/** The text without blanks of any kind at its ends. */
export const trimmed = (text: string): string => text.replace(outerBlanks, '')
const emptyWords = new Set(['null', '-', '--', '\\N'])

const isDigitOrChinese = (code: number): boolean => (code >= 0x30 && code <= 0x39) || (code >= 0x4e00 && code <= 0x9fff)
/** Whether a text begins and ends with a digit or a Chinese letter, as most do: then nothing is wrapped round it. */
const isPlain = (text: string): boolean =>
  isDigitOrChinese(text.charCodeAt(0)) && isDigitOrChinese(text.charCodeAt(text.length - 1))

/**
 * Returns what a cell says: without the tabs, `="…"`, `=` and `'` that keep a spreadsheet from changing numbers, without the label of
 * tracking numbers; '' for the words that mean nothing.
 */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  if (typeof cell !== 'string') return cell.number
  if (isPlain(cell)) return cell
  const text = trimmed(cell)
  const quoted = /^[=＝]"((?:[^"]|"")*)"$/su.exec(text)?.[1]?.replaceAll('""', '"')
  const plain = trimmed(quoted ?? text.replace(/^=(?=\d)/, '').replace(/^'(?=\d|[\s\ufeff]*[=+\-@＝＋－＠\t\r\n])/u, '')).replace(
    /^No:\s*/,
    '',
  )
  return emptyWords.has(plain.toLowerCase()) ? '' : plain
}
