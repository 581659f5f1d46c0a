import { describe, expect, test, vi } from 'vitest'
import { image } from '../../../design/test/make'
import { MissingGlyphsError } from '../../../imaging/glyphs/text-client'
import type { Raster } from '../../../imaging/pixels/raster'
import type { PsdLayer } from '../../../imaging/psd/types'
import { comparableNames, createPsdTexts, type TextLayerPorts } from './text-layers'
import { centreOf, looksAlike, textDifference } from './text-likeness'

function bar(left: number, width: number, color = [0, 0, 0], height = 10): Raster {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at += 4) data.set([...color, 255], at)
  return { left, top: 0, right: left + width, bottom: height, width, height, data }
}

describe('the likeness of a text', () => {
  test('equal pictures have no difference, others differ by what is not common', () => {
    expect(textDifference(bar(0, 20), bar(0, 20), 10)).toEqual({ mean: 0, shift: 0, worst: 0 })
    expect(textDifference(bar(0, 20), bar(5, 20), 5)).toEqual({ mean: 10 / 25, shift: 5, worst: 1 })
    expect(textDifference(bar(0, 20), bar(30, 20), 10).mean).toBe(1)
    expect(textDifference(bar(0, 20), bar(0, 20, [255, 0, 0]), 10).mean).toBe(1)
    expect(centreOf(bar(4, 3))).toEqual({ x: 5, y: 4.5 })
  })

  test('a long text whose last letter is missing is not alike, however small its share', () => {
    expect(looksAlike(textDifference(bar(0, 400), bar(0, 380), 20), 20)).toBe(false)
    expect(looksAlike(textDifference(bar(0, 400), bar(0, 399), 20), 20)).toBe(true)
  })
})

test('one other character in a long text keeps it pixels', () => {
  const other = bar(0, 400)
  for (let y = 0; y < 10; y++) other.data.fill(0, (y * 400 + 200) * 4, (y * 400 + 220) * 4)
  const difference = textDifference(bar(0, 400), other, 20)
  expect(difference).toMatchObject({ mean: 0.05, shift: 0, worst: 1 })
  expect(looksAlike(difference, 20)).toBe(false)
})

const setting = { size: 50, letterSpacing: 0, lineHeight: 1.2, color: '#000000', vertical: false, align: 'start' } as const
const source: PsdLayer = {
  ...{ id: '1', name: '字', left: 7, top: 9, width: 20, height: 10, hidden: false, picture: new Blob(['psd']) },
  text: { text: '你好', font: 'Kuai-Le', setting, problem: null, report: 0 },
}
const mapping = { x: 100, y: 0, scaleX: 2, scaleY: 2 }

function seller(change: Partial<TextLayerPorts> = {}) {
  const ports: TextLayerPorts = {
    fonts: async () => [{ id: 3, fontUrl: '/k.ttf', size: 9 }],
    names: async () => [{ id: 6, chinese: false, text: 'KuaiLe' }],
    fontBytes: async () => new ArrayBuffer(0),
    client: { draw: async () => ({ svg: '<svg/>', width: 44, height: 24 }) },
    decode: async () => bar(0, 20),
    // The outlines begin 1 px inside the picture.
    render: async (_url, { left }) => bar(Math.round(left) + 1, 20),
    ...change,
  }
  return createPsdTexts(ports).convert(source, image('字'), mapping)
}

describe('a text layer', () => {
  test('a text layer stays text at the place of its pixels where the shop has the font', async () => {
    expect(await seller()).toMatchObject({
      layer: {
        ...{ type: 'TEXT', text: '你好', fontId: 3, fontFamilyUrl: '/k.ttf', fontColor: '#000000', textAlign: 'start' },
        ...{ left: 100 + (7 - 1) * 2, top: 18, width: 44, height: 24, originalWidth: 44, originalHeight: 24 },
      },
    })
  })

  test('a text layer becomes pixels with the reason: no such font, unlike outlines, missing characters, an unreadable font', async () => {
    expect(await seller({ fonts: async () => [] })).toEqual({
      reason: '店铺里没有字体「Kuai-Le」，上传这个字体后重新导入就能保留文字',
    })
    expect(await seller({ render: async () => bar(0, 30) })).toMatchObject({ reason: expect.stringContaining('相差') })
    const draw = async () => {
      throw new MissingGlyphsError(['好'])
    }
    expect(await seller({ client: { draw } })).toEqual({ reason: '字体「Kuai-Le」里没有这些字：好' })
    const names = async () => {
      throw new Error('offline')
    }
    expect(await seller({ names })).toMatchObject({ reason: expect.stringContaining('1 个字体文件读不出来') })
  })

  test('the names of a font are read once, and a font uploaded since is found', async () => {
    const names = vi.fn(async () => [{ id: 4, chinese: true, text: '快乐体' }])
    const fonts = vi.fn(async (fresh: boolean) => [
      { id: 1, fontUrl: '/a.ttf', size: 1 },
      ...(fresh ? [{ id: 2, fontUrl: '/b.ttf', size: 1 }] : []),
    ])
    await seller({ names, fonts })
    expect(names).toHaveBeenCalledTimes(2)
  })

  test('a font is known by its PostScript name, its full name and its family with style in every language', () => {
    const name = (id: number, text: string) => ({ id, chinese: false, text })
    const names = [name(1, '得意黑'), name(1, 'Smiley Sans'), name(2, 'Oblique'), name(6, 'SmileySans-Oblique')]
    expect(comparableNames(names)).toEqual(new Set(['smileysansoblique', '得意黑oblique']))
  })
})
