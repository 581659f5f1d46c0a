/** Reads counts, times and choices in the cells of order files. Pure. */
import { beijingOffsetMs } from '../../../../contract/rules/beijing-time'
import { maxQuantity } from '../../../../contract/rules/limits'
import { type Cell, cellText, trimmed } from '../../../tables/cells'

/** Whether a spreadsheet has rounded an id that stood here: numbers keep 15 digits. */
export function isRounded(cell: Cell | undefined): boolean {
  const text = cellText(cell)
  if (/^\d(?:\.\d+)?E\+?\d+$/i.test(text)) return true
  return typeof cell === 'object' && (text.replace(/\D/g, '').length > 15 || /[.e]/i.test(text))
}

/** Whether an id has the form of a number of 17 digits and more that was rounded to 15; single ids may have it by chance. */
export const looksRounded = (text: string): boolean => /^\d{15}0{2,}$/.test(text)

/** Reads a count such as 1,000 or 2件; null where there is none. */
export function cellCount(cell: Cell | undefined): number | null {
  const text = cellText(cell)
    .normalize('NFKC')
    .replace(/[\s,¥￥]/g, '')
    .replace(/[元件个只]$/, '')
  if (!/^\d+(?:\.0+)?$/.test(text)) return null
  const count = Number(text)
  return count <= maxQuantity ? count : null
}

const timePattern =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]*(\d{1,2})[:时](\d{1,2})(?:[:分](\d{1,2})(?:\.\d+)?秒?)?)?$/
/** Days from 1899-12-30, with which spreadsheets count, to 1970-01-01. */
const serialEpoch = 25_569
/** No marketplace is older; the server takes no order from before. */
const firstDay = Date.UTC(2003, 4, 11)

/** Reads a time of Beijing, ms since 1970; null where there is none, or none that exists. */
export function cellTime(cell: Cell | undefined): number | null {
  const text = cellText(cell).normalize('NFKC')
  // Days of a spreadsheet, as a workbook's number or, in a file that it saved as CSV, as a text.
  if (typeof cell === 'object' || /^\d{5}(?:\.\d+)?$/.test(text)) {
    const days = Number(text)
    return days > 37_000 && days < 80_000 ? Math.round((days - serialEpoch) * 86_400) * 1000 - beijingOffsetMs : null
  }
  const [, year, month, day, hour = '0', minute = '0', second = '0'] = timePattern.exec(text) ?? []
  if (year === undefined) return null
  const ms = Date.UTC(+year, Number(month) - 1, Number(day), +hour, +minute, +second)
  const isReal = new Date(ms).getUTCDate() === Number(day) && +hour < 24 && +minute < 60 && +second < 60
  return isReal && ms >= firstDay ? ms - beijingOffsetMs : null
}

/**
 * Returns a choice of a product as `名称:值;名称:值`, the only form from which the phone that was bought is read. Values without names
 * are called 规格1, 规格2 and so on.
 */
export function choiceText(text: string): string {
  const hasNames = (parts: readonly string[]) => parts.length > 0 && parts.every((part) => /^[^:：]+[:：]./.test(part))
  const named = (parts: readonly string[]) => parts.map((part) => part.replace(/\s*[:：]\s*/, ':')).join(';')
  const split = (by: RegExp) => text.split(by).map(trimmed).filter(Boolean)
  const bySemicolon = split(/[;；]/)
  if (hasNames(bySemicolon) && !bySemicolon.some((part) => hasNames(part.split(/[,，]/)) && /[,，]/.test(part))) {
    return named(bySemicolon)
  }
  const parts = split(/[;；,，]/)
  if (hasNames(parts)) return named(parts)
  return parts.map((part, at) => `规格${at + 1}:${part}`).join(';')
}
