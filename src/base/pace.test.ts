import { expect, test } from 'vitest'
import { paceOf, paceText, type Reached, withPoint } from './pace'

const reached = (seconds: number, done: number, bytes = 0): Reached => ({ at: seconds * 1000, done, bytes })
const all = (points: readonly Reached[]) => points.reduce<readonly Reached[]>(withPoint, [])

test('the pace is null until some time has passed and something is done', () => {
  expect(paceOf([], 10)).toBeNull()
  expect(paceOf(all([reached(0, 0), reached(1, 1)]), 10)).toBeNull()
  expect(paceOf(all([reached(0, 3), reached(60, 3)]), 10)).toBeNull()
})

test('rate and remaining time are computed from the last half minute', () => {
  // Slow at first, then ten items in the last half minute.
  const points = all([reached(0, 0), reached(600, 1), ...Array.from({ length: 11 }, (_, n) => reached(630 + n * 3, 1 + n))])
  expect(paceOf(points, 31)).toMatchObject({ perMinute: 20, leftMs: 60_000 })
  expect(paceText(paceOf(points, 31) ?? never())).toBe('每分钟 20 项，约剩 1 分钟')
})

test.each([
  [{ perMinute: 2.34, bytesPerSecond: 0, leftMs: 12_000 }, '每分钟 2.3 项，约剩 15 秒'],
  [{ perMinute: 30, bytesPerSecond: 2.4 * 1024 * 1024, leftMs: 170_000 }, '2.4 MB/秒，约剩 3 分钟'],
  [{ perMinute: 30, bytesPerSecond: 5000, leftMs: 90 * 60_000 }, '5 KB/秒，约剩 1.5 小时'],
])('paceText formats %o as %s', (pace, text) => expect(paceText(pace)).toBe(text))

function never(): never {
  throw new Error('it is known')
}
