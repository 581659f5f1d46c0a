import type { Layer } from 'ag-psd'
import { describe, expect, test } from 'vitest'
import type { Raster } from '../pixels/raster'
import { at, board, drawn, only, places, sentences } from './test/drawn'
import { block, openBlob, picture, psdFile, type WriteSettings, wanted } from './test/psd-files'

describe('artboards', () => {
  const file = psdFile({
    width: 200,
    height: 100,
    // Photoshop's panel lists the newest first; artboards are returned in reading order.
    children: [
      board('画板 2', 60, 0, [block('二', 70, 10, 10, 10, [0, 0, 255])]),
      board('画板 1', 0, 0, [block('一', 5, 5, 20, 20, [255, 0, 0])], { backgroundType: 4, color: { r: 10, g: 20, b: 30 } }),
    ],
  })

  test('each artboard has its position, its colour and only its own layers', async () => {
    const psd = await openBlob(file)
    expect(psd.summary.artboards).toMatchObject([
      {
        name: '画板 1',
        left: 0,
        top: 0,
        width: 40,
        height: 80,
        whole: false,
        fill: '#0a141e',
        layerCount: { flatten: 2, leaves: 2 },
      },
      {
        name: '画板 2',
        left: 60,
        top: 0,
        width: 40,
        height: 80,
        whole: false,
        fill: null,
        layerCount: { flatten: 1, leaves: 1 },
      },
    ])
    const [first, second] = psd.summary.artboards
    const layers = await drawn(psd, 'flatten', first)
    expect(places(layers)).toEqual([
      ['画板背景', 0, 0, 40, 80],
      ['一', 5, 5, 20, 20],
    ])
    expect(layers[0]?.fill).toBe('#0a141e')
    // px of the artboard, not of the canvas.
    expect(places(await drawn(psd, 'flatten', second))).toEqual([['二', 10, 10, 10, 10]])
  })

  test('a PSD without artboards offers its canvas, and one without layers its merged picture', async () => {
    const psd = await openBlob(psdFile({ width: 30, height: 20, imageData: picture(30, 20, [1, 2, 3]) }))
    expect(psd.summary.artboards).toMatchObject([{ whole: true, width: 30, height: 20, layerCount: { flatten: 1, leaves: 1 } }])
    const [layer] = await drawn(psd)
    expect(layer?.name).toBe('背景')
    expect(at(layer?.raster as Raster, 0, 0)).toEqual([1, 2, 3, 255])
  })

  test('a layer outside the artboard is left out and one across its edge is cropped, both with a reason', async () => {
    const psd = await openBlob(
      psdFile({
        width: 200,
        children: [board('画板', 0, 0, [block('外', 100, 0, 10, 10, [9, 9, 9]), block('边', 30, 70, 30, 30, [9, 9, 9])])],
      }),
    )
    expect(places(await drawn(psd))).toEqual([['边', 30, 70, 10, 10]])
    expect(sentences(psd, '外')).toEqual({ fate: 'leftOut', reasons: ['图层在画板之外'], looksDifferent: false })
    expect(sentences(psd, '边')).toEqual({ fate: 'kept', reasons: ['超出画板的部分已裁掉'], looksDifferent: false })
  })

  test('layers outside of every artboard are counted', async () => {
    const psd = await openBlob(psdFile({ children: [block('散', 0, 0, 5, 5, [1, 1, 1]), board('画板', 0, 0, [])] }))
    expect(psd.summary.notices).toEqual(['有1个图层不在任何画板中，不会导入'])
  })
})

