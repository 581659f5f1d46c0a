import { describe, expect, test } from 'vitest'
import { resolutionOf } from './physical-size'

describe('physical size', () => {
  test('a size whose proportions differ from the picture’s gives the height that fits', () => {
    const of = { width: 711, height: 1471 }
    expect(resolutionOf(of, 71.1, 147.1)).toEqual({ dpi: 254, sharpness: 'good', stretch: null })
    expect(resolutionOf(of, 71.1, 160)).toEqual({
      dpi: 233,
      sharpness: 'good',
      stretch: { text: '比例不符：相差 8.8%', isWrong: true, fittingHeightMm: 147.1 },
    })
    expect(resolutionOf({ width: 400, height: 835 }, 71.5, 149.29)?.sharpness).toBe('poor')
    expect(resolutionOf(of, null, 147.1)).toBeNull()
    expect(resolutionOf(null, 71.1, 147.1)).toBeNull()
  })
})
