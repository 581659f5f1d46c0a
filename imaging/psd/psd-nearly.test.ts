/** The report names every kind of layer content that is drawn otherwise than in Photoshop; one line for each kind. */
import type { Layer } from 'ag-psd'
import { expect, test } from 'vitest'
import { oddPsd, text, u16, u32 } from '../../fixtures/odd-files/psd-writer'
import { stopsOf } from './styles'
import { at, drawn, sentences, shownPicture } from './test/drawn'
import { block, openBlob, picture, psdFile } from './test/psd-files'

const stops = {
  type: 'solid',
  smoothness: 1,
  colorStops: [
    { location: 0, midpoint: 0.5, color: { r: 255, g: 0, b: 0 } },
    { location: 1, midpoint: 0.5, color: { r: 0, g: 0, b: 255 } },
  ],
  opacityStops: [
    { location: 0, midpoint: 0.5, opacity: 1 },
    { location: 1, midpoint: 0.5, opacity: 1 },
  ],
} as const

const method = (interpolationMethod?: string) => (interpolationMethod === undefined ? {} : { interpolationMethod })
const overlay = (name?: string): Layer['effects'] =>
  ({
    gradientOverlay: [
      { enabled: true, opacity: 1, blendMode: 'normal', type: 'linear', angle: 0, gradient: stops, ...method(name) },
    ],
  }) as unknown as Layer['effects']
const red = { enabled: true, blendMode: 'normal', opacity: 1, color: { r: 255, g: 0, b: 0 } } as const
const line = { ...red, fillType: 'color', position: 'outside', size: { units: 'Pixels', value: 3 } } as const
const one = (more: Layer): Layer => block('层', 0, 0, 100, 100, [10, 120, 200], more)
const filling = (name: string) =>
  ({ vectorFill: { ...stops, style: 'linear', angle: 0, ...method(name) } }) as unknown as Partial<Layer>

const kinds: readonly (readonly [name: string, layer: Layer, isNear: boolean])[] = [
  ['a classic gradient', one({ effects: overlay('classic') }), false],
  ['a gradient of an older version', one({ effects: overlay() }), false],
  ['a perceptual gradient', one({ effects: overlay('perceptual') }), true],
  ['a linear gradient', one({ effects: overlay('linear') }), true],
  ['a smooth gradient', one({ effects: overlay('smooth') }), true],
  ['a fill with a perceptual gradient', { name: '层', ...filling('perceptual') }, true],
  [
    'a shape whose vector mask is not dense',
    one({
      vectorFill: { type: 'color', color: { r: 0, g: 0, b: 0 } },
      mask: {
        left: 0,
        top: 0,
        right: 100,
        bottom: 100,
        imageData: picture(100, 100, [255, 255, 255]),
        fromVectorData: true,
        vectorMaskDensity: 0.8,
      },
    }),
    true,
  ],
  ['dissolve', one({ blendMode: 'dissolve' }), true],
  ['an effect that dissolves', one({ effects: { solidFill: [{ ...red, blendMode: 'dissolve' }] } as Layer['effects'] }), true],
  ['a stroke', one({ effects: { stroke: [line] } as unknown as Layer['effects'] }), false],
  ['two strokes', one({ effects: { stroke: [line, line] } as unknown as Layer['effects'] }), true],
  ['a colour overlay', one({ effects: { solidFill: [red] } as Layer['effects'] }), false],
  [
    'a colour overlay on a layer that multiplies',
    one({ blendMode: 'multiply', effects: { solidFill: [red] } as Layer['effects'] }),
    true,
  ],
  [
    'a hue/saturation of one colour',
    {
      name: '层',
      adjustment: {
        type: 'hue/saturation',
        reds: { a: 315, b: 345, c: 15, d: 45, hue: 20, saturation: 0, lightness: 0 },
      } as never,
    },
    true,
  ],
  [
    'a colour balance',
    {
      name: '层',
      adjustment: { type: 'color balance', midtones: { cyanRed: 20, magentaGreen: 0, yellowBlue: 0 }, preserveLuminosity: true },
    },
    true,
  ],
]

test.each(kinds)('the report of a PSD knows how near %s is', async (_, layer, isNear) => {
  const psd = await openBlob(psdFile({ children: [block('底', 0, 0, 100, 100, [200, 180, 20]), layer] }))
  expect(sentences(psd, '层')).toMatchObject({ looksDifferent: isNear })
})

