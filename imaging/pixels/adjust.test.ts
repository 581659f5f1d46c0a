import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Adjustment } from '../../contract/rules/appearance'
import { adjustBelow, applyAdjustments } from './adjust'
import { blendInto } from './blend'
import { blank, type Raster } from './raster'

type Rgba = readonly [number, number, number, number]

const raster = (...pixels: readonly Rgba[]): Raster => {
  const made = blank({ left: 0, top: 0, right: pixels.length, bottom: 1 })
  made.data.set(pixels.flat())
  return made
}

function adjusted(color: readonly [number, number, number], ...adjustments: readonly Adjustment[]): number[] {
  const one = raster([...color, 255])
  applyAdjustments(one, adjustments)
  return [...one.data.subarray(0, 3)]
}

const closeTo = (found: readonly number[], expected: readonly number[], by = 1) => {
  for (const [at, value] of expected.entries()) expect(Math.abs((found[at] ?? Number.NaN) - value)).toBeLessThanOrEqual(by)
}

const levels = { black: 0, white: 255, gamma: 1, outBlack: 0, outWhite: 255 }
const six = { reds: 40, yellows: 60, greens: 40, cyans: 60, blues: 20, magentas: 80 }
const still = { shadows: [0, 0, 0], midtones: [0, 0, 0], highlights: [0, 0, 0], preserveLuminosity: true } as const

/** Each adjustment with the settings that change nothing. */
const neutral: readonly Adjustment[] = [
  { kind: 'brightnessContrast', brightness: 0, contrast: 0 },
  { kind: 'brightnessContrast', brightness: 0, contrast: 0, legacy: true },
  { kind: 'levels', rgb: levels, red: levels },
  {
    kind: 'curves',
    rgb: [
      [0, 0],
      [128, 128],
      [255, 255],
    ],
  },
  { kind: 'exposure', exposure: 0, offset: 0, gamma: 1 },
  { kind: 'vibrance', vibrance: 0, saturation: 0 },
  { kind: 'hueSaturation', hue: 0, saturation: 0, lightness: 0 },
  { kind: 'colorBalance', ...still },
  { kind: 'photoFilter', color: '#ec8a00', density: 0, preserveLuminosity: true },
  { kind: 'channelMixer', monochrome: false, red: [1, 0, 0, 0], green: [0, 1, 0, 0], blue: [0, 0, 1, 0] },
  { kind: 'posterize', levels: 255 },
  { kind: 'selectiveColor', relative: true, colors: {} },
  { kind: 'warmth', warmth: 0 },
]

const everything: readonly Adjustment[] = [
  { kind: 'brightnessContrast', brightness: 80, contrast: -40 },
  { kind: 'brightnessContrast', brightness: -60, contrast: 90, legacy: true },
  { kind: 'levels', rgb: { ...levels, black: 30, gamma: 0.4 }, blue: { ...levels, outBlack: 255, outWhite: 0 } },
  {
    kind: 'curves',
    rgb: [
      [20, 0],
      [90, 200],
      [255, 140],
    ],
    green: [[128, 30]],
  },
  { kind: 'exposure', exposure: 3, offset: -0.2, gamma: 0.5 },
  { kind: 'vibrance', vibrance: 70, saturation: -30 },
  {
    kind: 'hueSaturation',
    hue: 100,
    saturation: 100,
    lightness: -20,
    ranges: [{ fadeFrom: 315, from: 345, to: 15, fadeTo: 45, hue: 20, saturation: -60, lightness: 50 }],
  },
  { kind: 'hueSaturation', hue: 200, saturation: 40, lightness: 10, colorize: true },
  { kind: 'colorBalance', ...still, shadows: [100, -100, 0], midtones: [-30, 0, 80] },
  { kind: 'blackWhite', ...six, tint: '#e1d3b3' },
  { kind: 'photoFilter', color: '#00c0ff', density: 0.8, preserveLuminosity: true },
  { kind: 'channelMixer', monochrome: true, red: [2, -1, 0.5, -0.3], green: [0, 0, 0, 0], blue: [0, 0, 0, 0] },
  { kind: 'invert' },
  { kind: 'posterize', levels: 3 },
  { kind: 'threshold', level: 200 },
  {
    kind: 'gradientMap',
    stops: [
      { at: 0.2, color: '#200040', opacity: 1 },
      { at: 1, color: '#ffe0b0', opacity: 0.5 },
    ],
    reverse: true,
  },
  {
    kind: 'selectiveColor',
    relative: true,
    colors: { reds: [100, -50, 20, -100], whites: [0, 0, 100, 0], blacks: [0, 0, 0, 80] },
  },
  { kind: 'warmth', warmth: -80 },
]

