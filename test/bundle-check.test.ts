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
    ['AbortSignal.abort()', 'AbortSignal.abort'],
    ['new Set().isSubsetOf(a)', '.isSubsetOf()'],
    ['context.roundRect(0, 0, 1, 1, 1)', '.roundRect()'],
    ['new CompressionStream("deflate-raw")', "CompressionStream('deflate-raw')"],
    ['window.addEventListener("scrollend", f)', "addEventListener('scrollend')"],
    ['node.inert = true', '.inert ='],
    ['new Float16Array(4)', 'Float16Array'],
    ['Intl.supportedValuesOf("unit")', 'Intl.supportedValuesOf'],
  ])('the engine floor check finds %s', (source, what) => {
    expect(newerScriptFeatures(source).join()).toContain(what)
  })

  test('the engine floor check accepts Chrome 92 code and own functions that share a name with a newer API', () => {
    expect(newerScriptFeatures('class A { #b = 1; c() { return [1].at(-1) ?? this.#b } }')).toEqual([])
    expect(newerScriptFeatures('function structuredClone() {} structuredClone()')).toEqual([])
  })

  test('the engine floor check finds newer style rules', () => {
    expect(newerStyleFeatures('a:has(b){color:red}')).toEqual([':has() needs Chrome 105'])
    expect(newerStyleFeatures('a{height:100dvh}')).toEqual(['dynamic viewport units need Chrome 108'])
    expect(newerStyleFeatures('a{inset:0;aspect-ratio:1}')).toEqual([])
    for (const css of [
      'a{color:red;& b{color:blue}}', 'a{color:color-mix(in srgb,red,blue)}', 'a{width:50cqw}', '@media (width>=600px){a{top:0}}',
      'a{scale:1.1}', 'a{-webkit-mask-image:none;mask-image:none}', 'a{width:round(up,3px,2px)}', '@starting-style{a{top:0}}',
      'a:popover-open{top:0}', 'a{color:light-dark(#fff,#000)}', 'a{grid-template-rows:subgrid}', 'a{height:2lh}', 'a{height:50svh}',
    ]) {
      expect(newerStyleFeatures(css), css).toHaveLength(1)
    } // biome-ignore format: a list of styles
    for (const css of [
      'a{transform:translate(1px) scale(2) rotate(3deg)}', 'a{-webkit-mask-image:none}', '@media (min-width:600px){a>b{top:0}}',
      'a:is(b,c):where(d){gap:1px}', 'a{background:linear-gradient(red,blue)}', 'a{width:clamp(1px,2vw,3px);overflow:clip}',
      '.around(b){top:0}', 'a{background:-webkit-image-set(url(a) 1x)}', 'a{height:10px;line-height:1.5}',
    ]) {
      expect(newerStyleFeatures(css), css).toEqual([])
    } // biome-ignore format: a list of styles
  })
})
