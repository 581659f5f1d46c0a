import type { Layer } from 'ag-psd'
import { describe, expect, test } from 'vitest'
import type { Raster } from '../pixels/raster'
import { comparedParts } from './likeness'
import { at, board } from './test/drawn'
import { block, openBlob, picture, psdFile, wanted } from './test/psd-files'

describe('likeness with the merged picture', () => {
  const wholeOf = async (layers: Layer[], color: readonly [number, number, number]) =>
    (await openBlob(psdFile({ children: layers, imageData: picture(100, 100, color) }))).likeness('canvas', wanted)

  test('likeness is full where the layers make the same picture, whatever the report expects', async () => {
    const harmless = block('无害', 0, 0, 100, 100, [0, 128, 255], { blendMode: 'darken' })
    expect(await wholeOf([harmless], [0, 128, 255])).toMatchObject({
      flatten: { different: 0, alike: true },
      leaves: { different: 0, alike: true },
    })
  })

  test('likeness counts all differences, also those that no report mentions', async () => {
    expect(await wholeOf([block('块', 0, 0, 100, 30, [0, 128, 255])], [0, 128, 255])).toMatchObject({
      flatten: { different: 0.7, alike: false },
    })
  })

  test('likeness tells both ways to import groups apart', async () => {
    // The design mixes each layer of a see-through text group by itself.
    const mask = { left: 0, top: 0, right: 100, bottom: 100, imageData: picture(100, 100, [128, 128, 128]), defaultColor: 0 }
    const inner = ['甲', '乙'].map((name) => block(name, 0, 0, 100, 100, [0, 0, 255]))
    const found = await wholeOf([block('底', 0, 0, 100, 100, [255, 0, 0]), { name: '组', mask, children: inner }], [127, 0, 128])
    expect(found).toMatchObject({ flatten: { alike: true }, leaves: { alike: false } })
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
  ] as const)('a merged picture that is all %s is ignored, and the thumbnail is made of the layers', async (_, colour) => {
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
  ] as const)('opening %s as a PSD is refused with a message', async (_, file, code, words) => {
    await expect(openBlob(file)).rejects.toMatchObject({ name: 'PsdError', code, message: expect.stringMatching(words) })
  })

  test('a request for an unknown artboard is refused', async () => {
    const psd = await openBlob(psdFile({}))
    await expect(psd.layer('a9', 'flatten', 0, wanted)).rejects.toMatchObject({ code: 'closed' })
  })
})