/** Replaces letters of a file by others of the same length. */
async function patched(file: Blob, from: string, to: string): Promise<Blob> {
  const bytes = Buffer.from(await file.arrayBuffer())
  let at = bytes.indexOf(from)
  expect(at).toBeGreaterThan(0)
  for (; at >= 0; at = bytes.indexOf(from, at)) bytes.write(to, at, 'latin1')
  return new Blob([bytes])
}

test('a gradient of stripes, which is not known, is drawn and said instead of losing its whole style', async () => {
  const file = await patched(psdFile({ children: [one({ effects: overlay('smooth') })] }), 'Smoo', 'Stri')
  const psd = await openBlob(file)
  const [layer] = await drawn(psd)
  expect(layer?.appearance?.effects).toMatchObject([{ kind: 'gradientOverlay' }])
  expect(sentences(psd, '层')).toMatchObject({ looksDifferent: true })
})

test('a style that cannot be read is said', async () => {
  const file = await patched(psdFile({ children: [one({ effects: { solidFill: [red] } as Layer['effects'] })] }), 'Objc', '????')
  const psd = await openBlob(file)
  expect(sentences(psd, '层')?.looksDifferent).toBe(true)
})

test('perceptual gradients run through Oklab and linear ones through light', async () => {
  const middle = async (method: string) => {
    const psd = await openBlob(psdFile({ children: [one({ effects: overlay(method) })] }))
    const [layer] = await drawn(psd)
    const [effect] = layer?.appearance?.effects ?? []
    const found = effect?.kind === 'gradientOverlay' ? effect.gradient.stops.find(({ at }) => at === 0.5)?.color : undefined
    return Number.parseInt(found?.slice(1) ?? '', 16)
  }
  expect((await middle('classic')).toString(16)).toBe('800080')
  // Half of the light of each is 188 of 255.
  expect((await middle('linear')).toString(16)).toBe('bc00bc')
  // The mean of red and blue in Oklab (CSS Color 4 gives #8c53a2).
  expect((await middle('perceptual')).toString(16)).toBe('8c53a2')
})

test('a layer clipped to a group that passes through lies on what the group shows', async () => {
  const half = picture(100, 100, [255, 255, 255])
  const imageData = picture(100, 100, [0, 0, 0])
  // Below is gray 200; the group multiplies its left half by 128; red screens onto the group alone.
  for (let y = 0; y < 100; y++) {
    for (let x = 0; x < 100; x++) {
      const at = (y * 100 + x) * 4
      half.data[at + 3] = x < 50 ? 255 : 0
      const dark = Math.round((200 * 128) / 255)
      imageData.data.set(x < 50 ? [255, dark, dark, 255] : [200, 200, 200, 255], at)
      half.data.set([128, 128, 128], at)
    }
  }
  const children: Layer[] = [
    block('底', 0, 0, 100, 100, [200, 200, 200]),
    {
      name: '组',
      blendMode: 'pass through',
      children: [{ name: '乘', left: 0, top: 0, imageData: half, blendMode: 'multiply' }],
    },
    block('剪', 0, 0, 100, 100, [255, 0, 0], { clipping: true, blendMode: 'screen' }),
  ]
  const psd = await openBlob(psdFile({ children, imageData }))
  for (const groups of ['flatten', 'leaves'] as const) {
    const { difference, isClean } = await shownPicture(psd, 'canvas', groups)
    expect(difference).toBeLessThan(0.5)
    expect(isClean).toBe(true)
  }
})

/** A gradient map from black to red as Photoshop 23 writes it. */
const gradientMap = (signature: string): number[] => {
  const stop = (location: number, red: number) => [
    ...u32(location),
    ...u32(50),
    ...u16(0),
    ...u16(red),
    ...u16(0),
    ...u16(0),
    ...u32(0),
  ]
  const opacity = (location: number) => [...u32(location), ...u32(50), ...u16(255)]
  const colors = [...u16(2), ...stop(0, 0), ...stop(4096, 65_535), ...u16(2), ...opacity(0), ...opacity(4096)]
  const noise = [...u16(32), ...u16(0), ...u32(0), ...u16(0), ...u16(0), ...u32(2048), ...u16(3), ...new Array(20).fill(0)]
  return [...u16(3), 0, 0, ...text(signature), ...u32(0), ...colors, ...u16(2), ...u16(4096), ...noise]
}

