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

test.each([
  ['50%', 200, 100],
  ['-50 %', 200, -100],
  ['100+10%', 200, 110],
  ['100+10%+10%', null, 121],
  ['200－25％', null, 150],
  ['200*50%', null, 100],
  ['50%*200', null, 100],
  ['50%+10', 200, 110],
  ['(10%)+1', 200, 21],
])('readNumber reads %s, where %j is shown, as %d', (typed, present, value) => {
  expect(readNumber(typed, present)).toBeCloseTo(value, 9)
})

test.each(['50%', '%', '5%%', '1%2'])('readNumber refuses %s where no value is shown', (typed) => {
  expect(readNumber(typed)).toBeNull()
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
