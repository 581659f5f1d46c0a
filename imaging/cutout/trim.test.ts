import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleBox } from './trim'

test('seenBox is the smallest box around the pixels that are not transparent', () => {
  const size = fc.integer({ min: 1, max: 12 })
  const pictures = fc.tuple(size, size).chain(([width, height]) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      alpha: fc.array(fc.constantFrom(0, 0, 0, 1, 255), { minLength: width * height, maxLength: width * height }),
    }),
  )
  fc.assert(
    fc.property(pictures, ({ width, height, alpha }) => {
      const data = new Uint8ClampedArray(alpha.flatMap((value) => [9, 9, 9, value]))
      const seen = alpha.flatMap((value, at) => (value > 0 ? [{ x: at % width, y: Math.floor(at / width) }] : []))
      const box = visibleBox({ data, width, height })
      if (seen.length === 0) {
        expect(box).toBeNull()
        return
      }
      const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)]
      const [left, top] = [Math.min(...xs), Math.min(...ys)]
      expect(box).toEqual({ left, top, width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1 })
    }),
  )
})
