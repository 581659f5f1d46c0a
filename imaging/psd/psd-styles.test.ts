import type { EffectSolidGradient, Layer, LayerEffectsInfo } from 'ag-psd'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appearance } from '../../contract/schemas/appearance'
import { drawingOn } from '../pixels/draw'
import { gradientColors } from '../pixels/gradient'
import { blank, type Raster } from '../pixels/raster'
import { stopsOf } from './styles'
import { at, drawn, only, sentences } from './test/drawn'
import { block, openBlob, picture, psdFile, wanted } from './test/psd-files'
import type { GroupMode } from './types'

const px = (value: number) => ({ units: 'Pixels', value }) as const
const red = { r: 255, g: 0, b: 0 }
const black = { r: 0, g: 0, b: 0 }

const styled = (effects: LayerEffectsInfo, more: Layer = {}): Layer =>
  block('图', 30, 30, 30, 30, [200, 100, 50], { effects, ...more })

const effectsOf = async (effects: LayerEffectsInfo, more: Layer = {}) =>
  (await only([styled(effects, more)]))[0]?.appearance?.effects

const gradient: EffectSolidGradient = {
  type: 'solid',
  name: '',
  smoothness: 1,
  colorStops: [
    { color: red, location: 0, midpoint: 0.5 },
    { color: black, location: 1, midpoint: 0.25 },
  ],
  opacityStops: [
    { opacity: 1, location: 0, midpoint: 0.5 },
    { opacity: 0, location: 1, midpoint: 0.5 },
  ],
}

