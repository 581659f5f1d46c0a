import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BlendMode, blendModes } from '../../contract/rules/appearance'
import { blendInto } from './blend'
import { blank, type Raster } from './raster'

type Rgba = [number, number, number, number]

const pixel = (color: Rgba): Raster => {
  const raster = blank({ left: 0, top: 0, right: 1, bottom: 1 })
  raster.data.set(color)
  return raster
}

function blended(under: Rgba, over: Rgba, options: Parameters<typeof blendInto>[2]): Rgba {
  const to = pixel(under)
  blendInto(to, pixel(over), options)
  return [...to.data] as unknown as Rgba
}

const byte = fc.integer({ min: 0, max: 255 })
const rgba = fc.tuple(byte, byte, byte, byte) as fc.Arbitrary<Rgba>
const opaque = fc.tuple(byte, byte, byte, fc.constant(255)) as fc.Arbitrary<Rgba>
const anyMode = fc.constantFrom(...blendModes)

describe('Photoshop blend modes', () => {
  test('there are 27 Photoshop blend modes', () => {
    expect(new Set(blendModes).size).toBe(27)
  })

  // Backdrop 200 100 50 under source 100 200 250, both opaque: results by hand from the formulas, in 255ths.
  test.each<[mode: string, ...expected: [number, number, number]]>([
    ['normal', 100, 200, 250],
    ['darken', 100, 100, 50],
    ['multiply', 78, 78, 49],
    ['color burn', 115, 57, 46],
    ['linear burn', 45, 45, 45],
    ['darker color', 200, 100, 50],
    ['lighten', 200, 200, 250],
    ['screen', 222, 222, 251],
    ['color dodge', 255, 255, 255],
    ['linear dodge', 255, 255, 255],
    ['lighter color', 100, 200, 250],
    ['overlay', 188, 157, 98],
    ['soft light', 191, 134, 111],
    ['hard light', 157, 188, 246],
    ['vivid light', 185, 232, 255],
    ['linear light', 145, 245, 255],
    ['pin light', 200, 145, 245],
    ['hard mix', 255, 255, 255],
    ['difference', 100, 100, 200],
    ['exclusion', 143, 143, 202],
    ['subtract', 100, 0, 0],
    ['divide', 255, 128, 51],
    ['hue', 49, 149, 199],
    ['saturation', 200, 100, 50],
    ['color', 49, 149, 199],
    ['luminosity', 251, 151, 101],
  ])('blend mode %s mixes two known colours by its formula', (mode, ...expected) => {
    const [r, g, b, a] = blended([200, 100, 50, 255], [100, 200, 250, 255], { mode })
    for (const [at, value] of [r, g, b].entries()) expect(Math.abs(value - (expected[at] ?? 0))).toBeLessThanOrEqual(1)
    expect(a).toBe(255)
  })

  test.each<[mode: BlendMode, below: number, above: number, expected: number]>([
    ['vivid light', 0, 255, 255],
    ['vivid light', 255, 0, 0],
    ['hard mix', 0, 255, 0],
    ['hard mix', 255, 0, 255],
    ['color dodge', 0, 255, 0],
    ['color burn', 255, 0, 255],
  ])('%s of %i below and %i above gives %i, as in pictures by Photoshop', (mode, below, above, expected) => {
    expect(blended([below, below, below, 255], [above, above, above, 255], { mode })[0]).toBe(expected)
  })

  test('blending a transparent source changes nothing', () => {
    fc.assert(
      fc.property(anyMode, rgba, opaque, (mode, under, [r, g, b]) => {
        expect(blended(under, [r, g, b, 0], { mode })).toEqual(under)
        expect(blended(under, [r, g, b, 255], { mode, opacity: 0 })).toEqual(under)
      }),
    )
  })

  test('every blend mode over a transparent backdrop shows the source itself', () => {
    fc.assert(
      fc.property(anyMode, rgba, (mode, over) => {
        fc.pre(mode !== 'dissolve' && over[3] > 0)
        expect(blended([9, 9, 9, 0], over, { mode })).toEqual(over)
      }),
    )
  })

  test('blended alpha is the union of both, and stays the base’s own when clipped', () => {
    fc.assert(
      fc.property(anyMode, rgba, rgba, (mode, under, over) => {
        fc.pre(mode !== 'dissolve')
        const union = (1 - (1 - under[3] / 255) * (1 - over[3] / 255)) * 255
        expect(Math.abs(blended(under, over, { mode })[3] - union)).toBeLessThanOrEqual(0.51)
        expect(blended(under, over, { mode, atop: true })[3]).toBe(under[3])
      }),
    )
  })

  test.each([
    ['multiply', 255],
    ['color burn', 255],
    ['linear burn', 255],
    ['screen', 0],
    ['color dodge', 0],
    ['linear dodge', 0],
    ['difference', 0],
    ['exclusion', 0],
    ['subtract', 0],
    ['divide', 255],
    ['darken', 255],
    ['lighten', 0],
  ] as const)('blend mode %s keeps the backdrop under its neutral colour', (mode, neutral) => {
    fc.assert(
      fc.property(opaque, (under) => {
        expect(blended(under, [neutral, neutral, neutral, 255], { mode })).toEqual(under)
      }),
    )
  })

  test('hue, saturation and colour modes keep the backdrop’s lightness', () => {
    const light = ([r, g, b]: Rgba) => 0.3 * r + 0.59 * g + 0.11 * b
    fc.assert(
      fc.property(fc.constantFrom('hue', 'saturation', 'color'), opaque, opaque, (mode, under, over) => {
        expect(Math.abs(light(blended(under, over, { mode })) - light(under))).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('fill opacity of the special modes moves the source to its neutral colour', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('color burn', 'linear burn', 'color dodge', 'linear dodge', 'linear light', 'difference', 'hard mix'),
        opaque,
        opaque,
        (mode, under, over) => {
          const [r, g, b] = blended(under, over, { mode, fill: 0 })
          for (const [at, value] of [r, g, b].entries()) expect(Math.abs(value - (under[at] ?? 0))).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  test('dissolve shows a px fully or not at all, about as often as its opacity says, and always the same ones', () => {
    const box = { left: 0, top: 0, right: 100, bottom: 100 }
    const half = blank(box)
    for (let at = 0; at < half.data.length; at += 4) half.data.set([255, 0, 0, 128], at)
    const draw = () => {
      const to = blank(box)
      blendInto(to, half, { mode: 'dissolve' })
      return to.data
    }
    const alphas = draw().filter((_, at) => at % 4 === 3)
    expect(new Set(alphas)).toEqual(new Set([0, 255]))
    const shown = alphas.filter((alpha) => alpha === 255).length
    expect(Math.abs(shown / alphas.length - 0.5)).toBeLessThan(0.03)
    expect(draw()).toEqual(draw())
  })
})