describe('one layer', () => {
  test('an imported layer keeps position, name and visibility, and its opacities as fields', async () => {
    const [hidden, faint] = await only([
      block('隐藏', 3, 4, 5, 6, [1, 2, 3], { hidden: true }),
      block('淡', 10, 10, 5, 5, [200, 100, 50], { opacity: 0.5, fillOpacity: 0.5 }),
    ])
    expect(hidden).toMatchObject({ name: '隐藏', hidden: true, raster: { left: 3, top: 4, width: 5, height: 6 } })
    expect(at(faint?.raster as Raster, 10, 10)).toEqual([200, 100, 50, 255])
    expect(hidden?.appearance).toBeUndefined()
    expect(faint?.appearance?.opacity).toBeCloseTo(0.5, 2)
    expect(faint?.appearance?.fillOpacity).toBeCloseTo(0.5, 2)
  })

  test('an imported layer is trimmed to its visible part, and left out when there is none', async () => {
    const middle = picture(20, 20, [0, 0, 0, 0])
    middle.data.set([255, 0, 0, 255], (7 * 20 + 5) * 4)
    const psd = await openBlob(
      psdFile({ children: [{ name: '点', left: 10, top: 10, imageData: middle }, block('空', 0, 0, 9, 9, [5, 5, 5, 0])] }, {
        noBackground: true,
      } as object),
    )
    expect(places(await drawn(psd))).toEqual([['点', 15, 17, 1, 1]])
    const { changes } = await psd.layer('canvas', 'flatten', 1, wanted)
    expect(changes).toMatchObject([{ report: { name: '空', fate: 'leftOut', reasons: ['图层在画板内没有可见的像素'] } }])
  })

  test.each<[string, WriteSettings]>([
    ['PSB', { psb: true }],
    ['ZIP', { compress: true }],
    ['PSB with ZIP', { psb: true, compress: true }],
  ])('a PSD is read the same as %s', async (_, settings) => {
    const noise = picture(37, 23, [0, 0, 0])
    for (let i = 0; i < noise.data.length; i++) noise.data[i] = i % 4 === 3 ? 255 : (i * 7919) >> 3
    const children = [{ name: '图', left: 2, top: 3, imageData: noise }]
    const [plain] = await drawn(await openBlob(psdFile({ children })))
    const [other] = await drawn(await openBlob(psdFile({ children }, settings)))
    expect(other?.raster.data).toEqual(noise.data)
    expect(other).toEqual(plain)
  })

  test('a layer’s mask hides its inside by pixels and its outside by the mask’s default', async () => {
    const mask = { left: 0, top: 0, right: 5, bottom: 10, imageData: picture(5, 10, [255, 255, 255]) }
    const [shown, cut] = await only([
      block('外显', 0, 0, 10, 10, [9, 9, 9], { mask: { ...mask, imageData: picture(5, 10, [0, 0, 0]), defaultColor: 255 } }),
      block('外隐', 0, 20, 10, 10, [9, 9, 9], { mask: { ...mask, top: 20, bottom: 30, defaultColor: 0 } }),
    ])
    expect(shown?.raster).toMatchObject({ left: 5, width: 5, height: 10 })
    expect(cut?.raster).toMatchObject({ left: 0, width: 5, height: 10 })
    const [off] = await only([block('关', 0, 0, 10, 10, [9, 9, 9], { mask: { ...mask, disabled: true, defaultColor: 0 } })])
    expect(off?.raster.width).toBe(10)
  })

  test('clipped layers stay layers that are clipped to their base, and go with it when it is empty', async () => {
    const children = (alpha: number) => [
      block('垫', 0, 0, 50, 50, [9, 9, 9]),
      block('底', 10, 10, 10, 10, [0, 0, 0, alpha]),
      block('夹', 0, 0, 15, 50, [255, 255, 255], { clipping: true, blendMode: 'difference' }),
      block('上', 50, 50, 5, 5, [1, 1, 1]),
    ]
    const psd = await openBlob(psdFile({ children: children(255) }))
    const [, base, clip, above] = await drawn(psd)
    expect(base).toMatchObject({ name: '底', raster: { left: 10, top: 10, width: 10, height: 10 } })
    expect(clip).toMatchObject({ name: '夹', appearance: { clipped: true, blend: 'difference' } })
    expect(above?.name).toBe('上')
    expect(sentences(psd, '夹')).toEqual({ fate: 'kept', reasons: ['仍剪贴在图层“底”上'], looksDifferent: false })
    const hollow = await drawn(await openBlob(psdFile({ children: children(0) })))
    expect(hollow.map(({ name }) => name)).toEqual(['垫', '上'])
  })
})