describe('layer styles of a PSD', () => {
  test('every effect that can be drawn becomes a field with its values', async () => {
    const found = await effectsOf({
      dropShadow: [
        {
          enabled: true,
          color: black,
          opacity: 0.5,
          blendMode: 'multiply',
          angle: 90,
          distance: px(7),
          size: px(9),
          choke: px(20),
        },
        { enabled: false, color: black },
      ],
      innerShadow: [{ enabled: true, color: red, opacity: 0.25, blendMode: 'normal', angle: 30, distance: px(1), size: px(2) }],
      outerGlow: { enabled: true, color: red, opacity: 0.75, blendMode: 'screen', size: px(5), range: 0.5 },
      innerGlow: {
        enabled: true,
        color: red,
        opacity: 0.75,
        blendMode: 'screen',
        size: px(5),
        source: 'center',
        technique: 'precise',
      },
      solidFill: [{ enabled: true, color: red, opacity: 1, blendMode: 'color burn' }],
      gradientOverlay: [{ enabled: true, gradient, type: 'radial', angle: 45, scale: 0.5, opacity: 1, align: true }],
      stroke: [
        { enabled: true, fillType: 'color', color: red, size: px(3), position: 'center', opacity: 1, blendMode: 'normal' },
      ],
    } as LayerEffectsInfo)
    expect(found?.map(({ kind }) => kind)).toEqual([
      'stroke',
      'innerShadow',
      'innerGlow',
      'colorOverlay',
      'gradientOverlay',
      'outerGlow',
      'dropShadow',
    ])
    expect(found?.find(({ kind }) => kind === 'dropShadow')).toEqual({
      kind: 'dropShadow',
      color: '#000000',
      opacity: 0.5,
      blend: 'multiply',
      angle: 90,
      distance: 7,
      size: 9,
      spread: 0.2,
    })
    expect(found?.find(({ kind }) => kind === 'innerGlow')).toMatchObject({ from: 'centre', precise: true })
    expect(found?.find(({ kind }) => kind === 'stroke')).toMatchObject({ position: 'centre', size: 3 })
    const overlay = found?.find((effect) => effect.kind === 'gradientOverlay')
    expect(overlay?.gradient).toMatchObject({ form: 'radial', angle: 45, scale: 0.5 })
    expect(appearance.safeParse({ effects: found }).success).toBe(true)
  })

  test('colour and opacity stops of a gradient are merged, and a midpoint becomes a stop half way between the colours', () => {
    const context = { light: 120, rgb: () => [200, 100, 0] as const }
    const both = { ...gradient, smoothness: 0 }
    expect(stopsOf(both, false, { ...context, rgb: (color) => (color === red ? [255, 0, 0] : [0, 0, 0]) })).toEqual([
      { at: 0, color: '#ff0000', opacity: 1 },
      { at: 0.25, color: '#800000', opacity: 0.75 },
      { at: 1, color: '#000000', opacity: 0 },
    ])
    expect(stopsOf({ ...both, colorStops: [] }, false, context)).toBeNull()
    const many = Array.from({ length: 70 }, (_, at) => ({ color: red, location: at / 69, midpoint: 0.5 }))
    expect(stopsOf({ ...both, colorStops: many }, false, context)).toBeNull()
  })

  test('two stops at one place are a hard edge', () => {
    const colorStops = [0, 0.5, 0.5, 1].map((location, at) => ({ color: at < 2 ? red : black, location, midpoint: 0.5 }))
    const found = stopsOf({ colorStops }, false, { light: 120, rgb: (color) => (color === red ? [255, 0, 0] : [0, 0, 0]) }) ?? []
    const colors = gradientColors(found, 101)
    expect(colors[45 * 4]).toBe(255)
    expect(colors[55 * 4]).toBe(0)
  })

  test('a smooth gradient is eased between its stops, and a reversed one runs backwards', async () => {
    const overlay = (reverse: boolean) =>
      effectsOf({
        gradientOverlay: [{ enabled: true, reverse, gradient, type: 'linear', opacity: 1 }],
      } as LayerEffectsInfo)
    const [forward] = (await overlay(false)) ?? []
    const [backward] = (await overlay(true)) ?? []
    if (forward?.kind !== 'gradientOverlay' || backward?.kind !== 'gradientOverlay') throw new Error('no overlay')
    const { stops } = forward.gradient
    expect(stops.length).toBeGreaterThan(6)
    expect(stops.every((stop, index) => index === 0 || stop.at > (stops[index - 1]?.at ?? 1))).toBe(true)
    expect(backward.gradient.stops.map(({ color }) => color)).toEqual(stops.map(({ color }) => color).reverse())
  })

  test('styles are off when their switch is off, and those that cannot be drawn are named', async () => {
    const shadow = { dropShadow: [{ enabled: true, color: black, size: px(2), distance: px(2) }] }
    expect(await effectsOf({ ...shadow, disabled: true } as LayerEffectsInfo)).toBeUndefined()
    const psd = await openBlob(
      psdFile({ children: [styled({ ...shadow, satin: { enabled: true }, bevel: { enabled: true } } as LayerEffectsInfo)] }),
    )
    expect(sentences(psd, '图')).toMatchObject({
      looksDifferent: true,
      reasons: ['图层样式（投影）已保留', '图层样式（斜面和浮雕、光泽）无法显示，没有导入'],
    })
  })

  test('a layer with fill opacity 0 that lives by its stroke is imported with it', async () => {
    const stroke = [{ enabled: true, fillType: 'color', color: red, size: px(3), position: 'outside', opacity: 1 }]
    const psd = await openBlob(psdFile({ children: [styled({ stroke } as LayerEffectsInfo, { fillOpacity: 0 })] }))
    const [layer] = await drawn(psd)
    expect(layer?.appearance).toMatchObject({ fillOpacity: 0, effects: [{ kind: 'stroke' }] })
    expect(sentences(psd, '图')).toEqual({ fate: 'kept', reasons: ['图层样式（描边）已保留'], looksDifferent: false })
    const onto = blank({ left: 0, top: 0, right: 100, bottom: 100 })
    const drawing = drawingOn(onto, 1)
    drawing.add(layer?.raster as Raster, layer?.appearance)
    drawing.finish()
    expect(at(onto, 28, 45)).toEqual([255, 0, 0, 255])
    expect(at(onto, 45, 45)[3]).toBe(0)
  })

  test('a styled layer keeps what lies outside the artboard, so that its cut edge gets no stroke', async () => {
    const stroke = [{ enabled: true, fillType: 'color', color: red, size: px(3), position: 'inside', opacity: 1 }]
    const [layer] = await only([block('大', -50, 20, 200, 30, [9, 9, 9], { effects: { stroke } as LayerEffectsInfo })])
    expect(layer?.raster.left).toBeLessThan(-3)
    const onto = blank({ left: 0, top: 0, right: 100, bottom: 100 })
    const drawing = drawingOn(onto, 1)
    drawing.add(layer?.raster as Raster, layer?.appearance)
    drawing.finish()
    expect(at(onto, 0, 35)).toEqual([9, 9, 9, 255])
    expect(at(onto, 0, 21)).toEqual([255, 0, 0, 255])
  })
})

