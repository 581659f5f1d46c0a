import { describe, expect, test } from 'vitest'
import { newerScriptFeatures, newerStyleFeatures } from '../scripts/lib/bundle-check.mjs'

describe('the engine floor check', () => {
  test.each([
    ['Object.hasOwn(a, "b")', 'Object.hasOwn'],
    ['[1].findLast((x) => x)', '.findLast()'],
    ['structuredClone({})', 'structuredClone'],
    ['AbortSignal.timeout(5)', 'AbortSignal.timeout'],
    ['class A { static { this.b = 1 } }', 'a static block'],
    ['const r = /[\\p{L}--a]/v', 'newer'],
  ])('finds %s', (source, what) => {
    expect(newerScriptFeatures(source).join()).toContain(what)
  })

  test('lets Chrome 92 code pass, and a function of our own that happens to share a name', () => {
    expect(newerScriptFeatures('class A { #b = 1; c() { return [1].at(-1) ?? this.#b } }')).toEqual([])
    expect(newerScriptFeatures('function structuredClone() {} structuredClone()')).toEqual([])
  })

  test('finds newer style rules', () => {
    expect(newerStyleFeatures('a:has(b){color:red}')).toEqual([':has() needs Chrome 105'])
    expect(newerStyleFeatures('a{height:100dvh}')).toEqual(['dynamic viewport units need Chrome 108'])
    expect(newerStyleFeatures('a{inset:0;aspect-ratio:1}')).toEqual([])
  })
})
