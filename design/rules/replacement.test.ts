import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { image } from '../test/make'
import { cropOf, withPicture } from './replacement'

const wide = { fileId: 9, url: '/files/new.png', width: 800, height: 200 }

describe('another picture', () => {
  test('centre and width stay, the height follows the picture, and everything else of the layer is kept', () => {
    const layer = image('a', { left: 100, top: 100, rotation: 30, horizontalFlip: true, locked: true, groupId: 'g' })
    expect(withPicture(layer, wide)).toEqual({
      ...layer,
      imageUrl: '/files/new.png',
      imageFileId: 9,
      originalWidth: 800,
      originalHeight: 200,
      height: 25,
      top: 137.5,
    })
  })

  test('a cropped layer keeps its box, and the crop its proportions and its part of the picture', () => {
    const crop = { left: 200, top: 0, width: 200, height: 100, angle: 5 }
    const layer = image('a', { width: 200, height: 100, appearance: { crop, opacity: 0.5 } })
    const replaced = withPicture(layer, wide)
    expect(replaced).toMatchObject({ width: 200, height: 100, left: 0, top: 0, appearance: { opacity: 0.5 } })
    expect(replaced.appearance?.crop).toEqual({ left: 550, top: 0, width: 100, height: 50, angle: 5 })
  })

  test('a pattern keeps its box', () => {
    const pattern = { layout: 'grid', tile: 20, gap: 0, angle: 0, seed: 1 } as const
    expect(withPicture(image('a', { appearance: { pattern } }), wide)).toMatchObject({ width: 100, height: 100 })
  })

  test('a crop within its picture stays within any other, in its proportions', () => {
    const side = fc.integer({ min: 10, max: 4000 })
    const part = fc.double({ min: 0.05, max: 0.95, noNaN: true })
    fc.assert(
      fc.property(side, side, side, side, part, part, part, part, (w, h, w2, h2, a, b, c, d) => {
        const width = w * a
        const height = h * b
        const crop = { left: (w - width) * c, top: (h - height) * d, width, height, angle: 0 }
        const next = cropOf(crop, { width: w, height: h }, { width: w2, height: h2 })
        expect(next.width / next.height).toBeCloseTo(width / height, 4)
        expect(Math.min(next.left, next.top)).toBeGreaterThanOrEqual(0)
        expect(next.left + next.width).toBeLessThanOrEqual(w2 + 1e-6)
        expect(next.top + next.height).toBeLessThanOrEqual(h2 + 1e-6)
      }),
    )
  })
})
