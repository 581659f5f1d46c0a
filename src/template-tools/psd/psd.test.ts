import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitPicture, maxPixels } from './fit-picture'
import { isBackdrop, layerFrom, layerIds } from './layers'
import { templateNames } from './names'
import { fitArtboard, placedBox, templateCanvas } from './placement'
import { separatePsds } from './psd-files'
import { countsText, summarise } from './report'
import { picture, reportEntry } from './test/psds'

describe('placement', () => {
  test('an artboard is placed completely and centred in the design, all layers at one scale', () => {
    const mapping = fitArtboard({ width: 1000, height: 1000 }, { width: 500, height: 1044 })
    expect(placedBox({ left: 0, top: 0, width: 1000, height: 1000 }, mapping)).toEqual({
      left: 0,
      top: 272,
      width: 500,
      height: 500,
      rotation: 0,
    })
    expect(placedBox({ left: 400, top: 900, width: 200, height: 100 }, mapping)).toMatchObject({
      left: 200,
      top: 722,
      width: 100,
      height: 50,
    })
  })

  test('a template is no larger than a new design, and never larger than its artboard', () => {
    const within = { width: 500, height: 1044 }
    expect(templateCanvas({ width: 1000, height: 2088 }, within).size).toEqual(within)
    expect(templateCanvas({ width: 3000, height: 3000 }, within).size).toEqual({ width: 500, height: 500 })
    expect(templateCanvas({ width: 300, height: 600 }, within).size).toEqual({ width: 300, height: 600 })
    expect(templateCanvas({ width: 30_000, height: 10 }, within).size).toEqual({ width: 500, height: 1 })
  })

  test('the edges of an artboard match those of the canvas, whatever the sizes', () => {
    const side = fc.integer({ min: 1, max: 30_000 })
    fc.assert(
      fc.property(side, side, (width, height) => {
        const { size, mapping } = templateCanvas({ width, height }, { width: 500, height: 1044 })
        const whole = placedBox({ left: 0, top: 0, width, height }, mapping)
        expect(whole).toEqual({ left: 0, top: 0, ...size, rotation: 0 })
        expect(Number.isInteger(size.width) && size.width >= 1 && size.width <= 500).toBe(true)
        expect(Number.isInteger(size.height) && size.height >= 1 && size.height <= 1044).toBe(true)
      }),
    )
  })
})

describe('layers', () => {
  const shadow = { color: '#000000', angle: 120, distance: 20, size: 40, spread: 0.5, opacity: 0.75, blend: 'multiply' } as const
  const psd = { name: '星', left: 0, top: 0, width: 100, height: 100, hidden: false }
  const mapping = { x: 0, y: 0, scaleX: 0.25, scaleY: 0.25 }

  test('a layer keeps its appearance, with lengths in canvas px', () => {
    const appearance = { opacity: 0.5, blend: 'screen', effects: [{ kind: 'dropShadow', ...shadow }] } as const
    const layer = layerFrom(
      { ...psd, appearance },
      mapping,
      layerIds(() => 'id'),
    )
    expect(layer.appearance).toEqual({
      opacity: 0.5,
      blend: 'screen',
      effects: [{ kind: 'dropShadow', ...shadow, distance: 5, size: 10 }],
    })
    expect(
      layerFrom(
        psd,
        mapping,
        layerIds(() => 'id'),
      ).appearance,
    ).toBeNull()
  })

  test('a lowest layer with an appearance does not become the background', () => {
    const whole = { width: 100, height: 100 }
    expect(isBackdrop(psd, whole)).toBe(true)
    expect(isBackdrop({ ...psd, appearance: { opacity: 0.5 } }, whole)).toBe(false)
  })
})