const byte = fc.integer({ min: 0, max: 255 })
const color = fc.tuple(byte, byte, byte)

describe('adjustments', () => {
  test.each(neutral.map((one) => [one.kind, one] as const))('%s without a setting changes no colour', (_, one) => {
    fc.assert(fc.property(color, (own) => closeTo(adjusted(own, one), own)))
  })

  test.each<[string, Adjustment, readonly [number, number, number], readonly [number, number, number]]>([
    ['invert', { kind: 'invert' }, [10, 128, 255], [245, 127, 0]],
    ['posterize to two levels', { kind: 'posterize', levels: 2 }, [127, 128, 255], [0, 255, 255]],
    ['posterize to four levels', { kind: 'posterize', levels: 4 }, [63, 64, 200], [0, 85, 255]],
    ['threshold below its level', { kind: 'threshold', level: 128 }, [127, 127, 127], [0, 0, 0]],
    ['threshold at its level', { kind: 'threshold', level: 128 }, [128, 128, 128], [255, 255, 255]],
    ['levels', { kind: 'levels', rgb: { ...levels, black: 50, white: 150 } }, [50, 100, 150], [0, 128, 255]],
    ['levels upside down', { kind: 'levels', rgb: { ...levels, outBlack: 255, outWhite: 0 } }, [0, 60, 255], [255, 195, 0]],
    ['gamma 2', { kind: 'levels', rgb: { ...levels, gamma: 2 } }, [0, 64, 255], [0, 128, 255]],
    [
      'a curve of one channel',
      {
        kind: 'curves',
        red: [
          [0, 255],
          [255, 0],
        ],
      },
      [10, 20, 30],
      [245, 20, 30],
    ],
    [
      'legacy brightness',
      { kind: 'brightnessContrast', brightness: 50, contrast: 0, legacy: true },
      [0, 100, 230],
      [50, 150, 255],
    ],
    ['one stop of exposure', { kind: 'exposure', exposure: 1, offset: 0, gamma: 1 }, [50, 100, 240], [69, 137, 255]],
    ['hue turned by 120', { kind: 'hueSaturation', hue: 120, saturation: 0, lightness: 0 }, [255, 0, 0], [0, 255, 0]],
    ['no saturation', { kind: 'hueSaturation', hue: 0, saturation: -100, lightness: 0 }, [200, 100, 100], [150, 150, 150]],
    ['half lightness', { kind: 'hueSaturation', hue: 0, saturation: 0, lightness: 50 }, [0, 100, 200], [128, 178, 228]],
    ['colorized', { kind: 'hueSaturation', hue: 0, saturation: 100, lightness: 0, colorize: true }, [128, 128, 128], [255, 1, 1]],
    ['black and white of a red', { kind: 'blackWhite', ...six }, [255, 0, 0], [102, 102, 102]],
    ['black and white of an orange', { kind: 'blackWhite', ...six }, [200, 100, 0], [100, 100, 100]],
    ['black and white of a gray', { kind: 'blackWhite', ...six }, [90, 90, 90], [90, 90, 90]],
    [
      'channels exchanged',
      { kind: 'channelMixer', monochrome: false, red: [0, 0, 1, 0], green: [0, 1, 0, 0], blue: [1, 0, 0, 0.1] },
      [10, 20, 30],
      [30, 20, 36],
    ],
    [
      'a photo filter',
      { kind: 'photoFilter', color: '#ff0000', density: 0.5, preserveLuminosity: false },
      [200, 100, 50],
      [200, 50, 25],
    ],
    ['vibrance of a gray', { kind: 'vibrance', vibrance: 100, saturation: 100 }, [90, 90, 90], [90, 90, 90]],
    ['saturation −100', { kind: 'vibrance', vibrance: 0, saturation: -100 }, [255, 0, 0], [77, 77, 77]],
    [
      'cyan taken out of reds',
      { kind: 'selectiveColor', relative: false, colors: { reds: [-100, 0, 0, 0] } },
      [200, 50, 50],
      [232, 50, 50],
    ],
    [
      'black added to whites',
      { kind: 'selectiveColor', relative: false, colors: { whites: [0, 0, 0, 100] } },
      [255, 255, 255],
      [0, 0, 0],
    ],
  ])('%s gives a known colour', (_, one, from, to) => {
    closeTo(adjusted(from, one), to)
  })

  test('a duotone runs from its first to its second colour', () => {
    const stops = [
      { at: 0, color: '#102030', opacity: 1 },
      { at: 1, color: '#f0e0d0', opacity: 1 },
    ]
    expect(adjusted([0, 0, 0], { kind: 'gradientMap', stops, reverse: false })).toEqual([16, 32, 48])
    expect(adjusted([255, 255, 255], { kind: 'gradientMap', stops, reverse: false })).toEqual([240, 224, 208])
    expect(adjusted([255, 255, 255], { kind: 'gradientMap', stops, reverse: true })).toEqual([16, 32, 48])
    closeTo(adjusted([128, 128, 128], { kind: 'gradientMap', stops, reverse: false }), [128, 128, 128])
  })

  test('brightness and contrast bend the tones as since Photoshop CS3 and keep black and white', () => {
    const bright: Adjustment = { kind: 'brightnessContrast', brightness: 50, contrast: 0 }
    const strong: Adjustment = { kind: 'brightnessContrast', brightness: 0, contrast: 100 }
    for (const one of [bright, strong]) {
      expect(adjusted([0, 0, 0], one)).toEqual([0, 0, 0])
      expect(adjusted([255, 255, 255], one)).toEqual([255, 255, 255])
    }
    expect(adjusted([128, 128, 128], bright)[0]).toBeGreaterThan(150)
    closeTo(adjusted([63, 127, 191], strong), [38, 127, 216])
  })

  test('warmth moves red and blue against each other', () => {
    const [red = 0, , blue = 0] = adjusted([128, 128, 128], { kind: 'warmth', warmth: 60 })
    expect(red).toBeGreaterThan(140)
    expect(blue).toBeLessThan(116)
  })

  test('a range of hues leaves other hues and grays alone', () => {
    const reds: Adjustment = {
      kind: 'hueSaturation',
      hue: 0,
      saturation: 0,
      lightness: 0,
      ranges: [{ fadeFrom: 315, from: 345, to: 15, fadeTo: 45, hue: 120, saturation: 0, lightness: 0 }],
    }
    closeTo(adjusted([255, 0, 0], reds), [0, 255, 0])
    closeTo(adjusted([0, 0, 255], reds), [0, 0, 255])
    closeTo(adjusted([90, 90, 90], reds), [90, 90, 90])
    // Half way through the fade it turns half as far.
    closeTo(adjusted([255, 128, 0], reds), [128, 255, 0], 3)
  })

  test('preserved luminosity stays within a level, whatever the colours', () => {
    const light = ([r = 0, g = 0, b = 0]: readonly number[]) => 0.3 * r + 0.59 * g + 0.11 * b
    const filter: Adjustment = { kind: 'photoFilter', color: '#00c0ff', density: 1, preserveLuminosity: true }
    fc.assert(
      fc.property(color, (own) => {
        expect(Math.abs(light(adjusted(own, filter)) - light(own))).toBeLessThan(1.2)
      }),
    )
  })

  test('adjustments follow one another in the order of the list', () => {
    const level: Adjustment = { kind: 'levels', rgb: { ...levels, black: 100 } }
    closeTo(adjusted([50, 50, 50], { kind: 'invert' }, level), [174, 174, 174])
    closeTo(adjusted([50, 50, 50], level, { kind: 'invert' }), [255, 255, 255])
    expect(adjusted([9, 9, 9], { kind: 'invert' }, { kind: 'threshold', level: 128 }, { kind: 'invert' })).toEqual([0, 0, 0])
  })

  test.each(everything.map((one) => [one.kind, one] as const))(
    '%s keeps alpha, and equal px stay equal wherever they lie',
    (_, one) => {
      fc.assert(
        fc.property(fc.array(fc.tuple(byte, byte, byte, byte), { minLength: 2, maxLength: 6 }), (pixels) => {
          const all = raster(...pixels)
          applyAdjustments(all, [one])
          for (const [at, [r, g, b, a]] of pixels.entries()) {
            const found = [...all.data.subarray(at * 4, at * 4 + 4)]
            expect(found[3]).toBe(a)
            if (a > 0) expect(found.slice(0, 3)).toEqual(adjusted([r, g, b], one))
          }
        }),
      )
    },
  )
})

