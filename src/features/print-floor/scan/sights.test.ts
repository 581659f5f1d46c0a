import { expect, test } from 'vitest'
import { createSights, forgetMs } from './sights'

test('a code that stays before the camera is scanned once, however long the looks of a slow machine are apart', () => {
  const sight = createSights()
  expect(sight('PABCDEFGC', 0)).toBe('PABCDEFGC')
  expect(sight('PABCDEFGC', 100)).toBeNull()
  expect(sight('PABCDEFGC', 100 + 3 * forgetMs)).toBeNull()
})

test('a look that misses a code does not scan it again, and one that was away for a while is scanned again', () => {
  const sight = createSights()
  sight('PABCDEFGC', 0)
  sight(null, 100)
  expect(sight('PABCDEFGC', 200)).toBeNull()
  sight(null, 300)
  sight(null, 300 + forgetMs)
  expect(sight('PABCDEFGC', 301 + forgetMs)).toBe('PABCDEFGC')
})

test('another code is scanned at once, and so is the first one after it', () => {
  const sight = createSights()
  expect(['A', 'B', 'B', 'A'].map((code, at) => sight(code, at))).toEqual(['A', 'B', null, 'A'])
})
