import { describe, expect, test } from 'vitest'
import { printSize } from './print-size'
import { coveringView } from './sheet'

describe('the size of a print', () => {
  test('a print has its millimetres in dots, each side rounded', () => {
    expect(printSize({ widthMm: 75, heightMm: 160, dpi: 300 })).toEqual({ width: 886, height: 1890 })
    expect(printSize({ widthMm: 75, heightMm: 160, dpi: 600 })).toEqual({ width: 1772, height: 3780 })
    expect(printSize({ widthMm: 25.4, heightMm: 50.8, dpi: 1 })).toEqual({ width: 1, height: 2 })
  })
  test.each([
    [{ widthMm: 0, heightMm: 160, dpi: 300 }, '不正确'],
    [{ widthMm: 75, heightMm: Number.NaN, dpi: 300 }, '不正确'],
    [{ widthMm: 75, heightMm: 160, dpi: -300 }, '不正确'],
    [{ widthMm: 750, heightMm: 1600, dpi: 1200 }, '过大'],
    [{ widthMm: Number.POSITIVE_INFINITY, heightMm: 160, dpi: 300 }, '过大'],
  ])('printSize refuses %o with a message', (format, words) => expect(() => printSize(format)).toThrow(words))
})

describe('the design on its print', () => {
  test('a design fills a print of its own proportions', () => {
    expect(coveringView({ width: 500, height: 1044 }, { width: 1000, height: 2088 })).toEqual({ scale: 2, x: 0, y: 0 })
  })
  test('a design covers a print of other proportions, centred and cut at two sides', () => {
    const wide = coveringView({ width: 500, height: 1000 }, { width: 1000, height: 1500 })
    expect([wide.scale, wide.x, wide.y]).toEqual([2, 0, -250])
    const tall = coveringView({ width: 500, height: 1000 }, { width: 500, height: 2000 })
    expect([tall.scale, tall.x, tall.y]).toEqual([2, -250, 0])
  })
})
