import { describe, expect, test } from 'vitest'
import { importPsd } from '../../../design/commands/layers'
import { newTextStyle } from '../../../design/model/text'
import { docOf, image } from '../../../design/test/make'
import { type ImportArtboardOptions, importArtboard } from '../../template-tools/psd/import-artboard'
import { type BoardScript, scriptedClient } from '../../template-tools/psd/test/psds'
import type { PsdTexts } from '../../template-tools/psd/text-layers'
import { openDesigner } from '../test/driver'
import { createLayerImports, type LayerImport } from './layer-import'

/** A platform that accepts a limited number of uploads at once; pictures of the named sizes fail until they are allowed. */
function uploads() {
  const state = { sent: [] as string[], atOnce: 0, most: 0, failing: new Set<string>() }
  return {
    state,
    async uploadFile({ blob }: { readonly blob: Blob }) {
      const text = await blob.text()
      state.atOnce += 1
      state.most = Math.max(state.most, state.atOnce)
      await new Promise((resolve) => setImmediate(resolve))
      state.atOnce -= 1
      if (state.failing.has(text)) throw new Error('网络断开')
      state.sent.push(text)
      const fileId = state.sent.length
      return { fileId, url: `/files/${fileId}.png`, contentType: 'image/png', size: 1, width: 100, height: 100 }
    },
  }
}

const identity = { x: 0, y: 0, scaleX: 1, scaleY: 1 }

async function bring(board: BoardScript, change: Partial<ImportArtboardOptions> = {}, platform = uploads()) {
  const file = new Blob(['psd'])
  const client = scriptedClient(new Map([[file, [board]]]))
  let ids = 0
  const layers = await importArtboard(
    await client.open(file),
    {
      artboardId: board.name,
      name: board.name,
      use: 'layers',
      groups: 'leaves',
      mapping: identity,
      signal: new AbortController().signal,
      background: true,
      uuid: () => `id-${++ids}`,
      ...change,
    },
    { shrink: async (blob, size) => ({ blob, ...size }), upload: (picture) => platform.uploadFile(picture) },
  )
  return { layers, ...platform.state }
}

describe('an artboard brought in', () => {
  test('an artboard keeps the order, names, positions and visibility of its layers, and each group gets one id', async () => {
    const { layers } = await bring({
      name: '正面',
      layers: [
        { name: '底', group: { id: 'g1', name: '组' }, left: 5, top: 6, width: 10, height: 20 },
        { name: '星', group: { id: 'g1', name: '组' } },
        { name: '月', group: { id: 'g2', name: '组' }, hidden: true },
        { name: '  两 \n 行 ' },
        { name: '' },
      ],
    })
    expect(layers.map(({ name }) => name)).toEqual(['底', '星', '月', '两 行', '图层'])
    expect(layers[0]).toMatchObject({ left: 5, top: 6, width: 10, height: 20, isBackground: false, isUserUploadImage: true })
    expect(layers[0]?.groupId).toBe(layers[1]?.groupId)
    expect(layers[2]?.groupId).not.toBe(layers[0]?.groupId)
    expect(layers.map(({ hidden }) => hidden)).toEqual([false, false, true, false, false])
    expect(new Set(layers.map(({ uuid }) => uuid)).size).toBe(5)
  })

  test('the lowest layer of an artboard becomes the background where it covers the artboard', async () => {
    const full = { width: 1000, height: 2000 }
    const of = async (...layers: NonNullable<BoardScript['layers']>) =>
      (await bring({ name: 'a', layers })).layers.map(({ isBackground }) => isBackground)
    expect(await of(full, full)).toEqual([true, false])
    expect(await of({ ...full, hidden: true }, full)).toEqual([false, false])
    expect(await of({ ...full, left: 1, width: 999 })).toEqual([false])
    expect(await of({ ...full, group: { id: 'g', name: 'g' } })).toEqual([false])
  })

  test('an artboard can be imported as its merged picture, and a file without one is refused', async () => {
    const { layers, sent } = await bring({ name: 'a', layers: [{}, {}], merged: true }, { use: 'merged' })
    expect(layers).toHaveLength(1)
    expect(layers[0]).toMatchObject({ name: 'a', isBackground: true, width: 1000, height: 2000 })
    expect(sent).toEqual(['merged a'])
    await expect(bring({ name: 'a' }, { use: 'merged' })).rejects.toThrow('没有保存合并图')
  })

  test('an artboard without layers is refused with the reason', async () => {
    await expect(bring({ name: '空的' })).rejects.toThrow('画板「空的」里没有可以导入的图层')
  })

  test('the pictures of an artboard are uploaded three at a time, with progress', async () => {
    const progress: string[] = []
    const layers = Array.from({ length: 60 }, () => ({}))
    const { most, sent } = await bring({ name: 'a', layers }, { onProgress: (done, total) => progress.push(`${done}/${total}`) })
    expect(most).toBe(3)
    expect(sent).toHaveLength(60)
    expect([progress[0], progress.at(-1)]).toEqual(['0/60', '60/60'])
  })
})

