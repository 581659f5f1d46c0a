/** Computes the speed and the remaining time of long work from its progress over time. Pure. */
import { bytesText } from '../../contract/rules/sizes'

export interface ProgressPoint {
  /** ms of any clock. */
  readonly at: number
  readonly done: number
  /** Bytes done so far. */
  readonly bytes: number
}

export interface Pace {
  readonly perMinute: number
  readonly bytesPerSecond: number
  readonly remainingMs: number
}

/** Length of the period that the rate is computed from, ms: an old rate says nothing about the remaining time. */
const spanMs = 30_000
/** Shorter periods give no reliable rate, ms. */
const minMs = 2000

/** Returns the points needed for the rate, with the new one: those of the last half minute, or else the last earlier one. */
export function withPoint(points: readonly ProgressPoint[], point: ProgressPoint): readonly ProgressPoint[] {
  // -1, when no point is that recent, selects the last one in `slice`.
  const firstRecent = points.findIndex(({ at }) => at >= point.at - spanMs)
  return [...points.slice(firstRecent), point]
}

/** @returns null while the pace is unknown. */
export function paceOf(points: readonly ProgressPoint[], total: number): Pace | null {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return null
  const [ms, done] = [last.at - first.at, last.done - first.done]
  if (ms < minMs || done <= 0) return null
  return {
    perMinute: (done / ms) * 60_000,
    bytesPerSecond: ((last.bytes - first.bytes) / ms) * 1000,
    remainingMs: ((total - last.done) / done) * ms,
  }
}

const remainingText = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60) return `约剩 ${Math.max(5, Math.ceil(seconds / 5) * 5)} 秒`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `约剩 ${minutes} 分钟` : `约剩 ${Math.round(minutes / 6) / 10} 小时`
}

/** Formats a pace: 2.4 MB/秒，约剩 3 分钟; without bytes it states items per minute. */
export function paceText({ perMinute, bytesPerSecond, remainingMs }: Pace): string {
  const items = perMinute < 10 ? Math.round(perMinute * 10) / 10 : Math.round(perMinute)
  return `${bytesPerSecond > 0 ? `${bytesText(bytesPerSecond)}/秒` : `每分钟 ${items} 项`}，${remainingText(remainingMs)}`
}
