import { describe, expect, test } from 'vitest'
import { blurRaster, blurReach } from './blur'
import { blank, type Raster } from './raster'

const square = (side: number, color: readonly [number, number, number, number]): Raster => {
  const made = blank({ left: 10, top: 20, right: 10 + side, bottom: 20 + side })
  for (let at = 0; at < made.data.length; at += 4) made.data.set(color, at)
  return made
}

describe('blur', () => {
  test.each([0.3, 0.7, 1, 2.5, 8, 20])('a px blurred by %f spreads as far as a Gaussian and loses nothing', (sigma) => {
    // An opaque column: the sum across it is not rounded away.
    const line = blank({ left: 0, top: 0, right: 1, bottom: 200 })
    line.data.fill(255)
    const blurred = blurRaster(line, sigma)
    const row = (100 - blurred.top) * blurred.width
    let [sum, variance] = [0, 0]
    for (let x = 0; x < blurred.width; x++) {
      const alpha = blurred.data[(row + x) * 4 + 3] as number
      sum += alpha
      variance += alpha * (x + blurred.left) ** 2
    }
    expect(Math.abs(sum - 255)).toBeLessThan(0.08 * 255)
    expect(Math.abs(variance / sum - sigma * sigma)).toBeLessThan(0.12 * sigma * sigma + 0.05)
  })

  test('a blurred area keeps its colour where it is transparent in part', () => {
    const blurred = blurRaster(square(20, [200, 100, 50, 255]), 4)
    for (let at = 0; at < blurred.data.length; at += 4) {
      const alpha = blurred.data[at + 3] as number
      if (alpha < 40) continue
      expect(Math.abs((blurred.data[at] as number) - 200)).toBeLessThanOrEqual(1)
      expect(Math.abs((blurred.data[at + 2] as number) - 50)).toBeLessThanOrEqual(1)
    }
  })

  test('an edge blurred by a deviation falls as a Gaussian does', () => {
    const blurred = blurRaster(square(200, [0, 0, 0, 255]), 10)
    const alphaAt = (x: number) => blurred.data[((120 - blurred.top) * blurred.width + x - blurred.left) * 4 + 3] as number
    // The integral of a Gaussian one and two deviations outside the edge: 15.9 % and 2.3 %.
    expect(Math.abs((alphaAt(9) + alphaAt(10)) / 2 - 127.5)).toBeLessThan(1.5)
    expect(Math.abs((alphaAt(-1) + alphaAt(0)) / 2 - 0.159 * 255)).toBeLessThan(3)
    expect(Math.abs((alphaAt(-11) + alphaAt(-10)) / 2 - 0.023 * 255)).toBeLessThan(3)
  })

  test('a blur without width changes nothing, and its reach says how far a blur spreads', () => {
    const sharp = square(5, [1, 2, 3, 128])
    expect(blurRaster(sharp, 0).data).toEqual(sharp.data)
    expect(blurReach(0)).toBe(0)
    for (const sigma of [0.2, 1, 5, 30]) {
      const blurred = blurRaster(square(60, [0, 0, 0, 255]), sigma)
      expect(blurred.left).toBe(10 - blurReach(sigma))
      expect(blurReach(sigma)).toBeLessThanOrEqual(3 * sigma + 4)
    }
  })
})
