/** Chooses the lines of a small plot out of the series of trends, and makes the table of all of them. Pure. */
import type { Trends } from '../../../contract/types'
import { beijingDay } from '../../base/beijing-time'

export interface TrendLine {
  readonly name: string
  readonly counts: readonly number[]
}

const dayMs = 86_400_000
/** More lines in one small plot cannot be told apart. */
const maxLines = 5
const restName = '其余'

export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** Returns the largest series, and the sum of all others as one line. */
export function linesOf(series: Trends['items']): readonly TrendLine[] {
  const named = series.map(({ name, counts }) => ({ name: name ?? restName, counts }))
  if (named.length <= maxLines) return named
  const shown = named.slice(0, maxLines - 1)
  const rest = named.slice(maxLines - 1)
  const counts = (rest[0]?.counts ?? []).map((_, day) => sumOf(rest.map((one) => one.counts[day] ?? 0)))
  return [...shown, { name: restName, counts }]
}

/** Returns the rows of a table with a column per day, heading first. */
export function trendTable({ from, items: series }: Trends): (string | number)[][] {
  const days = (series[0]?.counts ?? []).map((_, day) => beijingDay(from + day * dayMs))
  return [['名称', '合计', ...days], ...series.map(({ name, counts }) => [name ?? restName, sumOf(counts), ...counts])]
}

/** Returns the first moments of the days, seconds. */
export const daySeconds = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, day) => (from + day * dayMs) / 1000)
