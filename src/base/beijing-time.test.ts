import { expect, test } from 'vitest'
import { beijingDay, beijingMinute, beijingTime, dayEnd, dayStart, lastDays, rangeText, readRange } from './beijing-time'

// Eight in the morning in Beijing is midnight in London.
const noonUtc = Date.UTC(2026, 10, 20, 12)

test('a day begins and ends at midnight in Beijing', () => {
  expect(new Date(dayStart('2026-11-21')).toISOString()).toBe('2026-11-20T16:00:00.000Z')
  expect(new Date(dayEnd('2026-11-21')).toISOString()).toBe('2026-11-21T15:59:59.999Z')
  expect(beijingDay(dayStart('2026-11-21'))).toBe('2026-11-21')
  expect(beijingDay(dayStart('2026-11-21') - 1)).toBe('2026-11-20')
})

test('times are written in Beijing time', () => {
  expect(beijingTime(noonUtc)).toBe('2026-11-20 20:00:00')
  expect(beijingMinute(noonUtc)).toBe('2026-11-20 20:00')
  expect(beijingTime(Date.UTC(2026, 11, 31, 16, 5, 9))).toBe('2027-01-01 00:05:09')
})

test('the last seven days end today, also over the end of a month', () => {
  expect(lastDays(noonUtc, 1)).toEqual({ from: '2026-11-20', to: '2026-11-20' })
  expect(lastDays(Date.UTC(2026, 2, 2, 20), 7)).toEqual({ from: '2026-02-25', to: '2026-03-03' })
})

test('a day range survives the address, and an invalid text is no range', () => {
  const range = { from: '2026-11-15', to: '2026-11-21' }
  expect(readRange(rangeText(range))).toEqual(range)
  const broken = ['', 'all', '2026-11-15', '2026-11-21_2026-11-15', '2026-02-30_2026-03-01', '2026-13-01_2026-13-02', 'a_b']
  expect(broken.map(readRange)).toEqual(broken.map(() => null))
  expect(readRange(`${rangeText(range)}_2026-11-22`)).toBeNull()
})
