import { expect, test } from 'vitest'
import { boundsOf, daysText, readOrderId, rechargeDays } from './record-filters'

const now = Date.UTC(2026, 10, 21, 2)

test('recharges are those of the last seven days unless the address says otherwise', () => {
  const week = { from: '2026-11-15', to: '2026-11-21' }
  expect(['', 'nonsense', '2026-11-21_2026-11-01'].map((text) => rechargeDays(text, now))).toEqual([week, week, week])
  expect(rechargeDays('2026-01-01_2026-01-31', now)).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  expect(rechargeDays('all', now)).toBeNull()
})

test('a range of days lasts from its first to its last moment in Beijing time', () => {
  expect(boundsOf({ from: '2026-11-21', to: '2026-11-21' })).toEqual({
    createdAtStart: Date.UTC(2026, 10, 20, 16),
    createdAtEnd: Date.UTC(2026, 10, 21, 16) - 1,
  })
  expect(boundsOf(null)).toEqual({})
})

test('a range of one day is written as that day alone', () => {
  expect(daysText({ from: '2026-11-15', to: '2026-11-21' })).toBe('2026-11-15 至 2026-11-21')
  expect(daysText({ from: '2026-11-21', to: '2026-11-21' })).toBe('2026-11-21')
})

test('a customization number consists of digits', () => {
  expect(['', '  ', ' 42 ', '007'].map(readOrderId)).toEqual([null, null, 42, 7])
  expect(['a', '-1', '0', '1.5', '1e3', '9'.repeat(20)].map(readOrderId)).toEqual(Array.from({ length: 6 }, () => 'wrong'))
})
