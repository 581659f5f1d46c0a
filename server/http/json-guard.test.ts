import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withinBounds } from './json-guard'

/** Depth and number of values with keys of a parsed value. */
function measure(value: unknown): { depth: number; values: number } {
  if (value === null || typeof value !== 'object') return { depth: 0, values: 1 }
  const inner = Object.values(value).map(measure)
  const keys = Array.isArray(value) ? 0 : inner.length
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: 1 + keys + inner.reduce((sum, { values }) => sum + values, 0),
  }
}

test('withinBounds agrees with the parsed value, whatever its strings contain', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6, stringUnit: fc.constantFrom('"', '\\', '[', '{', ',', ':', '}', '中') }), (text) => {
      const bytes = Buffer.from(text)
      const { depth, values } = measure(JSON.parse(text))
      const roomy = { depth: 100, marks: 10_000 }
      expect(withinBounds(bytes, roomy)).toBe(true)
      expect(withinBounds(bytes, { ...roomy, depth })).toBe(true)
      if (depth > 0) expect(withinBounds(bytes, { ...roomy, depth: depth - 1 })).toBe(false)
      expect(withinBounds(bytes, { ...roomy, marks: 2 * values })).toBe(true)
      if (values > 1) expect(withinBounds(bytes, { ...roomy, marks: values - 2 })).toBe(false)
    }),
  )
})

test.each([
  ['brackets', '['.repeat(5_000_000)],
  ['objects', '{"a":'.repeat(1_000_000)],
  ['numbers', `[${'1,'.repeat(2_500_000)}1]`],
  ['keys', `{${'"a":1,'.repeat(800_000)}"b":1}`],
])('millions of %s are refused by their number', (_name, text) => {
  expect(withinBounds(Buffer.from(text), { depth: 32, marks: 100_000 })).toBe(false)
})

test('withinBounds skips strings, terminated or not, however they are escaped', () => {
  const bounds = { depth: 1, marks: 4 }
  expect(withinBounds(Buffer.from('{"a":"[[[[\\\\\\"[[{,,,,::::"}'), bounds)).toBe(true)
  expect(withinBounds(Buffer.from('{"a":"[[[['), bounds)).toBe(true)
  expect(withinBounds(Buffer.from('["\\\\",[[1]]]'), bounds)).toBe(false)
})
