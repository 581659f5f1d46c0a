import { expect, test } from 'vitest'
import { agoText } from './ago'

const now = Date.parse('2026-11-21T00:05:00Z')
const minute = 60_000

test.each([
  [0, '刚刚'],
  [minute - 1, '刚刚'],
  // A server whose clock is ahead.
  [-5 * minute, '刚刚'],
  [minute, '1 分钟前'],
  [60 * minute - 1, '59 分钟前'],
  [60 * minute, '1 小时前'],
  [24 * 60 * minute - 1, '23 小时前'],
  [24 * 60 * minute, '2026-11-20 08:05'],
])('a time %d ms ago is written as %s', (passed, text) => {
  expect(agoText(now - passed, now)).toBe(text)
})
