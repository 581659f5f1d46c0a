import { expect, test } from 'vitest'
import { shipSoonMs, shipWarning } from './ship-until'

const now = Date.parse('2026-11-26T02:00:00Z')
const minute = 60_000
const hour = 60 * minute

test.each([
  [0, '发货已超时 1 分钟'],
  [-59 * minute, '发货已超时 59 分钟'],
  [-3 * hour - 1, '发货已超时 3 小时'],
  [-47 * hour, '发货已超时 47 小时'],
  [-49 * hour, '发货已超时 2 天'],
  [1, '还剩 1 分钟发货'],
  [5 * hour, '还剩 5 小时发货'],
  [shipSoonMs, '还剩 24 小时发货'],
  [shipSoonMs + 1, undefined],
])('an order to be shipped in %d ms is warned of as %s', (ms, text) => {
  expect(shipWarning(now + ms, now)?.text).toBe(text)
})
