import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listingNames, type NamedPicture } from './listing-names'
import { poses } from './look'

const picture = (of: Partial<NamedPicture> = {}): NamedPicture => ({
  ...{ template: '海浪', model: 'iPhone 15', color: null, pose: 'front', width: 800, height: 800 },
  ...of,
})

test('a name says template, model, pose and size, and the colour where there are several', () => {
  expect(listingNames([picture(), picture({ color: '磨砂 黑', pose: 'standing', width: 750, height: 1000 })])).toEqual([
    '海浪 - iPhone 15 - 正面 - 800x800.jpg',
    '海浪 - iPhone 15 - 磨砂 黑 - 站立 - 750x1000.jpg',
  ])
})

test('whatever templates and models are called, names are valid on Windows and no two are the same', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 120 })
  const pictures = fc.array(
    fc.record({
      ...{ template: text, model: text, color: fc.option(text), pose: fc.constantFrom(...poses) },
      ...{ width: fc.constantFrom(800, 750), height: fc.constantFrom(800, 1000) },
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(pictures, (given) => {
      const names = listingNames([...given, ...given])
      expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
      for (const name of names) {
        expect(name).not.toMatch(/[<>:"/\\|?*]|\p{Cc}|\p{Surrogate}/u)
        expect(name).toMatch(/\.jpg$/)
        expect([...name].length).toBeLessThan(200)
      }
    }),
  )
})
