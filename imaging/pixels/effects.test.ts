import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BlendMode, blendModes, type Effect, type LayerAppearance } from '../../contract/rules/appearance'
import { blendInto } from './blend'
import { effectReach, effectSupport, layerParts } from './effects'
import { blank, filled, type Raster } from './raster'

type Rgba = readonly [number, number, number, number]

const canvas = { left: 0, top: 0, right: 60, bottom: 60 }

/** A square of 20 px in the middle of the canvas; its rim has half the alpha where it is soft. */
function square(color: Rgba = [200, 100, 50, 255], soft = false): Raster {
  const made = blank({ left: 20, top: 20, right: 40, bottom: 40 })
  for (let y = 0, at = 0; y < 20; y++) {
    for (let x = 0; x < 20; x++, at += 4) {
      made.data.set(color, at)
      if (soft && (x === 0 || y === 0 || x === 19 || y === 19)) made.data[at + 3] = color[3] / 2
    }
  }
  return made
}

function drawn(
  layer: Raster,
  appearance: LayerAppearance,
  paper: readonly [number, number, number] = [255, 255, 255],
  scale = 1,
): Raster {
  const onto = filled(canvas, paper)
  for (const { raster, mode, opacity, fill } of layerParts(layer, appearance, scale)) {
    blendInto(onto, raster, { mode, opacity, ...(fill === undefined ? {} : { fill }) })
  }
  return onto
}

const at = (raster: Raster, x: number, y: number): number[] => {
  const place = ((y - raster.top) * raster.width + x - raster.left) * 4
  return [...raster.data.subarray(place, place + 3)]
}

const closeTo = (found: readonly number[], expected: readonly number[], by = 2) => {
  for (const [index, value] of expected.entries()) expect(Math.abs((found[index] ?? Number.NaN) - value)).toBeLessThanOrEqual(by)
}

const shadow: Effect = {
  kind: 'dropShadow',
  color: '#000000',
  angle: 120,
  distance: 10,
  size: 0,
  spread: 0,
  opacity: 1,
  blend: 'multiply',
}
const stroke: Effect = {
  kind: 'stroke',
  paint: { kind: 'solid', color: '#0000ff' },
  size: 4,
  position: 'outside',
  opacity: 1,
  blend: 'normal',
}
const green: Effect = { kind: 'colorOverlay', color: '#00ff00', opacity: 1, blend: 'normal' }

const sample: readonly Effect[] = [
  shadow,
  { ...shadow, color: '#804020', size: 6, spread: 0.3 },
  { kind: 'innerShadow', color: '#102030', angle: 45, distance: 3, size: 5, spread: 0.2, opacity: 0.7, blend: 'multiply' },
  { kind: 'outerGlow', paint: { kind: 'solid', color: '#ffffbe' }, size: 5, spread: 0, opacity: 0.6, blend: 'screen' },
  {
    kind: 'outerGlow',
    paint: {
      kind: 'gradient',
      gradient: {
        form: 'linear',
        angle: 0,
        scale: 1,
        stops: [
          { at: 0, color: '#ff0000', opacity: 1 },
          { at: 1, color: '#0000ff', opacity: 0 },
        ],
      },
    },
    size: 4,
    spread: 0.5,
    precise: true,
    opacity: 1,
    blend: 'normal',
  },
  {
    kind: 'innerGlow',
    from: 'edge',
    paint: { kind: 'solid', color: '#ffffff' },
    size: 4,
    spread: 0,
    opacity: 0.5,
    blend: 'screen',
  },
  {
    kind: 'innerGlow',
    from: 'centre',
    paint: { kind: 'solid', color: '#ffffff' },
    size: 4,
    spread: 0,
    precise: true,
    opacity: 0.5,
    blend: 'normal',
  },
  green,
  {
    kind: 'gradientOverlay',
    gradient: {
      form: 'radial',
      angle: 30,
      scale: 0.8,
      stops: [
        { at: 0, color: '#000000', opacity: 1 },
        { at: 1, color: '#ffffff', opacity: 1 },
      ],
    },
    opacity: 0.8,
    blend: 'overlay',
  },
  stroke,
  { ...stroke, position: 'inside', opacity: 0.5 },
  { ...stroke, position: 'centre', blend: 'multiply' },
]

