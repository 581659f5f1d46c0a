import type { Layer } from 'ag-psd'
import { describe, expect, test } from 'vitest'
import type { Raster } from '../pixels/raster'
import { at, board, drawn, only, places, sentences } from './test/drawn'
import { block, openBlob, picture, psdFile, wanted } from './test/psd-files'

describe('the report', () => {
  test('the import report says of every layer what became of it and why', async () => {
    const black = { r: 0, g: 0, b: 0 }
    const text = { text: '你好\r世界', style: { font: { name: 'SourceHanSansSC-Bold' } } }
    const shadow = {
      dropShadow: [{ enabled: true, color: black }],
      stroke: [{ enabled: true, fillType: 'color', color: black }],
      innerShadow: [{ enabled: false }],
      satin: { enabled: true },
    }
    const psd = await openBlob(
      psdFile({
        children: [
          block('字', 0, 0, 9, 9, [1, 1, 1], { text } as Layer),
          block('叠', 0, 0, 9, 9, [1, 1, 1], { blendMode: 'multiply' }),
          block('影', 0, 0, 9, 9, [1, 1, 1], { effects: shadow } as Layer),
          { name: '调', adjustment: { type: 'invert' } },
          { name: '表', adjustment: { type: 'color lookup' } },
          { name: '空' },
        ],
      }),
    )
    expect(sentences(psd, '字')).toEqual({ fate: 'rasterised', reasons: ['文字已转为图片，不能再改字'], looksDifferent: false })
    expect(sentences(psd, '叠')).toEqual({
      fate: 'kept',
      reasons: [],
      looksDifferent: false,
    })
    expect(sentences(psd, '影')).toEqual({
      fate: 'kept',
      reasons: ['图层样式（描边、投影）已保留', '图层样式（光泽）无法显示，没有导入'],
      looksDifferent: true,
    })
    expect(sentences(psd, '调')).toEqual({
      fate: 'kept',
      reasons: ['调整图层已保留，作用于它下面的图层'],
      looksDifferent: false,
    })
    expect(sentences(psd, '表')).toMatchObject({ fate: 'leftOut', looksDifferent: true })
    expect(sentences(psd, '空')).toEqual({ fate: 'leftOut', reasons: ['图层是空的'], looksDifferent: false })
    const [layer] = await drawn(psd)
    expect(layer?.text).toMatchObject({ text: '你好\n世界', font: 'SourceHanSansSC-Bold' })
    expect(psd.summary.reports.canvas?.flatten.at(-1)).toMatchObject({
      name: '字',
      text: '你好\n世界',
      font: 'SourceHanSansSC-Bold',
    })
  })
})

describe('nothing goes missing without a word', () => {
  test('a layer with only a visible style is reported as missing, alone and in a group', async () => {
    const glowing = { fillOpacity: 0, effects: { satin: { enabled: true } } } as Partial<Layer>
    const children = [block('字', 0, 0, 9, 9, [1, 1, 1], glowing)]
    const psd = await openBlob(
      psdFile({
        children: [...children, { name: '组', children }, block('藏', 0, 0, 9, 9, [1, 1, 1], { ...glowing, hidden: true })],
      }),
    )
    const said = ['填充不透明度为0%，只显示图层样式（光泽），这些样式无法显示，没有导入']
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
      psdFile({ children: [block('藏', 0, 0, 9, 9, [1, 1, 1], { effects: { satin: { enabled: true } }, hidden: true })] }),
    )
    expect(sentences(psd, '藏')).toEqual({
      fate: 'kept',
      reasons: ['图层样式（光泽）无法显示，没有导入'],
      looksDifferent: false,
    })
  })

  test('advanced blending that is not drawn is named, where it changes something', async () => {
    const punched = {
      knockout: true,
      blendInteriorElements: true,
      effects: { solidFill: [{ enabled: true, color: { r: 0, g: 0, b: 0 } }] },
    }
    const psd = await openBlob(
      psdFile({
        children: [
          block('孔', 0, 0, 9, 9, [1, 1, 1], { ...punched, fillOpacity: 0.5 } as Layer),
          block('实', 0, 0, 9, 9, [1, 1, 1], punched as Layer),
        ],
      }),
    )
    expect(sentences(psd, '孔')).toMatchObject({
      looksDifferent: true,
      reasons: expect.arrayContaining(['“挖空”没有导入', '图层样式（颜色叠加）与图层混合成组，已写入图片']),
    })
    expect(sentences(psd, '实')).toMatchObject({ looksDifferent: false })
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