test.each([
  ['Gcls', false],
  ['Perc', true],
  ['Lnr ', true],
  ['Smoo', true],
  ['????', true],
] as const)('a gradient map of the method %s is drawn, and said unless it is classic', async (signature, isNear) => {
  const plane = [200]
  const planes = [plane, plane, plane]
  const layers = [
    { name: '底', planes },
    { name: '层', withoutPixels: true, blocks: [['grdm', gradientMap(signature)]] as const },
  ]
  const psd = await openBlob(oddPsd({ width: 1, height: 1, mode: 3, depth: 8, layers, merged: planes }))
  const [, adjusting] = await drawn(psd)
  const [adjustment] = adjusting?.appearance?.adjustments ?? []
  expect(adjustment?.kind === 'gradientMap' && [adjustment.stops[0]?.color, adjustment.stops.at(-1)]).toEqual([
    '#000000',
    { at: 1, color: '#ff0000', opacity: 1 },
  ])
  expect(sentences(psd, '层')).toMatchObject({ looksDifferent: isNear })
})

test('inner effects that are mixed with their layer as one group take its blend mode and its fill opacity', async () => {
  const inner = { blendInteriorElements: true, effects: { solidFill: [red] } as Layer['effects'] }
  const multiplied = Math.round((200 * 255) / 255)
  for (const [more, expected] of [
    [{ blendMode: 'multiply' }, [multiplied, 0, 0]],
    [{ fillOpacity: 0.6 }, [233, 80, 80]],
  ] as const) {
    const children = [block('底', 0, 0, 100, 100, [200, 200, 200]), one({ ...inner, ...more })]
    const psd = await openBlob(psdFile({ children, imageData: picture(100, 100, expected) }))
    const { difference } = await shownPicture(psd, 'canvas', 'flatten')
    expect(difference).toBeLessThan(1)
  }
})

test('the feather of a mask is the deviation of a Gaussian blur', async () => {
  const half = picture(100, 100, [255, 255, 255])
  for (let at = 0; at < half.data.length; at += 4) if ((at / 4) % 100 >= 50) half.data.set([0, 0, 0], at)
  const mask = { left: 0, top: 0, right: 100, bottom: 100, imageData: half, defaultColor: 0, userMaskFeather: 8 }
  const [layer] = await drawn(await openBlob(psdFile({ children: [one({ mask })] })))
  const alpha = (x: number) => (layer?.raster.data[(50 * (layer?.raster.width ?? 0) + x) * 4 + 3] ?? 0) / 255
  // Shares of a normal distribution at −2, −1, 0, 1 and 2 deviations from the edge.
  for (const [x, share] of [
    [34, 0.977],
    [42, 0.841],
    [50, 0.5],
    [58, 0.159],
    [66, 0.023],
  ] as const)
    expect(Math.abs((alpha(x - 1) + alpha(x)) / 2 - share)).toBeLessThan(0.02)
})

test.each([
  ['spans its mask', {}, 0, [10, 0]],
  ['that is not aligned spans the canvas', { align: false }, 0, [9, 1]],
  ['whose mask hides a part only spans the canvas', {}, 255, [9, 1]],
] as const)('a fill with a gradient %s', async (_, more, defaultColor, reds) => {
  const mask = { left: 20, top: 0, right: 80, bottom: 100, imageData: picture(60, 100, [255, 255, 255]), defaultColor }
  const filling = { name: '层', mask, vectorFill: { ...stops, style: 'linear', angle: 0, ...more } } as unknown as Layer
  const [, layer] = await drawn(await openBlob(psdFile({ children: [block('底', 0, 0, 100, 100, [0, 0, 0]), filling] })))
  const red = (x: number) => Math.round(((layer === undefined ? [] : at(layer.raster, x, 50))[0] ?? 0) / 25.5)
  expect([red(20), red(79)]).toEqual(reds)
})

test('the gradients of a file of light are mixed as light', () => {
  const rgb = (color: unknown) =>
    (color as { r: number; b: number }).r === 255 ? ([255, 0, 0] as const) : ([0, 0, 255] as const)
  const middle = (linear: boolean) =>
    stopsOf({ ...stops, smoothness: 0 }, false, { light: 120, linear, rgb })?.find(({ at: place }) => place === 0.5)?.color
  expect([middle(false), middle(true)]).toEqual([undefined, '#bc00bc'])
})
