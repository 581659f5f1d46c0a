/** Adjustments against values that Photoshop itself made, and against what is known of formulas that are not published. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Adjustment, Balance } from '../../contract/rules/appearance'
import { applyAdjustments } from './adjust'
import { blank } from './raster'

type Rgb = readonly [number, number, number]

function adjusted(color: Rgb, adjustment: Adjustment): number[] {
  const one = blank({ left: 0, top: 0, right: 1, bottom: 1 })
  one.data.set([...color, 255])
  applyAdjustments(one, [adjustment])
  return [...one.data.subarray(0, 3)]
}

const gray = (value: number, adjustment: Adjustment): number => adjusted([value, value, value], adjustment)[0] ?? 0

const contrast = (brightness: number, amount: number, legacy = false): Adjustment => ({
  kind: 'brightnessContrast',
  brightness,
  contrast: amount,
  ...(legacy ? { legacy } : {}),
})

/** Inputs and Photoshop's results for them. */
const inputs = [0, 32, 64, 96, 128, 160, 192, 224, 248] as const
test.each<[string, Adjustment, readonly number[], number]>([
  ['darker and flatter', contrast(-95, -50), [0, 23, 45, 65, 82, 100, 119, 144, 196], 4],
  ['darker and stronger', contrast(-31, 47), [0, 19, 42, 68, 99, 134, 171, 209, 242], 4],
  ['lighter and stronger', contrast(23, 70), [0, 23, 57, 103, 157, 200, 229, 247, 254], 4],
  ['lightest and flatter', contrast(150, -21), [0, 87, 158, 210, 236, 248, 252, 254, 255], 4],
  ['old, lighter and stronger', contrast(20, 57, true), [0, 0, 27, 101, 176, 250, 255, 255, 255], 1],
])('brightness and contrast %s give what Photoshop gives', (_, adjustment, results, tolerance) => {
  const off = inputs.map((value, at) => Math.abs(gray(value, adjustment) - (results[at] ?? 0)))
  expect(Math.max(...off), off.join(' ')).toBeLessThanOrEqual(tolerance)
})

const reds = { fadeFrom: 315, from: 345, to: 15, fadeTo: 45, hue: 0, saturation: 0, lightness: 0 }
const ranged = (...ranges: readonly Partial<typeof reds>[]): Adjustment => ({
  kind: 'hueSaturation',
  hue: 0,
  saturation: 0,
  lightness: 0,
  ranges: ranges.map((range) => ({ ...reds, ...range })),
})

test.each<[string, Adjustment, Rgb, Rgb]>([
  [
    'the lightness of a range fades a colour into its highest channel',
    ranged({ lightness: 50 }),
    [200, 100, 100],
    [200, 150, 150],
  ],
  [
    'less lightness of a range fades a colour into its lowest channel',
    ranged({ lightness: -50 }),
    [200, 100, 100],
    [150, 100, 100],
  ],
  ['the saturations of ranges add up', ranged({ saturation: -30 }, { saturation: -20 }), [200, 100, 100], [175, 125, 125]],
  ['a range leaves other hues alone', ranged({ lightness: 50, saturation: -80, hue: 90 }), [100, 100, 200], [100, 100, 200]],
])('%s', (_, adjustment, color, expected) => {
  for (const [at, value] of adjusted(color, adjustment).entries())
    expect(Math.abs(value - (expected[at] ?? 0))).toBeLessThanOrEqual(1)
})

const still = { shadows: [0, 0, 0], midtones: [0, 0, 0], highlights: [0, 0, 0] } as const
const byte = fc.integer({ min: 0, max: 255 })

test('three equal sliders of a colour balance that preserves luminosity change no colour', () => {
  const slider = fc.integer({ min: -100, max: 100 })
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte), slider, slider, slider, (color, ...sliders) => {
      const [shadows, midtones, highlights] = sliders.map((value): Balance => [value, value, value]) as [
        Balance,
        Balance,
        Balance,
      ]
      const found = adjusted(color, { kind: 'colorBalance', shadows, midtones, highlights, preserveLuminosity: true })
      for (const [at, value] of found.entries()) expect(Math.abs(value - (color[at] ?? 0))).toBeLessThanOrEqual(1)
    }),
  )
})

test('a colour balance keeps the luminosity, as far as the colour allows', () => {
  const luminosity = ([r = 0, g = 0, b = 0]: readonly number[]) => 0.3 * r + 0.59 * g + 0.11 * b
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte), (color) => {
      const found = adjusted(color, { kind: 'colorBalance', ...still, midtones: [80, -40, 20], preserveLuminosity: true })
      expect(Math.abs(luminosity(found) - luminosity(color))).toBeLessThanOrEqual(1)
    }),
  )
})

test('midtones without their luminosity preserved act as the gamma of their channel', () => {
  const adjustment: Adjustment = { kind: 'colorBalance', ...still, midtones: [100, 0, 0], preserveLuminosity: false }
  expect(adjusted([128, 128, 128], adjustment)).toEqual([Math.round(255 * (128 / 255) ** (1 / 1.4)), 128, 128])
})
