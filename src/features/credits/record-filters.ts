/** Filters of both lists of records, as they are stored in the address. Pure. */
import { type DayRange, dayEnd, dayStart, lastDays, readRange } from '../../base/beijing-time'

/** Rows per page; the first is the default of the product specification. */
export const recordPageSizes = [10, 30, 80, 200, 500] as const

/** Value in the address for records of all time, in contrast to the default days. */
export const allDays = 'all'

/**
 * The days that a list shows.
 *
 * @param text value in the address; when empty or invalid, the last seven days.
 * @returns null for all time.
 */
export function rechargeDays(text: string, now: number): DayRange | null {
  return text === allDays ? null : (readRange(text) ?? lastDays(now, 7))
}

export interface Bounds {
  readonly createdAtStart?: number
  readonly createdAtEnd?: number
}

/** From the first to the last moment of the days, ms since 1970. */
export const boundsOf = (days: DayRange | null): Bounds =>
  days === null ? {} : { createdAtStart: dayStart(days.from), createdAtEnd: dayEnd(days.to) }

/** 2026-11-15 至 2026-11-21; a single day is named once. */
export const daysText = ({ from, to }: DayRange): string => (from === to ? from : `${from} 至 ${to}`)

/**
 * Reads a typed customization number.
 *
 * @returns null for an empty text, 'wrong' for an invalid one.
 */
export function readOrderId(text: string): number | null | 'wrong' {
  const digits = text.trim()
  if (digits === '') return null
  const value = Number(digits)
  return /^\d+$/.test(digits) && value > 0 && Number.isSafeInteger(value) ? value : 'wrong'
}
