import type { Layer } from 'ag-psd'
import { describe, expect, test } from 'vitest'
import { comparedParts } from './likeness'
import type { DrawnLayer, PsdService } from './psd-service'
import type { Raster } from './raster'
import { block, openBlob, picture, psdFile, type WriteSettings, wanted } from './test/psd-files'
import type { GroupMode } from './types'

async function drawn(psd: PsdService, groups: GroupMode = 'flatten', artboard = psd.summary.artboards[0]): Promise<DrawnLayer[]> {
  const all: DrawnLayer[] = []
  for (let index = 0; index < (artboard?.layerCount[groups] ?? 0); index++) {
    const { layer } = await psd.layer(artboard?.id ?? '', groups, index, wanted)
    if (layer !== null) all.push(layer)
  }
  return all
}

const places = (layers: readonly DrawnLayer[]) =>
  layers.map(({ name, raster: { left, top, width, height } }) => [name, left, top, width, height])

/** The px of a picture at a position in the artboard. */
function at({ left, top, width, data }: Raster, x: number, y: number): number[] {
  const from = ((y - top) * width + x - left) * 4
  return [...data.subarray(from, from + 4)]
}

const only = async (layers: Layer[], groups: GroupMode = 'flatten') =>
  drawn(await openBlob(psdFile({ children: layers })), groups)

const board = (name: string, left: number, top: number, children: Layer[], more: Layer['artboard'] | object = {}): Layer => ({
  name,
  artboard: { rect: { left, top, right: left + 40, bottom: top + 80 }, backgroundType: 3, ...more },
  children,
})