/** Red, green at a quarter, blue; ag-psd multiplies the positions by the smoothness. */
const gradientMap = (smoothness: number): NonNullable<Layer['adjustment']> => ({
  type: 'gradient map',
  gradientType: 'solid',
  smoothness,
  colorStops: [
    { location: 0, midpoint: 0.5, color: { r: 255, g: 0, b: 0 } },
    { location: 0.25 / smoothness, midpoint: 0.5, color: { r: 0, g: 255, b: 0 } },
    { location: 1 / smoothness, midpoint: 0.5, color: { r: 0, g: 0, b: 255 } },
  ],
  opacityStops: [
    { location: 0, midpoint: 0.5, opacity: 1 },
    { location: 1 / smoothness, midpoint: 0.5, opacity: 1 },
  ],
})

describe('adjustment layers of a PSD', () => {
  const adjusting: readonly Layer['adjustment'][] = [
    { type: 'brightness/contrast', brightness: 30, contrast: -20 },
    { type: 'levels', rgb: { shadowInput: 10, highlightInput: 200, shadowOutput: 0, highlightOutput: 255, midtoneInput: 1.5 } },
    {
      type: 'curves',
      rgb: [
        { input: 0, output: 30 },
        { input: 255, output: 200 },
      ],
    },
    { type: 'exposure', exposure: 1, offset: 0.1, gamma: 0.9 },
    { type: 'vibrance', vibrance: 40, saturation: -10 },
    { type: 'hue/saturation', master: { a: 0, b: 0, c: 0, d: 0, hue: 40, saturation: 10, lightness: -5 } },
    { type: 'color balance', shadows: { cyanRed: 20, magentaGreen: -30, yellowBlue: 5 }, preserveLuminosity: true },
    {
      type: 'black & white',
      reds: 40,
      yellows: 60,
      greens: 40,
      cyans: 60,
      blues: 20,
      magentas: 80,
      useTint: true,
      tintColor: red,
    },
    { type: 'photo filter', color: { r: 236, g: 138, b: 0 }, density: 0.25, preserveLuminosity: true },
    {
      type: 'channel mixer',
      red: { red: 50, green: 50, blue: 0, constant: 0 },
      green: { red: 0, green: 100, blue: 0, constant: 0 },
      blue: { red: 0, green: 0, blue: 100, constant: 10 },
      gray: { red: 0, green: 0, blue: 0, constant: 0 },
    },
    { type: 'invert' },
    { type: 'posterize', levels: 4 },
    { type: 'threshold', level: 100 },
    { type: 'selective color', mode: 'relative', reds: { c: 10, m: 0, y: -20, k: 0 } },
    gradientMap(1),
  ]

  test('the colours of a gradient map lie where the file has them, however smooth it is', async () => {
    for (const smoothness of [1, 0.5]) {
      const [, layer] = await only([block('底', 0, 0, 9, 9, [1, 2, 3]), { name: '调', adjustment: gradientMap(smoothness) }])
      const [adjustment] = layer?.appearance?.adjustments ?? []
      const stops = adjustment?.kind === 'gradientMap' ? adjustment.stops : []
      expect([stops[0]?.color, stops.at(-1)?.color]).toEqual(['#ff0000', '#0000ff'])
      expect(stops.find(({ at }) => at === 0.25)?.color).toBe('#00ff00')
    }
  })

  test.each(adjusting.map((adjustment) => [adjustment?.type ?? '', adjustment] as const))(
    '%s becomes an adjustment of what lies below',
    async (_, adjustment) => {
      const psd = await openBlob(
        psdFile({ children: [block('底', 0, 0, 50, 50, [150, 90, 30]), { name: '调', adjustment, opacity: 0.5 }] }),
      )
      const [, layer] = await drawn(psd)
      expect(layer?.appearance).toMatchObject({ adjustsBelow: true, adjustments: [{ kind: expect.any(String) }] })
      expect(layer?.appearance?.opacity).toBeCloseTo(0.5, 2)
      expect(appearance.safeParse(layer?.appearance).error).toBeUndefined()
      expect(layer?.raster).toMatchObject({ left: 0, top: 0, width: 100, height: 100 })
      // Photoshop's formulas of these are not published.
      const isNear = ['vibrance', 'color balance', 'photo filter'].includes(adjustment?.type ?? '')
      expect(sentences(psd, '调')).toMatchObject({ fate: 'kept', looksDifferent: isNear })
    },
  )

  test('the colorizing of a hue and saturation layer is read from where ag-psd puts it', async () => {
    const master = { a: 256, b: 200, c: 40, d: -10, hue: 0, saturation: 0, lightness: 0 }
    const [, layer] = await only([
      block('底', 0, 0, 9, 9, [1, 2, 3]),
      { name: '调', adjustment: { type: 'hue/saturation', master } },
    ])
    expect(layer?.appearance?.adjustments).toEqual([
      { kind: 'hueSaturation', hue: 200, saturation: 40, lightness: -10, colorize: true },
    ])
  })

  test('an adjustment clipped to a layer becomes the layer’s own, and one with a mask stays clipped to it', async () => {
    const clipped: Layer = { name: '调', clipping: true, adjustment: { type: 'invert' } }
    const [own] = await only([block('底', 0, 0, 9, 9, [10, 20, 30]), clipped])
    expect(own?.appearance).toEqual({ adjustments: [{ kind: 'invert' }] })
    expect(at(own?.raster as Raster, 4, 4)).toEqual([10, 20, 30, 255])
    const mask = { left: 0, top: 0, right: 5, bottom: 9, imageData: picture(5, 9, [255, 255, 255]), defaultColor: 0 }
    const [base, adjust] = await only([block('底', 0, 0, 9, 9, [10, 20, 30]), { ...clipped, mask }])
    expect(base?.appearance).toBeUndefined()
    expect(adjust?.appearance).toEqual({ adjustments: [{ kind: 'invert' }], adjustsBelow: true, clipped: true })
    expect(adjust?.raster).toMatchObject({ left: 0, width: 5, height: 9 })
  })

  test('a mask of an adjustment layer says where it acts', async () => {
    const mask = { left: 10, top: 0, right: 20, bottom: 100, imageData: picture(10, 100, [255, 255, 255]), defaultColor: 0 }
    const [, layer] = await only([block('底', 0, 0, 50, 50, [1, 2, 3]), { name: '调', adjustment: { type: 'invert' }, mask }])
    expect(layer?.raster).toMatchObject({ left: 10, top: 0, width: 10, height: 100 })
  })
})