describe('names of templates', () => {
  const board = (fileName: string, name: string, whole = false) => ({ fileName, artboard: { name, whole } })

  test('templates are named after their artboards, or after the file where it is taken as a whole', () => {
    expect(templateNames([board('夏日.psd', '正面'), board('夏日.psd', '背面'), board('海报.PSB', 'canvas', true)])).toEqual([
      '正面',
      '背面',
      '海报',
    ])
  })

  test('artboard names that several files share are prefixed with the file name, and inside one file they stay', () => {
    expect(templateNames([board('a.psd', '画板 1'), board('b.psd', '画板 1'), board('b.psd', '画板 2')])).toEqual([
      'a 画板 1',
      'b 画板 1',
      '画板 2',
    ])
    expect(templateNames([board('a.psd', '画板 1'), board('a.psd', '画板 1')])).toEqual(['画板 1', '画板 1'])
  })

  test('template names are never blank and never too long', () => {
    expect(templateNames([board('空.psd', '  ')])).toEqual(['空'])
    const [long = ''] = templateNames([board('a.psd', '很长的名字'.repeat(40))])
    expect(long).toHaveLength(100)
  })
})

/** Files by their bytes, and whether the PSD dialogs take them: under a name that is none of a PSD, and under a.psd. */
const contents = [
  ['a PSD', '8BPS\0\x01', true, true],
  ['a PSB', '8BPS\0\x02', true, true],
  ['a PSD of a version that there is not', '8BPS\0\x03', false, true],
  ['a PSD that is cut off in its header', '8BPS', false, true],
  ['a PNG', '\x89PNG\r\n\x1a\n', false, false],
  ['a JPEG', '\xff\xd8\xff\xe0', false, false],
  ['a PDF', '%PDF-1.7', false, true],
  ['nothing', '', false, true],
] as const

/** Names and MIME types under which PSDs come from the world; none of them says what the file is. */
const names = [
  ['海报.tmp', ''],
  ['海报', ''],
  ['', 'application/octet-stream'],
  ['海报.psd.1', 'application/x-photoshop'],
  ['海报.png', 'image/png'],
  ['海报.psd.jpg', 'image/jpeg'],
  ['image%3A148818', 'text/plain'],
] as const

describe('files for the PSD dialogs', () => {
  test.each(contents)('%s is judged by its bytes', async (_what, start, underOther, underPsd) => {
    const fileOf = (name: string, type: string) => ({
      name,
      blob: new Blob([Uint8Array.from(start, (letter) => letter.charCodeAt(0))], { type }),
    })
    const isTaken = async (name: string, type: string) => (await separatePsds([fileOf(name, type)])).psds.length === 1
    for (const [name, type] of names) expect(await isTaken(name, type), `${name} of the type ${type}`).toBe(underOther)
    expect(await isTaken('a.psd', 'image/vnd.adobe.photoshop')).toBe(underPsd)
    expect(await isTaken('A.PSB', '')).toBe(underPsd)
  })

  test('the order is kept, and a file that cannot be read is left to who takes the others', async () => {
    const psd = (name: string) => ({ name, blob: new Blob(['8BPS\0\x01']) })
    const gone = {
      name: 'c.psd',
      blob: { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) } as unknown as Blob,
    }
    const picture = { name: 'b.psd', blob: new Blob(['GIF89a']) }
    const { psds, others } = await separatePsds([psd('z'), picture, psd('a.tmp'), gone])
    expect([psds, others].map((files) => files.map(({ name }) => name))).toEqual([
      ['z', 'a.tmp'],
      ['b.psd', 'c.psd'],
    ])
  })
})