describe('groups', () => {
  const group: Layer = {
    name: '组',
    opacity: 0.5,
    blendMode: 'normal',
    children: [
      block('下', 10, 10, 20, 20, [100, 100, 100]),
      block('上', 20, 10, 20, 20, [128, 128, 128], { blendMode: 'multiply' }),
      block('藏', 0, 0, 90, 90, [1, 1, 1], { hidden: true }),
    ],
  }

  test('a flattened group becomes one layer with all its modes and opacities', async () => {
    const psd = await openBlob(psdFile({ children: [group] }))
    const layers = await drawn(psd)
    expect(places(layers)).toEqual([['组', 10, 10, 30, 20]])
    const raster = layers[0]?.raster as Raster
    expect(at(raster, 12, 12).slice(0, 3)).toEqual([100, 100, 100])
    expect(at(raster, 22, 12).slice(0, 3)).toEqual([50, 50, 50])
    expect(at(raster, 35, 12).slice(0, 3)).toEqual([128, 128, 128])
    expect(at(raster, 12, 12)[3]).toBe(255)
    expect(layers[0]?.appearance?.opacity).toBeCloseTo(0.5, 2)
    expect(sentences(psd, '组')?.fate).toBe('flattened')
    expect(sentences(psd, '藏')).toMatchObject({ fate: 'leftOut', reasons: ['图层在所属图层组中已隐藏，没有合并'] })
  })

  test('the leaves of a group stay separate, name their group and take over its opacity', async () => {
    const plain: Layer = { ...group, children: [block('下', 10, 10, 20, 20, [100, 100, 100]), group.children?.[2] as Layer] }
    const psd = await openBlob(psdFile({ children: [plain, block('外', 0, 0, 5, 5, [1, 1, 1])] }))
    const layers = await drawn(psd, 'leaves')
    expect(layers.map(({ name, hidden, group: of }) => [name, hidden, of?.name])).toEqual([
      ['下', false, '组'],
      ['藏', true, '组'],
      ['外', false, undefined],
    ])
    expect(new Set(layers.map(({ id }) => id)).size).toBe(3)
    expect(layers[0]?.appearance?.opacity).toBeCloseTo(0.5, 2)
  })

  test('a group whose opacity or modes act on the whole group is not taken apart', async () => {
    const psd = await openBlob(psdFile({ children: [group] }))
    expect((await drawn(psd, 'leaves')).map(({ name }) => name)).toEqual(['组'])
    expect(sentences(psd, '组', 'leaves')?.reasons[0]).toBe(
      '图层组的不透明度、混合模式、样式或剪贴作用于整组，拆开会改变外观，没有拆开',
    )
  })

  test('an isolated group blends within itself, and a pass-through group blends with the layers below', async () => {
    const dark = block('黑', 0, 0, 10, 10, [0, 0, 0])
    const inside = [block('白差', 0, 0, 10, 10, [255, 255, 255], { blendMode: 'difference' })]
    const outer = (blendMode: Layer['blendMode'], opacity = 1): Layer => ({
      name: '外',
      blendMode: 'normal',
      children: [block('灰', 0, 0, 10, 10, [200, 200, 200]), { name: '内', blendMode, opacity, children: inside }],
    })
    const middle = async (layer: Layer) => at((await only([dark, layer]))[1]?.raster as Raster, 5, 5)[0]
    expect(await middle(outer('normal'))).toBe(255)
    expect(await middle(outer('pass through'))).toBe(55)
    expect(Math.abs(((await middle(outer('pass through', 0.5))) ?? 0) - 128)).toBeLessThanOrEqual(1)
  })
})

describe('as Photoshop mixes', () => {
  test('antialiased edges of text are mixed with gamma 1.45, as in Photoshop', async () => {
    const text = { text: { text: '字' } } as Partial<Layer>
    const group = (more: Partial<Layer>): Layer => ({
      name: '组',
      children: [block('白', 0, 0, 9, 9, [255, 255, 255]), block('字', 0, 0, 9, 9, [0, 0, 0, 128], more)],
    })
    const middle = async (more: Partial<Layer>) => at((await only([group(more)]))[0]?.raster as Raster, 4, 4)[0] ?? 0
    expect(Math.abs((await middle({})) - 127)).toBeLessThanOrEqual(1)
    expect(Math.abs((await middle(text)) - 255 * (127 / 255) ** (1 / 1.45))).toBeLessThanOrEqual(1)
  })

  test('a shape’s stroke stays above the layers clipped to the shape, as in Photoshop', async () => {
    const red = { type: 'color', color: { r: 255, g: 0, b: 0 } } as const
    const shape = picture(10, 10, [0, 0, 255])
    for (let y = 0; y < 10; y++) for (let x = 0; x < 2; x++) shape.data.set([255, 0, 0, 255], (y * 10 + x) * 4)
    const layers = await only([
      {
        name: '形',
        left: 0,
        top: 0,
        imageData: shape,
        vectorFill: { type: 'color', color: { r: 0, g: 0, b: 255 } },
        vectorStroke: { strokeEnabled: true, fillEnabled: true, content: red },
      },
      block('夹', 0, 0, 10, 10, [0, 255, 0], { clipping: true }),
    ])
    const raster = layers[0]?.raster as Raster
    expect(at(raster, 0, 5)).toEqual([255, 0, 0, 255])
    expect(at(raster, 5, 5)).toEqual([0, 255, 0, 255])
  })

  test('a large group rendered in bands equals the group rendered at once', async () => {
    const inside = (name: string, size: number): Layer => ({
      name,
      blendMode: 'normal',
      opacity: 0.5,
      children: [
        block('下', 0, 0, size, size, [200, 10, 10]),
        block('上', 20, size / 2, 50, 70, [0, 255, 0], { blendMode: 'multiply' }),
      ],
    })
    const size = 2100
    const psd = await openBlob(psdFile({ width: size, height: size, children: [{ name: '外', children: [inside('内', size)] }] }))
    const [layer] = await drawn(psd)
    expect(places(layer ? [layer] : [])).toEqual([['外', 0, 0, size, size]])
    const raster = layer?.raster as Raster
    for (const y of [0, 1049, 1050, 1100, 1903, 1904, 1905, size - 1]) {
      expect(at(raster, 5, y)).toEqual([200, 10, 10, 128])
      expect(at(raster, 30, y)).toEqual(y >= 1050 && y < 1120 ? [0, 10, 0, 128] : [200, 10, 10, 128])
    }
  })
})
