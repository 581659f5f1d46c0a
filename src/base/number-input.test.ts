import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNumber } from './number-input'

test.each([
  ['100', 100],
  [' -3.5 ', -3.5],
  ['12。5', 12.5],
  ['100+50', 150],
  ['340 - 20', 320],
  ['（340－20）÷ 2', 160],
  ['2*-3', -6],
  ['1+2*3', 7],
])('readNumber reads %s as %d', (typed, value) => {
  expect(readNumber(typed)).toBe(value)
})

test.each(['', '  ', 'abc', '100+', '(1', '1)', '1 2', '1/0', '1e9', '--', '0x10'])('readNumber refuses %s', (typed) => {
  expect(readNumber(typed)).toBeNull()
})

test('readNumber of any text is a finite number or null', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const value = readNumber(typed)
      expect(value === null || Number.isFinite(value)).toBe(true)
    }),
  )
})
