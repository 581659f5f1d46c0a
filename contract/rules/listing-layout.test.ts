import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listingLayout, markCorners, type Rect } from './listing-layout'

const overlap = (a: Rect, b: Rect) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('case, mark and text lie within every picture; the text overlaps neither', () => {
  const aspect = fc.double({ min: 0.2, max: 30, noNaN: true })
  const parts = fc.record({
    picture: fc.constantFrom({ width: 800, height: 800 }, { width: 750, height: 1000 }),
    margin: fc.double({ min: 0.03, max: 0.25, noNaN: true }),
    mark: fc.option(
      fc.record({ aspect, corner: fc.constantFrom(...markCorners), share: fc.double({ min: 0.08, max: 0.4, noNaN: true }) }),
    ),
    text: fc.option(fc.record({ aspect, place: fc.constantFrom('top' as const, 'bottom' as const) })),
  })
  fc.assert(
    fc.property(parts, (given) => {
      const { area, mark, text } = listingLayout(given)
      for (const rect of [area, mark, text]) {
        if (rect === null) continue
        expect(rect.x).toBeGreaterThanOrEqual(0)
        expect(rect.y).toBeGreaterThanOrEqual(0)
        expect(rect.x + rect.width).toBeLessThanOrEqual(given.picture.width)
        expect(rect.y + rect.height).toBeLessThanOrEqual(given.picture.height)
      }
      expect(area.height).toBeGreaterThan(0.3 * given.picture.height)
      if (text) expect(overlap(text, area)).toBe(false)
      if (text && mark) expect(overlap(text, mark)).toBe(false)
    }),
  )
})
