import { expect, test } from 'vitest'
import { countText, shortYuanText, yuanText } from './money'

test('thousands are separated by commas', () => {
  expect([0, 999, 1000, 123_456, 10_000_000_000, Number.MAX_SAFE_INTEGER].map(countText)).toEqual([
    '0',
    '999',
    '1,000',
    '123,456',
    '10,000,000,000',
    '9,007,199,254,740,991',
  ])
})

test('fen are written as yuan without rounding', () => {
  expect([0, 5, 30, 100, 3050, 5_000_000_000].map(yuanText)).toEqual(['0.00', '0.05', '0.30', '1.00', '30.50', '50,000,000.00'])
})

test('a price has no more digits than it needs', () => {
  expect([0, 5, 30, 500, 3000, 10_000, 3050, 5_000_000_000].map(shortYuanText)).toEqual([
    '0',
    '0.05',
    '0.3',
    '5',
    '30',
    '100',
    '30.5',
    '50,000,000',
  ])
})