describe('adjusting what lies below', () => {
  const box = { left: -2, top: 5, right: 3, bottom: 9 }
  const backdrop = () => {
    const made = blank(box)
    for (let at = 0; at < made.data.length; at++) made.data[at] = (at * 37) % 256
    return made
  }
  const cover = (alpha: number) => {
    const made = blank({ left: 0, top: 6, right: 9, bottom: 8 })
    made.data.fill(alpha)
    return made
  }

  test('an adjustment layer changes the backdrop only where it is opaque, and keeps its alpha', () => {
    const [before, after] = [backdrop(), backdrop()]
    adjustBelow(after, cover(255), [{ kind: 'invert' }])
    for (let y = box.top, at = 0; y < box.bottom; y++) {
      for (let x = box.left; x < box.right; x++, at += 4) {
        const inside = x >= 0 && y >= 6 && y < 8 && (before.data[at + 3] ?? 0) > 0
        const [r = 0] = [before.data[at]]
        expect(after.data[at]).toBe(inside ? 255 - r : r)
        expect(after.data[at + 3]).toBe(before.data[at + 3])
      }
    }
  })

  test('an adjustment layer without opacity, or that is transparent, changes nothing', () => {
    for (const [alpha, opacity] of [
      [255, 0],
      [0, 1],
    ] as const) {
      const after = backdrop()
      adjustBelow(after, cover(alpha), [{ kind: 'invert' }], { opacity })
      expect(after.data).toEqual(backdrop().data)
    }
  })

  test('the opacity and blend mode of an adjustment layer mix the adjusted colours with the old ones', () => {
    const after = backdrop()
    adjustBelow(after, null, [{ kind: 'invert' }], { opacity: 0.5, blend: 'multiply' })
    const expected = backdrop()
    const inverted = backdrop()
    applyAdjustments(inverted, [{ kind: 'invert' }])
    for (let at = 3; at < inverted.data.length; at += 4) inverted.data[at] = 255
    blendInto(expected, inverted, { mode: 'multiply', opacity: 0.5, atop: true })
    for (let at = 0; at < after.data.length; at += 4) {
      if (expected.data[at + 3] === 0) continue
      closeTo([...after.data.subarray(at, at + 4)], [...expected.data.subarray(at, at + 4)])
    }
  })
})
