/** Days and times as sellers count them: Beijing time, wherever the computer is. Days are text: 2026-11-21. */

/** Beijing has no summer time. */
const offsetMs = 8 * 3_600_000
const dayMs = 86_400_000

/** From the first to the last day, both included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

const isoOf = (ms: number) => new Date(ms + offsetMs).toISOString()

/** The day of a moment (ms). */
export const beijingDay = (ms: number): string => isoOf(ms).slice(0, 10)

/** A moment (ms) as 2026-11-21 08:05:09. */
export const beijingTime = (ms: number): string => isoOf(ms).slice(0, 19).replace('T', ' ')

/** A moment (ms) as 2026-11-21 08:05. */
export const beijingMinute = (ms: number): string => beijingTime(ms).slice(0, 16)

/** First moment of a day, ms. */
export const dayStart = (day: string): number => Date.parse(`${day}T00:00:00.000Z`) - offsetMs

/** Last moment of a day, ms. */
export const dayEnd = (day: string): number => dayStart(day) + dayMs - 1

/** The last `count` days, today included. */
export const lastDays = (now: number, count: number): DayRange => ({
  from: beijingDay(now - (count - 1) * dayMs),
  to: beijingDay(now),
})

function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d\d-\d\d$/.test(text)) return false
  const start = dayStart(text)
  // 2026-02-30 is read as another day, or as none.
  return Number.isFinite(start) && beijingDay(start) === text
}

/** A range as it stands in an address: 2026-11-15_2026-11-21. */
export const rangeText = ({ from, to }: DayRange): string => `${from}_${to}`

/** The range of an address; null when it is none. */
export function readRange(text: string): DayRange | null {
  const [from = '', to = '', ...rest] = text.split('_')
  return rest.length === 0 && isDay(from) && isDay(to) && from <= to ? { from, to } : null
}
