/** Days and times as sellers count them: in Beijing time, whatever the computer's time zone. Days are text: 2026-11-21. */

import { beijingIso, beijingOffsetMs } from '../../contract/rules/beijing-time'

const dayMs = 86_400_000

/** The days from the first to the last, both included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** Returns the day of a time (ms). */
export const beijingDay = (ms: number): string => beijingIso(ms).slice(0, 10)

/** Formats a time (ms) as 2026-11-21 08:05:09. */
export const beijingTime = (ms: number): string => beijingIso(ms).slice(0, 19).replace('T', ' ')

/** Formats a time (ms) as 2026-11-21 08:05. */
export const beijingMinute = (ms: number): string => beijingTime(ms).slice(0, 16)

/** Returns the first millisecond of a day. */
export const dayStart = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) - beijingOffsetMs

/** Returns the last millisecond of a day. */
export const dayEnd = (day: string): number => dayStart(day) + dayMs - 1

/** Returns the last `count` days, today included. */
export const lastDays = (now: number, count: number): DayRange => ({
  from: beijingDay(now - (count - 1) * dayMs),
  to: beijingDay(now),
})

function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false
  const start = dayStart(text)
  // Date.parse reads 2026-02-30 as another day, or as NaN.
  return Number.isFinite(start) && beijingDay(start) === text
}

/** Formats a range for an address: 2026-11-15_2026-11-21. */
export const rangeText = ({ from, to }: DayRange): string => `${from}_${to}`

/** Reads a range from an address; null when the text is not a range. */
export function readRange(text: string): DayRange | null {
  const [from = '', to = '', ...rest] = text.split('_')
  return rest.length === 0 && isDay(from) && isDay(to) && from <= to ? { from, to } : null
}