describe('what a design shows of a PSD', () => {
  const box = { left: 0, top: 0, right: 100, bottom: 100 }

  async function designOf(children: Layer[], groups: GroupMode): Promise<Raster> {
    const onto = blank(box)
    const drawing = drawingOn(onto, 1)
    for (const layer of await only(children, groups)) if (!layer.hidden) drawing.add(layer.raster, layer.appearance)
    drawing.finish()
    return onto
  }

  /** The thumbnail is composed from the whole tree when the file holds no merged picture worth showing. */
  async function composed(children: Layer[]): Promise<Raster> {
    const psd = await openBlob(psdFile({ children }))
    return psd.thumbnail('canvas', 100, wanted)
  }

  const mode = fc.constantFrom<NonNullable<Layer['blendMode']>>(
    'normal',
    'multiply',
    'screen',
    'difference',
    'color',
    'linear burn',
  )
  const opacity = fc.constantFrom(1, 1, 1, 0.5)
  const color = fc.tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }))
  const place = fc.integer({ min: -10, max: 60 })
  const effects = fc.constantFrom<LayerEffectsInfo>(
    {},
    {},
    {},
    {
      dropShadow: [{ enabled: true, color: red, opacity: 0.8, blendMode: 'multiply', angle: 120, distance: px(6), size: px(4) }],
    },
    { solidFill: [{ enabled: true, color: red, opacity: 0.5, blendMode: 'normal' }] },
    {
      stroke: [
        { enabled: true, fillType: 'color', color: black, size: px(4), position: 'outside', blendMode: 'normal', opacity: 1 },
      ],
    },
  )
  const leaf = fc
    .record({
      left: place,
      top: place,
      width: fc.integer({ min: 5, max: 70 }),
      color,
      alpha: fc.constantFrom(255, 255, 128),
      mode,
      opacity,
      fill: opacity,
      effects,
      clipping: fc.boolean(),
    })
    .map((one) =>
      block('层', one.left, one.top, one.width, 40, [...one.color, one.alpha], {
        blendMode: one.mode,
        opacity: one.opacity,
        fillOpacity: one.fill,
        effects: one.effects,
        clipping: one.clipping,
      }),
    )
  const adjust = fc.constantFrom<Layer>(
    { name: '反', adjustment: { type: 'invert' } },
    { name: '阈', adjustment: { type: 'posterize', levels: 3 }, opacity: 0.5 },
    { name: '剪', adjustment: { type: 'invert' }, clipping: true },
  )
  const groupOf = (child: fc.Arbitrary<Layer>) =>
    fc
      .record({
        children: fc.array(child, { minLength: 1, maxLength: 3 }),
        mode: fc.constantFrom<NonNullable<Layer['blendMode']>>('pass through', 'pass through', 'normal', 'multiply'),
        opacity,
        clipping: fc.boolean(),
      })
      .map((one): Layer => ({ name: '组', children: one.children, blendMode: one.mode, opacity: one.opacity }))
  const any = fc.oneof({ weight: 3, arbitrary: leaf }, { weight: 1, arbitrary: adjust })
  const tree = fc.array(
    fc.oneof(
      { weight: 2, arbitrary: any },
      { weight: 1, arbitrary: groupOf(fc.oneof({ weight: 4, arbitrary: any }, { weight: 1, arbitrary: groupOf(any) })) },
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )

  test.each<GroupMode>(['flatten', 'leaves'])('layers imported as %s look as the whole file composed at once', async (groups) => {
    await fc.assert(
      fc.asyncProperty(tree, async (layers) => {
        // An opaque ground, because neither picture says what is below it.
        const children = [block('地', 0, 0, 100, 100, [230, 220, 200]), ...layers]
        const [design, whole] = [await designOf(children, groups), await composed(children)]
        let sum = 0
        for (let index = 0; index < design.data.length; index++)
          sum += Math.abs((design.data[index] ?? 0) - (whole.data[index] ?? 0))
        expect(sum / design.data.length).toBeLessThan(1)
      }),
      { numRuns: 120 },
    )
  })
})
