import { expect, test } from 'vitest'
import { type ProgressPoint, paceOf, paceText, withPoint } from './pace'

const pointAt = (seconds: number, done: number, bytes = 0): ProgressPoint => ({ at: seconds * 1000, done, bytes })
const pointsOf = (points: readonly ProgressPoint[]) => points.reduce<readonly ProgressPoint[]>(withPoint, [])

test('the pace is null until some time has passed and something is done', () => {
  expect(paceOf([], 10)).toBeNull()
  expect(paceOf(pointsOf([pointAt(0, 0), pointAt(1, 1)]), 10)).toBeNull()
  expect(paceOf(pointsOf([pointAt(0, 3), pointAt(60, 3)]), 10)).toBeNull()
})

test('rate and remaining time are computed from the last half minute', () => {
  // Slow at first, then ten items in the last half minute.
  const points = pointsOf([pointAt(0, 0), pointAt(600, 1), ...Array.from({ length: 11 }, (_, n) => pointAt(630 + n * 3, 1 + n))])
  expect(paceOf(points, 31)).toMatchObject({ perMinute: 20, remainingMs: 60_000 })
  expect(paceText(paceOf(points, 31) ?? never())).toBe('每分钟 20 项，约剩 1 分钟')
})

test.each([
  [{ perMinute: 2.34, bytesPerSecond: 0, remainingMs: 12_000 }, '每分钟 2.3 项，约剩 15 秒'],
  [{ perMinute: 30, bytesPerSecond: 2.4 * 1024 * 1024, remainingMs: 170_000 }, '2.4 MB/秒，约剩 3 分钟'],
  [{ perMinute: 30, bytesPerSecond: 5000, remainingMs: 90 * 60_000 }, '5 KB/秒，约剩 1.5 小时'],
])('paceText formats %o as %s', (pace, text) => expect(paceText(pace)).toBe(text))

function never(): never {
  throw new Error('it is known')
}
