import { describe, expect, test } from 'vitest'
import { adobeRgb, gammaSpace, numberedSpace, srgbConverter } from './color-space'

const [pq, hlg] = [16, 18]

function converted(space: ReturnType<typeof numberedSpace>, ...px: readonly number[]): readonly number[] {
  if (!space) throw new Error('no such space')
  const pixels = Uint8Array.from(px)
  srgbConverter(space)(pixels, 3)
  return [...pixels]
}

describe('colours by numbers', () => {
  // Measured in Chromium 156, on a canvas.
  test.each([
    ['linear light', numberedSpace(1, 8), [65, 132, 67], [138, 190, 140]],
    ['television', numberedSpace(9, 1), [200, 100, 50], [239, 63, 5]],
    ['Display P3', numberedSpace(12, 13), [65, 132, 67], [30, 134, 58]],
    ['BT.470 M, whose white is not that of sRGB', numberedSpace(4, 13), [200, 60, 40], [236, 49, 16]],
    ['XYZ', numberedSpace(10, 13), [40, 60, 200], [0, 85, 212]],
    ['cinema', numberedSpace(11, 17), [64, 128, 64], [19, 120, 36]],
    ['a gamma', gammaSpace(0.35), [65, 132, 67], [39, 109, 41]],
    ['Adobe RGB', adobeRgb, [65, 132, 67], [0, 133, 60]],
    ['PQ', numberedSpace(9, pq), [128, 64, 64], [165, 0, 24]],
    ['PQ brighter than a page', numberedSpace(9, pq), [180, 180, 180], [242, 242, 242]],
    ['PQ of 4000 nits', numberedSpace(9, pq, 4000), [200, 200, 200], [232, 232, 232]],
    ['PQ that is not brighter than a page', numberedSpace(9, pq, 203), [128, 128, 128], [181, 181, 181]],
    ['HLG', numberedSpace(9, hlg), [148, 100, 100], [132, 70, 76]],
  ] as const)('%s becomes the sRGB that Chromium shows', (_what, space, px, expected) => {
    for (const [at, value] of converted(space, ...px).entries())
      expect(Math.abs(value - (expected[at] ?? 0))).toBeLessThanOrEqual(1)
  })

  test.each([
    [0, 13],
    [2, 13],
    [1, 2],
    [1, 9],
    [255, 255],
  ])('the numbers %d and %d name no colour space', (primaries, transfer) => {
    expect(numberedSpace(primaries, transfer)).toBeNull()
  })

  test('sRGB, black and white stay, and so does alpha', () => {
    for (const value of [0, 1, 17, 128, 255])
      expect(converted(numberedSpace(1, 13), value, value, value)).toEqual([value, value, value])
    const pixels = Uint8ClampedArray.from([255, 255, 255, 7, 0, 0, 0, 9])
    srgbConverter(adobeRgb)(pixels, 4)
    expect([...pixels]).toEqual([255, 255, 255, 7, 0, 0, 0, 9])
  })
})
