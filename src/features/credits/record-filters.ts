/** Filters of both lists of records, as they stand in the address. */
import { type DayRange, dayEnd, dayStart, lastDays, readRange } from '../../base/beijing-time'

/** Rows on a page; the specification's default first. */
export const recordPageSizes = [10, 30, 80, 200, 500] as const

/** Stands in the address for a seller who wants all of them and not the default days. */
export const allDays = 'all'

/**
 * The days a list shows.
 *
 * @param text what the address says; empty or damaged: the last seven days.
 * @returns null for all time.
 */
export function rechargeDays(text: string, now: number): DayRange | null {
  return text === allDays ? null : (readRange(text) ?? lastDays(now, 7))
}

export interface Bounds {
  readonly createdAtStart?: number
  readonly createdAtEnd?: number
}

/** From the first to the last moment of the days, ms. */
export const boundsOf = (days: DayRange | null): Bounds =>
  days === null ? {} : { createdAtStart: dayStart(days.from), createdAtEnd: dayEnd(days.to) }

/** 2026-11-15 至 2026-11-21; one day is named once. */
export const daysText = ({ from, to }: DayRange): string => (from === to ? from : `${from} 至 ${to}`)

/**
 * A customization number as typed.
 *
 * @returns null for none, 'wrong' for what cannot be one.
 */
export function readOrderId(text: string): number | null | 'wrong' {
  const digits = text.trim()
  if (digits === '') return null
  const value = Number(digits)
  return /^\d+$/.test(digits) && value > 0 && Number.isSafeInteger(value) ? value : 'wrong'
}