const sentences = (psd: PsdService, name: string, groups: GroupMode = 'flatten') => {
  const [artboard] = psd.summary.artboards
  const found = psd.summary.reports[artboard?.id ?? '']?.[groups].find((one) => one.name === name)
  return found === undefined ? null : { fate: found.fate, reasons: found.reasons, looksDifferent: found.looksDifferent }
}

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
  test('an imported layer keeps position, name and visibility, with opacity and fill opacity in its pixels', async () => {
    const [hidden, faint] = await only([
      block('隐藏', 3, 4, 5, 6, [1, 2, 3], { hidden: true }),
      block('淡', 10, 10, 5, 5, [200, 100, 50], { opacity: 0.5, fillOpacity: 0.5 }),
    ])
    expect(hidden).toMatchObject({ name: '隐藏', hidden: true, raster: { left: 3, top: 4, width: 5, height: 6 } })
    expect(at(faint?.raster as Raster, 10, 10).slice(0, 3)).toEqual([200, 100, 50])
    expect(Math.abs((at(faint?.raster as Raster, 10, 10)[3] ?? 0) - 64)).toBeLessThanOrEqual(1)
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

  test('clipped layers are merged with their base and never extend beyond it', async () => {
    const psd = await openBlob(
      psdFile({
        children: [
          block('底', 10, 10, 10, 10, [0, 0, 0]),
          block('夹', 0, 0, 15, 50, [255, 255, 255], { clipping: true, blendMode: 'difference' }),
          block('上', 50, 50, 5, 5, [1, 1, 1]),
        ],
      }),
    )
    const [base, above] = await drawn(psd)
    expect(base).toMatchObject({ name: '底', raster: { left: 10, top: 10, width: 10, height: 10 } })
    expect(at(base?.raster as Raster, 12, 12)).toEqual([255, 255, 255, 255])
    expect(at(base?.raster as Raster, 17, 12)).toEqual([0, 0, 0, 255])
    expect(above?.name).toBe('上')
    expect(sentences(psd, '底')).toMatchObject({ fate: 'flattened', reasons: ['已合并剪贴在它上面的图层'] })
    expect(sentences(psd, '夹')).toMatchObject({ fate: 'flattened', reasons: ['已合并到被剪贴的图层“底”'] })
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
    expect(Math.abs((at(raster, 12, 12)[3] ?? 0) - 128)).toBeLessThanOrEqual(1)
    expect(sentences(psd, '组')?.fate).toBe('flattened')
    expect(sentences(psd, '藏')).toMatchObject({ fate: 'leftOut', reasons: ['图层在所属图层组中已隐藏，没有合并'] })
  })

  test('the leaves of a group stay separate, name their group and take over its opacity', async () => {
    const psd = await openBlob(psdFile({ children: [group, block('外', 0, 0, 5, 5, [1, 1, 1])] }))
    const layers = await drawn(psd, 'leaves')
    expect(layers.map(({ name, hidden, group: of }) => [name, hidden, of?.name])).toEqual([
      ['下', false, '组'],
      ['上', false, '组'],
      ['藏', true, '组'],
      ['外', false, undefined],
    ])
    expect(new Set(layers.map(({ id }) => id)).size).toBe(4)
    expect(Math.abs((at(layers[0]?.raster as Raster, 12, 12)[3] ?? 0) - 128)).toBeLessThanOrEqual(1)
    expect(sentences(psd, '上', 'leaves')).toMatchObject({ looksDifferent: true })
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

describe('the report', () => {
  test('the import report says of every layer what became of it and why', async () => {
    const text = { text: '你好\r世界', style: { font: { name: 'SourceHanSansSC-Bold' } } }
    const shadow = { dropShadow: [{ enabled: true }], stroke: [{ enabled: true }], innerShadow: [{ enabled: false }] }
    const psd = await openBlob(
      psdFile({
        children: [
          block('字', 0, 0, 9, 9, [1, 1, 1], { text } as Layer),
          block('叠', 0, 0, 9, 9, [1, 1, 1], { blendMode: 'multiply' }),
          block('影', 0, 0, 9, 9, [1, 1, 1], { effects: shadow } as Layer),
          { name: '调', adjustment: { type: 'invert' } },
          { name: '空' },
        ],
      }),
    )
    expect(sentences(psd, '字')).toEqual({ fate: 'rasterised', reasons: ['文字已转为图片，不能再改字'], looksDifferent: false })
    expect(sentences(psd, '叠')).toEqual({
      fate: 'kept',
      reasons: ['混合模式“正片叠底”已改为“正常”，看起来可能不同'],
      looksDifferent: true,
    })
    expect(sentences(psd, '影')).toEqual({
      fate: 'kept',
      reasons: ['图层样式（投影、描边）不在像素中，没有导入'],
      looksDifferent: true,
    })
    expect(sentences(psd, '调')).toMatchObject({ fate: 'leftOut', looksDifferent: true })
    expect(sentences(psd, '空')).toEqual({ fate: 'leftOut', reasons: ['图层是空的'], looksDifferent: false })
    const [layer] = await drawn(psd)
    expect(layer?.text).toEqual({ text: '你好\n世界', font: 'SourceHanSansSC-Bold' })
    expect(psd.summary.reports.canvas?.flatten.at(-1)).toMatchObject({
      name: '字',
      text: '你好\n世界',
      font: 'SourceHanSansSC-Bold',
    })
  })
})

describe('nothing goes missing without a word', () => {
  test('a layer with only a visible style is reported as missing, alone and in a group', async () => {
    const glowing = { fillOpacity: 0, effects: { outerGlow: { enabled: true } } } as Partial<Layer>
    const children = [block('字', 0, 0, 9, 9, [1, 1, 1], glowing)]
    const psd = await openBlob(
      psdFile({
        children: [...children, { name: '组', children }, block('藏', 0, 0, 9, 9, [1, 1, 1], { ...glowing, hidden: true })],
      }),
    )
    const said = ['填充不透明度为0%，只显示图层样式（外发光），图层样式没有导入']
    const entries = async (index: number) =>
      (await psd.layer('canvas', 'flatten', index, wanted)).changes.map(({ report }) => report)
    expect(await entries(0)).toMatchObject([{ name: '字', fate: 'leftOut', looksDifferent: true, reasons: said }])
    expect(await entries(1)).toMatchObject([
      { name: '组', fate: 'leftOut', looksDifferent: false },
      { name: '字', fate: 'leftOut', looksDifferent: true, reasons: [expect.any(String), ...said] },
    ])
    expect(await entries(2)).toMatchObject([{ name: '藏', fate: 'leftOut', looksDifferent: false }])
  })

  test('a layer hidden in the file does not count as different', async () => {
    const psd = await openBlob(
      psdFile({ children: [block('藏', 0, 0, 9, 9, [1, 1, 1], { blendMode: 'multiply', hidden: true })] }),
    )
    expect(sentences(psd, '藏')).toEqual({
      fate: 'kept',
      reasons: ['混合模式“正片叠底”已改为“正常”，看起来可能不同'],
      looksDifferent: false,
    })
  })

  test('an artboard’s own mask crops its colour and its layers', async () => {
    const mask = { left: 0, top: 0, right: 20, bottom: 80, imageData: picture(20, 80, [255, 255, 255]), defaultColor: 0 }
    const masked = { ...board('画板', 0, 0, [block('图', 10, 10, 20, 20, [255, 0, 0])], { backgroundType: 1 }), mask }
    const psd = await openBlob(psdFile({ children: [masked] }))
    const layers = await drawn(psd)
    expect(layers.map(({ name, fill }) => [name, fill])).toEqual([
      ['画板背景', undefined],
      ['图', undefined],
    ])
    expect(at(layers[0]?.raster as Raster, 19, 40)).toEqual([255, 255, 255, 255])
    expect(at(layers[0]?.raster as Raster, 20, 40)[3]).toBe(0)
    expect(places(layers).at(-1)).toEqual(['图', 10, 10, 10, 20])
    expect(at(await psd.thumbnail('a1', 80, wanted), 30, 40)[3]).toBe(0)
  })

  test('a mask’s density applies to that mask only', async () => {
    const mask = { left: 0, top: 0, right: 10, bottom: 10, imageData: picture(10, 10, [0, 0, 0]), defaultColor: 0 }
    const [thin, full] = await only([
      block('薄', 0, 0, 10, 10, [9, 9, 9], { mask: { ...mask, userMaskDensity: 0.4 } }),
      block('矢', 0, 0, 10, 10, [9, 9, 9], {
        mask: { ...mask, imageData: picture(10, 10, [255, 255, 255]), vectorMaskDensity: 0.4 },
      }),
    ])
    expect(at(thin?.raster as Raster, 5, 5)[3]).toBe(153)
    expect(at(full?.raster as Raster, 5, 5)[3]).toBe(255)
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

describe('likeness with the merged picture', () => {
  const wholeOf = async (layers: Layer[], color: readonly [number, number, number]) =>
    (await openBlob(psdFile({ children: layers, imageData: picture(100, 100, color) }))).likeness('canvas', wanted)

  test('likeness is full where the layers make the same picture, whatever the report expects', async () => {
    const harmless = block('无害', 0, 0, 100, 100, [0, 128, 255], { blendMode: 'darken' })
    expect(await wholeOf([harmless], [0, 128, 255])).toEqual({ different: 0, alike: true })
  })

  test('likeness counts all differences, also those that no report mentions', async () => {
    expect(await wholeOf([block('块', 0, 0, 100, 30, [0, 128, 255])], [0, 128, 255])).toEqual({ different: 0.7, alike: false })
  })

  test('likeness is unknown without a merged picture', async () => {
    expect(await wholeOf([block('块', 0, 0, 100, 30, [0, 128, 255])], [0, 0, 0])).toBeNull()
  })

  test('likeness of a large artboard is sampled in bands over its whole height', () => {
    const parts = comparedParts({ left: 10, top: 20, right: 8010, bottom: 8020 })
    expect(parts.reduce((sum, { left, right, top, bottom }) => sum + (right - left) * (bottom - top), 0)).toBeLessThanOrEqual(
      12_000_000,
    )
    expect([parts[0]?.top, parts.at(-1)?.bottom]).toEqual([20, 8020])
    expect(comparedParts({ left: 0, top: 0, right: 100, bottom: 100 })).toHaveLength(1)
  })
})

describe('pictures of the whole', () => {
  const imageData = picture(100, 100, [0, 128, 255])
  const children = [block('红', 0, 0, 50, 50, [255, 0, 0])]

  test('the merged picture is Photoshop’s, cropped to the artboard', async () => {
    const psd = await openBlob(psdFile({ children: [board('画板', 10, 10, children)], imageData }))
    const merged = await psd.merged('a1', wanted)
    expect(merged).toMatchObject({ width: 40, height: 80 })
    expect(at(merged as Raster, 20, 20)).toEqual([0, 128, 255, 255])
  })

  test.each([
    ['black', [0, 0, 0]],
    ['white', [255, 255, 255]],
    ['empty', [9, 9, 9, 0]],
  ] as const)('one that another program left %s is none: the thumbnail is made of the layers', async (_, colour) => {
    const psd = await openBlob(psdFile({ children, imageData: picture(100, 100, colour) }))
    expect(await psd.merged('canvas', wanted)).toBeNull()
    expect(at(await psd.thumbnail('canvas', 10, wanted), 1, 1)).toEqual([255, 0, 0, 255])
  })

  test('a PSD without a merged picture has none, and its thumbnail is made of the layers', async () => {
    const versionInfo = { hasRealMergedData: false, writerName: 'test', readerName: 'test', fileVersion: 1 }
    const psd = await openBlob(psdFile({ children, imageData, imageResources: { versionInfo } }))
    expect(await psd.merged('canvas', wanted)).toBeNull()
    const small = await psd.thumbnail('canvas', 10, wanted)
    expect(small).toMatchObject({ width: 10, height: 10 })
    expect(at(small, 1, 1)).toEqual([255, 0, 0, 255])
    expect(at(small, 8, 8)[3]).toBe(0)
  })

  test('the thumbnail of a large artboard is made of seamless bands', async () => {
    const versionInfo = { hasRealMergedData: false, writerName: 'test', readerName: 'test', fileVersion: 1 }
    const half = [block('上', 0, 0, 2000, 1500, [255, 0, 0]), block('下', 0, 1500, 2000, 1501, [0, 0, 255])]
    const through = { name: '组', blendMode: 'pass through' as const, opacity: 0.5, children: half }
    const psd = await openBlob(psdFile({ width: 2000, height: 3001, children: [through], imageResources: { versionInfo } }))
    const small = await psd.thumbnail('canvas', 300, wanted)
    expect(small).toMatchObject({ width: 200, height: 300 })
    const seen = [0, 148, 151, 199, 200, 201].map((y) => at(small, 100, y))
    expect(seen).toEqual([...Array(2).fill([255, 0, 0, 128]), ...Array(4).fill([0, 0, 255, 128])])
  })

  test('a thumbnail keeps its proportions and is never larger than requested or than the artboard', async () => {
    const psd = await openBlob(psdFile({ width: 300, height: 100, children, imageData: picture(300, 100, [5, 6, 7]) }))
    expect(await psd.thumbnail('canvas', 60, wanted)).toMatchObject({ width: 60, height: 20 })
    expect(await psd.thumbnail('canvas', 900, wanted)).toMatchObject({ width: 300, height: 100 })
  })
})

describe('stopping and refusing', () => {
  test('PSD work stops at its next check when it is cancelled', async () => {
    const psd = await openBlob(psdFile({ children: [block('图', 0, 0, 9, 9, [1, 1, 1])] }))
    const stop = () => {
      throw new Error('stopped')
    }
    await expect(psd.layer('canvas', 'flatten', 0, stop)).rejects.toThrow('stopped')
  })

  test.each([
    ['nothing', new Blob([]), 'notPsd', /文件是空的/],
    ['another file', new Blob(['%PDF-1.7 not a picture at all, really']), 'notPsd', /不是PSD文件/],
    ['half a header', psdFile({}).slice(0, 20), 'damaged', /文件头不完整/],
    ['half a file', psdFile({ children: [block('图', 0, 0, 90, 90, [1, 2, 3])] }).slice(0, 200), 'damaged', /已损坏.*重新存储/],
  ] as const)('%s is refused in words', async (_, file, code, words) => {
    await expect(openBlob(file)).rejects.toMatchObject({ name: 'PsdError', code, message: expect.stringMatching(words) })
  })

  test('a request for an unknown artboard is refused', async () => {
    const psd = await openBlob(psdFile({}))
    await expect(psd.layer('a9', 'flatten', 0, wanted)).rejects.toMatchObject({ code: 'closed' })
  })
})
