import { describe, expect, test } from 'vitest'
import { printResolution, shapeOf, shapeText, sharpnessOf } from './print-resolution'

describe('printResolution', () => {
  test.each([
    // pixels, mm, dpi, per cent off, turned
    [827, 1654, 70, 140, 300, 0, false],
    [1500, 3000, 127, 254, 300, 0, false],
    // 77 mm at 300 dpi are 909.45 px.
    [909, 1807, 77, 153, 300, 0.045, false],
    [908, 1807, 77, 153, 299, 0.155, false],
    // One pixel short of 150 dpi on one side.
    [749, 1500, 127, 254, 149, 0.133, false],
    [750, 1500, 127, 254, 150, 0, false],
    [999, 2000, 127, 254, 199, 0.1, false],
    [1000, 2000, 127, 254, 200, 0, false],
    [1020, 2000, 127, 254, 200, 2, false],
    [2000, 1000, 127, 254, 100, 300, true],
    [1060, 2000, 127, 254, 200, 6, false],
    [26, 52, 25.4, 50.8, 26, 0, false],
  ])(
    'a picture of %i×%i px printed at %d×%d mm has %i dpi and a proportion %d %% off',
    (width, height, widthMm, heightMm, dpi, off, turned) => {
      const found = printResolution({ width, height }, { widthMm, heightMm })
      expect(found.dpi).toBe(dpi)
      expect(found.offPercent).toBeCloseTo(off, 2)
      expect(found.turned).toBe(turned)
      expect(found.exactDpi).toBeGreaterThan(dpi - 0.5)
    },
  )

  test('printResolution uses the one known side of a case, and is null where no side is known', () => {
    expect(printResolution({ width: 300, height: 1 }, { widthMm: 25.4, heightMm: null })).toEqual({
      exactDpi: 300,
      dpi: 300,
      offPercent: null,
      turned: false,
    })
    expect(printResolution({ width: 300, height: 600 }, { widthMm: null, heightMm: null })).toEqual({
      exactDpi: null,
      dpi: null,
      offPercent: null,
      turned: false,
    })
  })
})

test('sharpnessOf is fair from 150 dpi and good from 200 dpi', () => {
  expect([0, 149, 150, 199, 200, 600].map(sharpnessOf)).toEqual(['poor', 'poor', 'fair', 'fair', 'good', 'good'])
})

test('shapeOf is off above 1 percent and wrong above 5 percent', () => {
  expect([0, 1, 1.01, 5, 5.01, 300].map(shapeOf)).toEqual(['fits', 'fits', 'off', 'off', 'wrong', 'wrong'])
})

test('shapeText states how far a proportion is off', () => {
  const text = (width: number, height: number) => shapeText(printResolution({ width, height }, { widthMm: 70, heightMm: 140 }))
  expect([text(1000, 2000), text(1026, 2000), text(1145, 2000), text(2000, 1000)]).toEqual([
    null,
    '比例略有偏差：相差 2.6%',
    '比例不符：相差 14.5%',
    '比例不符：横竖相反',
  ])
  expect(shapeText(printResolution({ width: 10, height: 10 }, { widthMm: 70, heightMm: null }))).toBeNull()
})
