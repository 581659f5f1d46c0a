import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paddedTo } from './cutout'

const side = fc.integer({ min: 1, max: 4096 })
const size = fc.record({ width: side, height: side })

test('a padded picture has the proportions of its box and holds the whole picture in its middle', () => {
  fc.assert(
    fc.property(size, size, (picture, box) => {
      const padded = paddedTo(picture, box)
      const { width, height } = padded.size
      expect(width).toBeGreaterThanOrEqual(picture.width)
      expect(height).toBeGreaterThanOrEqual(picture.height)
      // One side is that of the picture, so nothing is larger than it has to be.
      expect(width === picture.width || height === picture.height).toBe(true)
      expect(Math.abs(padded.left * 2 + picture.width - width)).toBeLessThanOrEqual(1)
      expect(Math.abs(padded.top * 2 + picture.height - height)).toBeLessThanOrEqual(1)
      // Sides are whole px.
      expect(Math.abs(width - (height * box.width) / box.height)).toBeLessThanOrEqual(Math.max(1, box.width / box.height))
    }),
  )
})