describe('layer import', () => {
  const board: BoardScript = {
    name: '正面',
    width: 1000,
    height: 2088,
    layers: [{ name: '底', width: 1000, height: 2088 }, { name: '藏', hidden: true }, { name: '顶' }],
    report: [{ name: '顶', looksDifferent: true, reasons: ['投影没有画进图片'] }],
  }

  function open(script: BoardScript = board, texts?: PsdTexts) {
    const file = new Blob(['psd'])
    const client = scriptedClient(new Map([[file, [script]]]))
    const platform = uploads()
    const seller = openDesigner(docOf(image('before')))
    const imports = createLayerImports({
      session: seller.session,
      platform: { uploadFile: platform.uploadFile },
      open: client.open,
      encoder: { encode: async (blob) => blob },
      maxBytes: () => 1000,
      ...(texts && { texts }),
    })
    const control = new AbortController()
    const what: LayerImport = {
      file,
      name: script.name,
      artboardId: script.name,
      use: 'layers',
      groups: 'flatten',
      likeness: null,
    }
    const run = (onProgress: (done: number, total: number) => void = () => undefined) =>
      imports.run(what, { signal: control.signal, onProgress })
    return { ...seller, client, platform: platform.state, run, control, names: () => seller.doc().layers.map(({ name }) => name) }
  }

  test('a layer import puts all layers on top as one step, selects the visible ones and returns a report', async () => {
    const seller = open()
    const report = await seller.run()
    expect(report.differences).toBe(1)
    expect(seller.names()).toEqual(['before', '底', '藏', '顶'])
    expect(seller.doc().layers[1]).toMatchObject({ left: 0, top: 0, width: 500, height: 1044, isBackground: false })
    expect(seller.selection()).toHaveLength(2)
    expect(seller.session.getState().history.at(-1)?.label).toBe('导入PSD')
    seller.undo()
    expect(seller.names()).toEqual(['before'])
    seller.redo()
    expect(seller.names()).toHaveLength(4)
    expect(seller.client.state.open).toBe(0)
  })

  test('a text that stays text is not uploaded, and the report says what became of each text', async () => {
    const written = (report: number) => ({ text: '字', font: 'A', setting: null, problem: null, report })
    const became = { kind: 'text', fate: 'rasterised', text: '字', reasons: ['文字已转为图片，不能再改字'] } as const
    const script: BoardScript = {
      name: '字',
      layers: [{ name: '底' }, { name: '换', text: written(1) }, { name: '留', text: written(0) }],
      report: [became, became, {}],
    }
    const { shape: _shape, ...fields } = image('留')
    const kept = {
      ...fields,
      ...newTextStyle({ text: '字', fontId: 1, fontColor: '#000', verticalText: false, fontFamilyUrl: '' }),
    }
    const seller = open(script, {
      convert: async ({ name }) =>
        name === '留' ? { layer: { ...kept, type: 'TEXT', isBackground: false } } : { reason: '没有字体' },
    })
    const report = await seller.run()
    expect(seller.names()).toEqual(['before', '底', '换', kept.name])
    expect(seller.doc().layers.at(-1)).toMatchObject({ type: 'TEXT', text: '字' })
    expect(seller.platform.sent).toEqual(['picture 0', 'picture 1'])
    expect(report.remarks.map(({ fate, reasons }) => [fate, ...reasons])).toEqual([
      ['kept', '仍是文字，可以改字'],
      ['rasterised', '文字已转为图片，不能再改字：没有字体'],
    ])
  })

  test('a failed layer import leaves the design unchanged, and the retry uploads only what is missing', async () => {
    const seller = open()
    seller.platform.failing.add('picture 2')
    await expect(seller.run()).rejects.toThrow('网络断开')
    expect(seller.names()).toEqual(['before'])
    expect(seller.session.getState().canUndo).toBe(false)
    seller.platform.failing.clear()
    await seller.run()
    expect([...seller.platform.sent].sort()).toEqual(['picture 0', 'picture 1', 'picture 2'])
    expect(seller.names()).toHaveLength(4)
    expect(seller.client.state.open).toBe(0)
  })

  test('a layer import cancelled midway changes nothing', async () => {
    const seller = open()
    const running = seller.run((done) => done > 0 && seller.control.abort())
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    expect(seller.names()).toEqual(['before'])
    expect(seller.client.state.open).toBe(0)
  })

  test('a layer import of more layers than a template can have is refused before anything is uploaded', async () => {
    const seller = open({ name: '大', layers: Array.from({ length: 500 }, () => ({})) })
    await expect(seller.run()).rejects.toThrow('一个模板最多 500 个图层')
    expect(seller.platform.sent).toEqual([])
  })

  test('importPsd without layers is refused', () => {
    expect(importPsd.run(docOf(), { layers: [] })).toEqual({ ok: false, message: '' })
  })
})
