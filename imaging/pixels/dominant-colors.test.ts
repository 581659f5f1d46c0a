import { describe, expect, test } from 'vitest'
import { dominantColors } from './dominant-colors'

const fill = (count: number, ...pixel: readonly number[]) => Array.from({ length: count }, () => pixel).flat()

describe('dominant colours of a picture', () => {
  test('the most frequent colours come first, and pixels that are hardly visible do not count', () => {
    const pixels = [
      ...fill(5, 0, 0, 255, 255),
      ...fill(90, 255, 0, 0, 255),
      ...fill(40, 0, 255, 0, 255),
      ...fill(500, 9, 9, 9, 90),
    ]
    expect(dominantColors(pixels, 6)).toEqual(['#ff0000', '#00ff00', '#0000ff'])
    expect(dominantColors(pixels, 2)).toEqual(['#ff0000', '#00ff00'])
  })
  test('shades of one colour are offered once, as the mean of the most frequent ones', () => {
    expect(
      dominantColors([...fill(10, 200, 100, 50, 255), ...fill(10, 206, 106, 56, 255), ...fill(8, 215, 120, 70, 255)], 6),
    ).toEqual(['#cb6735'])
  })
  test('a transparent picture has no colours', () => {
    expect(dominantColors(fill(4, 255, 0, 0, 0), 6)).toEqual([])
  })
})
