import { describe, expect, test } from 'vitest'
import { dotsPerMetre, dpiOf, drawingSize, mmToPx, svgLength } from './lengths'

test('an inch is 25.4 mm', () => {
  expect(mmToPx(25.4, 300)).toBeCloseTo(300)
  expect(dpiOf(1500, 75)).toBeCloseTo(508)
  expect(dpiOf(711, 71.1)).toBeCloseTo(254)
  expect([72, 254, 300].map(dotsPerMetre)).toEqual([2835, 10_000, 11_811])
})

test.each([
  ['120', 120],
  [' +1.5e2px ', 150],
  ['72pt', 96],
  ['1pc', 16],
  ['25.4mm', 96],
  ['2.54CM', 96],
  ['1in', 96],
  ['', null],
  ['100%', null],
  ['0', null],
  ['-3', null],
  ['1e999', null],
  ['3em', null],
])('an SVG length %j is %j px', (text, px) => {
  const found = svgLength(text)
  if (px === null) expect(found).toBeNull()
  else expect(found).toBeCloseTo(px, 9)
})

describe('size of a drawing', () => {
  const sizeOf = (width: string, height: string, viewBox: string) => drawingSize({ width, height, viewBox })
  test('the size of a drawing is its own, or follows from its viewBox', () => {
    expect(sizeOf('10', '20', '0 0 1 1')).toEqual({ width: 10, height: 20 })
    expect(sizeOf('10', '', '0,0 5,20')).toEqual({ width: 10, height: 40 })
    expect(sizeOf('', '40', ' 0 0 5 20 ')).toEqual({ width: 10, height: 40 })
    expect(sizeOf('100%', '100%', '0 0 5 20')).toEqual({ width: 5, height: 20 })
  })
  test('the size of a drawing without size and valid viewBox is unknown', () => {
    for (const viewBox of ['', '0 0 5', '0 0 5 20 1', '0 0 x 20', '0 0 -5 20', '0 0 Infinity 20']) {
      expect(sizeOf('10', '', viewBox), viewBox).toBeNull()
    }
  })
})