describe('layer effects', () => {
  test('a layer without effects is one part with its mode and opacities', () => {
    const layer = square()
    expect(layerParts(layer, {}, 1)).toEqual([{ raster: layer, mode: 'normal', opacity: 1 }])
    expect(layerParts(layer, { opacity: 0.5, fillOpacity: 0.5, blend: 'multiply' }, 1)).toEqual([
      { raster: layer, mode: 'multiply', opacity: 0.25 },
    ])
    expect(layerParts(layer, { fillOpacity: 0.5, blend: 'linear burn' }, 1)).toEqual([
      { raster: layer, mode: 'linear burn', opacity: 1, fill: 0.5 },
    ])
    expect(layerParts(layer, { opacity: 0, effects: [shadow] }, 1)).toEqual([])
    expect(layerParts(layer, { fillOpacity: 0 }, 1)).toEqual([])
  })

  test.each(sample.map((effect) => [effect.kind, effect] as const))('%s of opacity 0 changes nothing', (_, effect) => {
    const layer = square(undefined, true)
    expect(drawn(layer, { effects: [{ ...effect, opacity: 0 }] }).data).toEqual(drawn(layer, {}).data)
  })

  test.each([
    ['colorOverlay', (color: string): Effect => ({ ...green, color })],
    ['dropShadow', (color: string): Effect => ({ ...shadow, color })],
    ['stroke', (color: string): Effect => ({ ...stroke, paint: { kind: 'solid', color } })],
  ] as const)('a %s with a colour of three digits is drawn as with its six', (_, effect) => {
    expect(drawn(square(), { effects: [effect('#f80')] }).data).toEqual(drawn(square(), { effects: [effect('#ff8800')] }).data)
  })

  test('a black shadow with a layer is one raster, and lies opposite to the light', () => {
    const parts = layerParts(square(), { effects: [shadow] }, 1)
    expect(parts).toHaveLength(1)
    expect(parts[0]?.mode).toBe('normal')
    const picture = drawn(square(), { effects: [shadow] })
    // Light from 120°: the shadow falls 5 px to the right and 9 px down.
    expect(at(picture, 30, 45)).toEqual([0, 0, 0])
    expect(at(picture, 44, 48)).toEqual([0, 0, 0])
    expect(at(picture, 45, 48)).toEqual([255, 255, 255])
    expect(at(picture, 30, 49)).toEqual([255, 255, 255])
    expect(at(picture, 30, 30)).toEqual([200, 100, 50])
    expect(at(picture, 22, 18)).toEqual([255, 255, 255])
  })

  test('a layer with fill opacity 0 still shows its effects, and its shadow not through itself', () => {
    const picture = drawn(square(), { fillOpacity: 0, effects: [shadow, stroke] })
    expect(at(picture, 30, 30)).toEqual([255, 255, 255])
    expect(at(picture, 30, 45)).toEqual([0, 0, 0])
    expect(at(picture, 18, 30)).toEqual([0, 0, 255])
    expect(at(drawn(square(), { fillOpacity: 0, effects: [green] }), 30, 30)).toEqual([0, 255, 0])
  })

  test('opacity of the layer fades layer and effects as one picture', () => {
    const full = drawn(square(undefined, true), { effects: sample })
    const half = drawn(square(undefined, true), { opacity: 0.5, effects: [shadow, green, stroke] })
    const whole = drawn(square(undefined, true), { effects: [shadow, green, stroke] })
    expect(full.data).not.toEqual(whole.data)
    for (let px = 0; px < half.data.length; px++) {
      expect(Math.abs((half.data[px] ?? 0) - (255 + (whole.data[px] ?? 0)) / 2)).toBeLessThanOrEqual(2)
    }
  })

  test('strokes lie outside, inside or on both sides of the edge', () => {
    const across = (position: 'outside' | 'inside' | 'centre') => {
      const picture = drawn(square(), { effects: [{ ...stroke, position }] })
      return Array.from({ length: 12 }, (_, x) =>
        at(picture, x + 14, 30)[2] === 255 && at(picture, x + 14, 30)[0] === 0 ? 'x' : '.',
      ).join('')
    }
    // The edge of the square lies between the 6th and the 7th px.
    expect(across('outside')).toBe('..xxxx......')
    expect(across('centre')).toBe('....xxxx....')
    expect(across('inside')).toBe('......xxxx..')
  })

  test('a stroke leaves no seam at a soft edge', () => {
    const picture = drawn(square([0, 0, 255, 255], true), { effects: [stroke] })
    for (let x = 17; x < 43; x++) closeTo(at(picture, x, 30), [0, 0, 255])
  })

  test('corners of an outside stroke are round', () => {
    const picture = drawn(square(), { effects: [{ ...stroke, size: 8 }] })
    expect(at(picture, 20 - 7, 30)).toEqual([0, 0, 255])
    expect(at(picture, 20 - 7, 20 - 7)).toEqual([255, 255, 255])
    closeTo(at(picture, 20 - 5, 20 - 5), [0, 0, 255])
  })

  test('a stroke with opacity shows what is below the layer, not the layer', () => {
    const picture = drawn(square(), { effects: [{ ...stroke, position: 'inside', opacity: 0.5 }] })
    closeTo(at(picture, 21, 30), [128, 128, 255])
    expect(at(picture, 30, 30)).toEqual([200, 100, 50])
  })

  test('overlays colour the layer without its old colours at the edges, and keep its alpha', () => {
    closeTo(at(drawn(square(undefined, true), { effects: [green] }), 20, 30), [128, 255, 128])
    closeTo(at(drawn(square(), { effects: [{ ...green, opacity: 0.5 }] }), 30, 30), [100, 178, 25])
    closeTo(at(drawn(square(), { effects: [{ ...green, blend: 'multiply' }] }), 30, 30), [0, 100, 0])
    // The overlay covers a layer that itself mixes with what is below.
    closeTo(at(drawn(square(), { blend: 'multiply', effects: [green] }, [100, 100, 100]), 30, 30), [0, 255, 0])
    closeTo(
      at(drawn(square(), { blend: 'multiply', effects: [{ ...green, opacity: 0.5 }] }, [100, 100, 100]), 30, 30),
      [39, 147, 10],
    )
  })

  test('of two overlays the first lies on top, and colour lies above gradient', () => {
    const red: Effect = { ...green, color: '#ff0000' }
    expect(at(drawn(square(), { effects: [red, green] }), 30, 30)).toEqual([255, 0, 0])
    const stops = [{ at: 0, color: '#123456', opacity: 1 }]
    const fade: Effect = {
      kind: 'gradientOverlay',
      gradient: { form: 'linear', angle: 0, scale: 1, stops },
      opacity: 1,
      blend: 'normal',
    }
    expect(at(drawn(square(), { effects: [green, fade] }), 30, 30)).toEqual([0, 255, 0])
    expect(at(drawn(square(), { effects: [fade] }), 30, 30)).toEqual([0x12, 0x34, 0x56])
  })

  test('a gradient overlay runs across the layer in its direction', () => {
    const stops = [
      { at: 0, color: '#000000', opacity: 1 },
      { at: 1, color: '#ffffff', opacity: 1 },
    ]
    const across = (angle: number): Effect => ({
      kind: 'gradientOverlay',
      gradient: { form: 'linear', angle, scale: 1, stops },
      opacity: 1,
      blend: 'normal',
    })
    const right = drawn(square(), { effects: [across(0)] })
    closeTo(at(right, 20, 30), [0, 0, 0])
    closeTo(at(right, 39, 30), [242, 242, 242])
    const up = drawn(square(), { effects: [across(90)] })
    closeTo(at(up, 30, 39), [13, 13, 13])
    closeTo(at(up, 30, 20), [255, 255, 255])
  })

  test('an inner shadow darkens the side of the light only, and stays inside', () => {
    const inner: Effect = {
      kind: 'innerShadow',
      color: '#000000',
      angle: 180,
      distance: 5,
      size: 0,
      spread: 0,
      opacity: 1,
      blend: 'normal',
    }
    const picture = drawn(square(), { effects: [inner] })
    expect(at(picture, 24, 30)).toEqual([0, 0, 0])
    expect(at(picture, 25, 30)).toEqual([200, 100, 50])
    expect(at(picture, 39, 30)).toEqual([200, 100, 50])
    expect(at(picture, 19, 30)).toEqual([255, 255, 255])
  })

  test('a glow is strongest at the edge and fades outwards', () => {
    const glow: Effect = {
      kind: 'outerGlow',
      paint: { kind: 'solid', color: '#ff0000' },
      size: 10,
      spread: 0,
      opacity: 1,
      blend: 'normal',
    }
    for (const precise of [false, true]) {
      const picture = drawn(square(), { effects: [{ ...glow, precise }] })
      const greens = Array.from({ length: 12 }, (_, step) => at(picture, 19 - step, 30)[1] ?? 0)
      expect(greens[0]).toBeLessThan(30)
      expect(greens[11]).toBeGreaterThan(240)
      expect(greens.every((value, step) => step === 0 || value >= (greens[step - 1] ?? 0))).toBe(true)
    }
  })

  test('effects are as wide at every scale', () => {
    const double = blank({ left: 40, top: 40, right: 80, bottom: 80 })
    for (let px = 0; px < double.data.length; px += 4) double.data.set([200, 100, 50, 255], px)
    const effects = sample.filter((effect) => effect.kind !== 'gradientOverlay')
    const large = filled({ left: 0, top: 0, right: 120, bottom: 120 }, [255, 255, 255])
    for (const { raster, mode, opacity } of layerParts(double, { effects }, 2)) blendInto(large, raster, { mode, opacity })
    const small = drawn(square(), { effects })
    let sum = 0
    for (let y = 0; y < 60; y++) {
      for (let x = 0; x < 60; x++) {
        const [a, b] = [at(small, x, y), at(large, x * 2, y * 2)]
        sum += Math.abs((a[0] ?? 0) - (b[0] ?? 0))
      }
    }
    expect(sum / 3600).toBeLessThan(4)
  })

  test('no effect reaches farther than it says, or needs more of the layer', () => {
    for (const effect of sample) {
      for (const scale of [0.5, 1, 3]) {
        const reach = effectReach([effect], scale)
        for (const { raster } of layerParts(square(), { effects: [effect] }, scale)) {
          for (let y = raster.top, px = 3; y < raster.bottom; y++) {
            for (let x = raster.left; x < raster.right; x++, px += 4) {
              const far = Math.max(20 - x, x - 39, 20 - y, y - 39)
              if (far > reach) expect(raster.data[px]).toBe(0)
            }
          }
        }
        expect(effectSupport([effect], scale)).toBeGreaterThanOrEqual(reach)
      }
    }
  })

  test('parts drawn one after another are what Photoshop mixes at once', () => {
    const share = fc.integer({ min: 0, max: 4 }).map((value) => value / 4)
    const mode = fc.constantFrom<BlendMode>('normal', 'multiply', 'screen', 'overlay')
    fc.assert(
      fc.property(share, share, share, share, share, fc.boolean(), mode, (alpha, fill, over, cast, opacity, brown, overMode) => {
        const layer = blank({ left: 0, top: 0, right: 30, bottom: 30 })
        for (let px = 0; px < layer.data.length; px += 4) layer.data.set([200, 100, 50, alpha * 255], px)
        const color = brown ? '#664422' : '#000000'
        const effects: Effect[] = [
          { ...shadow, color, distance: 0, opacity: cast },
          { ...green, opacity: over, blend: fill === 1 ? overMode : 'normal' },
        ]
        const onto = filled({ left: 0, top: 0, right: 30, bottom: 30 }, [90, 160, 220])
        for (const part of layerParts(layer, { opacity, fillOpacity: fill, effects }, 1)) blendInto(onto, part.raster, part)
        const found = at(onto, 15, 15)
        const mix: Readonly<Record<string, (b: number, s: number) => number>> = {
          normal: (_, s) => s,
          multiply: (b, s) => (b * s) / 255,
          screen: (b, s) => b + s - (b * s) / 255,
          overlay: (b, s) => (b <= 127.5 ? (2 * b * s) / 255 : 2 * (b + s - (b * s) / 255) - 255),
        }
        const expected = [0, 1, 2].map((c) => {
          const below = [90, 160, 220][c] ?? 0
          const own = [200, 100, 50][c] ?? 0
          const dark = brown ? (below * ([0x66, 0x44, 0x22][c] ?? 0)) / 255 : 0
          const shaded = below + (dark - below) * cast * alpha
          let inside = below + (own - below) * fill
          const overlay = mix[effects[1]?.blend ?? 'normal']?.(inside, c === 1 ? 255 : 0) ?? 0
          inside += (overlay - inside) * over
          const whole = shaded * (1 - alpha) + inside * alpha
          return below + (whole - below) * opacity
        })
        closeTo(found, expected, 3)
      }),
    )
  })

  test('every mode, opacity and effect gives valid px, and the layer stays as it was', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...blendModes),
        fc.subarray([...sample]),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (blend, effects, fillOpacity) => {
          const layer = square(undefined, true)
          const before = layer.data.slice()
          for (const part of layerParts(layer, { blend, effects, fillOpacity, opacity: 0.7 }, 1)) {
            const { width, height, data, left, right } = part.raster
            expect(data).toHaveLength(width * height * 4)
            expect(right - left).toBe(width)
            expect(part.opacity).toBeGreaterThanOrEqual(0)
          }
          expect(layer.data).toEqual(before)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('an empty layer shows nothing, whatever its effects', () => {
    const empty = blank({ left: 0, top: 0, right: 5, bottom: 5 })
    const onto = filled(canvas, [1, 2, 3])
    for (const part of layerParts(empty, { effects: sample }, 1)) blendInto(onto, part.raster, part)
    expect(onto.data).toEqual(filled(canvas, [1, 2, 3]).data)
  })
})