describe('the report', () => {
  test('a report lists differences, then omitted layers, then text, separates what changes no look, and counts the rest', () => {
    const summary = summarise([
      reportEntry({ name: '标题', kind: 'text', fate: 'rasterised', text: '夏日 上新', font: 'PingFangSC' }),
      reportEntry({ name: '曲线 1', kind: 'adjustment', fate: 'leftOut', reasons: ['调整图层不导入'] }),
      reportEntry({ name: '照片' }),
      reportEntry({ name: '条', fate: 'flattened', reasons: ['已合并到图层组'] }),
      reportEntry({ name: '水印', path: ['组 1', '里'], reasons: ['投影没有画进图片'], looksDifferent: true }),
      reportEntry({ name: '空', fate: 'leftOut' }),
    ])
    const layers = summary.remarks.flatMap((group) => group.layers)
    expect(layers.map(({ name }) => name)).toEqual(['水印', '曲线 1', '空', '标题'])
    expect(layers[0]?.place).toBe('组 1 › 里')
    expect(layers[3]?.text).toBe('文字「夏日 上新」，字体 PingFangSC')
    expect(summary).toMatchObject({ differences: 1, plain: 1, counts: { kept: 1, rasterised: 1, flattened: 1, leftOut: 2 } })
    expect(summary.quiet.map((group) => group.layers.map(({ name }) => name))).toEqual([['条']])
    expect(countsText(summary)).toBe('有差异 1 · 原样导入 1 · 转为像素 1 · 已合并 1 · 未导入 2')
  })

  test('a report shows the same remark of many layers once, but never merges two texts', () => {
    const lost = { looksDifferent: true, reasons: ['投影没有导入'] }
    const { remarks } = summarise([
      ...Array.from({ length: 60 }, (_, at) => reportEntry({ name: `星 ${at}`, ...lost })),
      reportEntry({ name: '月', ...lost, reasons: ['内阴影没有导入'] }),
      reportEntry({ name: '标题', kind: 'text', text: '甲' }),
      reportEntry({ name: '正文', kind: 'text', text: '甲' }),
    ])
    expect(remarks.map(({ layers }) => layers.length)).toEqual([60, 1, 1, 1])
  })

  test('a report shortens a long text and labels layers without a name', () => {
    const { remarks } = summarise([reportEntry({ name: ' ', kind: 'text', text: `第一行\r\n${'字'.repeat(80)}` })])
    expect(remarks[0]?.layers[0]).toMatchObject({ name: '文字', text: `文字「第一行 ${'字'.repeat(36)}…」` })
    expect(countsText(summarise([]))).toBe('')
  })
})

describe('a picture that is too large to be sent', () => {
  /** Lossless takes one byte per pixel, lossy half of that. */
  const encoder = () => {
    const asked: { width: number; quality: number }[] = []
    return {
      asked,
      async encode(_: Blob, { width, height }: { width: number; height: number }, quality: number) {
        asked.push({ width, quality })
        return picture('x'.repeat(quality === 1 ? width * height : Math.floor((width * height) / 2)), 'image/webp')
      },
    }
  }

  test('a picture that fits is uploaded unchanged', async () => {
    const { asked, ...own } = encoder()
    const small = picture('small')
    expect(await fitPicture(small, { width: 10, height: 10 }, 100, own)).toEqual({ blob: small, width: 10, height: 10 })
    expect(asked).toEqual([])
  })

  test('a large picture is compressed losslessly, then with small loss, and only then made smaller', async () => {
    const large = picture('x'.repeat(5000))
    const size = { width: 40, height: 40 }
    expect(await fitPicture(large, size, 1600, encoder())).toMatchObject(size)
    const nearly = encoder()
    expect(await fitPicture(large, size, 800, nearly)).toMatchObject(size)
    expect(nearly.asked.map(({ quality }) => quality)).toEqual([1, 0.95])
    const smaller = await fitPicture(large, size, 500, encoder())
    expect(smaller).toMatchObject({ width: 28, height: 28 })
    expect(smaller?.blob.size).toBeLessThanOrEqual(500)
  })

  test('a picture that would become tiny is refused', async () => {
    expect(await fitPicture(picture('x'.repeat(50)), { width: 400, height: 400 }, 1, encoder())).toBeNull()
  })

  test('a picture has at most as many pixels as the server accepts', async () => {
    const tiny = { encode: async () => picture('x') }
    const fitted = await fitPicture(picture('x'), { width: 14_000, height: 14_000 }, 100, tiny)
    expect((fitted?.width ?? 0) * (fitted?.height ?? 0)).toBeLessThanOrEqual(maxPixels)
  })
})
