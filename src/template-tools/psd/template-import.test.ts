import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { templateRow } from '../../../contract/test/templates'
import type { TemplateCreate } from '../../../contract/types'
import { textDefaults } from '../../../design/model/create'
import { svgDataUrl } from '../../../design/model/picture-url'
import type { TextLayer } from '../../../design/model/types'
import type { PsdLayer } from '../../../imaging/psd/types'
import { brokenServer, type Failure, fakeApi, Refusal } from '../../api/test/fake-api'
import { fakePlatform } from '../../api/test/fake-platform'
import { pageLocks } from '../../base/tasks/task-locks'
import { memoryTaskStorage } from '../../base/tasks/task-storage'
import { createTaskStore } from '../../base/tasks/task-store'
import type { FileStore } from './file-store'
import {
  createPsdTemplates,
  type PsdTemplateInput,
  type PsdTemplateResult,
  type PsdTemplateServices,
  psdTemplatesScope,
} from './template-import'
import { type BoardScript, picture, scriptedClient } from './test/psds'
import type { PsdTexts } from './text-layers'

const wait = async (until: () => boolean) => {
  for (let turn = 0; turn < 2000 && !until(); turn++) await new Promise((resolve) => setImmediate(resolve))
  if (!until()) throw new Error('it did not come to that')
}

interface Row extends TemplateCreate {
  readonly key: string
}

/** A shop that stores templates by their key, a file store, and the real task engine. */
function openShop(boards: readonly BoardScript[], convert?: PsdTexts['convert']) {
  const file = new Blob(['psd'])
  const client = scriptedClient(new Map([[file, boards]]))
  const kept = new Map<string, Blob>([['file-1', file]])
  const shop = {
    rows: [] as Row[],
    uploads: [] as string[],
    painted: [] as string[],
    failUpload: new Set<string>(),
    disposed: 0,
    /** The failures of the next calls. */
    failures: [] as Failure[],
    /** The next call is done, and its answer gets lost. */
    losesAnswer: false,
  }
  const { api } = fakeApi({
    templates: {
      create({ body }, { idempotencyKey: key = '' }) {
        const failure = shop.failures.shift()
        if (failure !== undefined) return failure
        let id = shop.rows.findIndex((row) => row.key === key) + 1
        if (id === 0) id = shop.rows.push({ ...body, key })
        if (shop.losesAnswer) {
          shop.losesAnswer = false
          return brokenServer
        }
        return { ...templateRow({ id }), layers: [] }
      },
    },
  })
  const platform = fakePlatform({
    ready: async () => ({ environment: 'mock', version: '', capabilities: new Set(), maxFileBytes: 1_000_000 }),
    async uploadFile({ name, blob }, kind) {
      const text = await blob.text()
      if (shop.failUpload.has(text)) throw new Error('上传失败')
      const fileId = shop.uploads.push(`${kind} ${name} ${text}`)
      const { size, type } = blob
      return { fileId, url: `/files/${fileId}.png`, contentType: type, size, width: null, height: null }
    },
  })
  const fileStore: FileStore = {
    put: async (key, blob) => void kept.set(key, blob),
    get: async (key) => kept.get(key),
    remove: async (key) => void kept.delete(key),
  }
  let ids = 0
  const kind = createPsdTemplates({
    open: client.open,
    files: fileStore,
    encoder: { encode: async (blob) => blob },
    uuid: () => `uuid-${++ids}`,
    ...(convert && {
      texts: () => ({
        convert,
        dispose: () => {
          shop.disposed += 1
        },
      }),
    }),
    painter: () => {
      const names: string[] = []
      return {
        async paint({ name, hidden }) {
          if (!hidden) names.push(name)
        },
        finish: async () => picture(names.join('+')),
        discard: () => undefined,
      }
    },
  })
  const store = createTaskStore<PsdTemplateServices>({
    services: { api, platform, queries: new QueryClient() },
    kinds: async () => kind,
    storage: memoryTaskStorage(),
    locks: pageLocks(),
    network: { isOnline: () => true, onChange: () => () => undefined },
  })
  store.setAccount('demo')
  const input = (name: string, change: Partial<PsdTemplateInput> = {}): PsdTemplateInput => ({
    source: { storedKey: 'file-1' },
    artboardId: name,
    use: 'layers',
    groups: 'flatten',
    likeness: null,
    name,
    collectionId: 7,
    within: { width: 500, height: 1044 },
    preview: { phoneModelId: 3, materialColorId: 4 },
    ...change,
  })
  const start = (...inputs: PsdTemplateInput[]) =>
    store.start({
      kind: kind.kind,
      scope: psdTemplatesScope,
      title: '导入',
      items: inputs.map((one, at) => ({ key: `${at}`, name: one.name, input: one })),
    })
  const ended = (id: string) => wait(() => store.get(id)?.state === 'ended')
  const states = (id: string) => store.get(id)?.items.map(({ state, error }) => error ?? state)
  return { ...shop, shop, client, kept, store, input, start, ended, states }
}

const full = { width: 1000, height: 2088 }
const boards: readonly BoardScript[] = [
  {
    name: '正面',
    ...full,
    layers: [
      { name: '底', ...full },
      { name: '星', left: 500, top: 1044 },
    ],
    report: [{ looksDifferent: true }],
  },
  { name: '背面', ...full, layers: [{ name: '月' }, { name: '藏', hidden: true }] },
  { name: '空', ...full },
]

describe('template import', () => {
  test('a template import makes one template per artboard, with pictures, thumbnail and canvas, one file at a time', async () => {
    const shop = openShop(boards)
    const id = shop.start(shop.input('正面'), shop.input('背面', { preview: null }))
    await shop.ended(id)
    expect(shop.states(id)).toEqual(['done', 'done'])
    expect(shop.rows.map(({ name, width, height, collectionId }) => ({ name, width, height, collectionId }))).toEqual([
      { name: '正面', width: 500, height: 1044, collectionId: 7 },
      { name: '背面', width: 500, height: 1044, collectionId: 7 },
    ])
    const [front, back] = shop.rows
    expect(
      front?.layers.map(({ name, left, top, width, originalWidth, isBackground, index }) => ({
        name,
        left,
        top,
        width,
        originalWidth,
        isBackground,
        index,
      })),
    ).toEqual([
      { name: '底', left: 0, top: 0, width: 500, originalWidth: 1000, isBackground: true, index: 0 },
      { name: '星', left: 250, top: 522, width: 50, originalWidth: 100, isBackground: false, index: 1 },
    ])
    expect([front?.previewPhoneModelId, back?.previewPhoneModelId]).toEqual([3, null])
    expect(shop.uploads.filter((line) => line.startsWith('2 '))).toEqual(['2 thumbnail.png 底+星', '2 thumbnail.png 月'])
    expect(shop.store.get(id)?.items[0]?.result).toMatchObject({ templateId: 1, layers: 2, report: { differences: 1 } })
    expect(shop.client.state).toMatchObject({ open: 0, maxOpen: 1 })
    // The stored file is removed when no item needs it any more.
    await wait(() => shop.kept.size === 0)
  })

  test('texts of an artboard stay text in its template, with their drawings stored once, and the report says so', async () => {
    const becamePixels = ['文字已转为图片，不能再改字']
    const text = (report: number) => ({ text: '海浪', font: '快乐体', setting: null, problem: null, report }) as PsdLayer['text']
    const script: BoardScript = {
      name: '字',
      ...full,
      layers: [
        { name: '底', ...full },
        { name: '留', text: text(1) },
        { name: '变', text: text(2) },
      ],
      report: [
        { name: '底' },
        ...['留', '变'].map((name) => ({ name, kind: 'text', fate: 'rasterised', reasons: becamePixels }) as const),
      ],
    }
    const shop = openShop([script], async ({ name }, layer) => {
      if (name === '变') return { reason: '店铺里没有字体「快乐体」' }
      const { shape: _shape, ...fields } = layer
      return {
        layer: {
          ...fields,
          ...textDefaults,
          type: 'TEXT',
          text: '海浪',
          imageUrl: svgDataUrl('<svg>海浪</svg>'),
          imageFileId: null,
        } as TextLayer,
      }
    })
    shop.failUpload.add('picture 2')
    const id = shop.start(shop.input('字'))
    await shop.ended(id)
    expect(shop.states(id)).toEqual(['上传失败'])
    shop.failUpload.clear()
    shop.store.retryFailed(id)
    await wait(() => shop.states(id)?.[0] === 'done')
    expect(shop.rows[0]?.layers.map(({ name, type, text: words }) => [name, type, words ?? null])).toEqual([
      ['底', 'IMAGE', null],
      ['留', 'TEXT', '海浪'],
      ['变', 'IMAGE', null],
    ])
    const drawings = shop.uploads.filter((line) => line.includes('text.svg'))
    expect(drawings).toEqual(['3 text.svg <svg>海浪</svg>'])
    // The thumbnail shows a text as well.
    expect(shop.uploads.filter((line) => line.startsWith('2 '))).toEqual(['2 thumbnail.png 底+留+变'])
    const result = shop.store.get(id)?.items[0]?.result as PsdTemplateResult | undefined
    expect(result?.report.counts).toMatchObject({ kept: 2, rasterised: 1 })
    expect(result?.report.quiet.flatMap(({ reasons }) => reasons)).toEqual([
      '仍是文字，可以改字',
      '文字已转为图片，不能再改字：店铺里没有字体「快乐体」',
    ])
    expect(shop.shop.disposed).toBe(2)
  })

  test('a failed item of a template import shows its reason, and its retry uploads no picture twice', async () => {
    const shop = openShop(boards)
    shop.failUpload.add('picture 1')
    const id = shop.start(shop.input('正面'), shop.input('空'))
    await shop.ended(id)
    expect(shop.states(id)).toEqual(['上传失败', '画板「空」里没有可以导入的图层，请检查图层是不是空的，或改用合并图'])
    expect(shop.rows).toEqual([])
    expect(shop.kept.size).toBe(1)
    shop.failUpload.clear()
    shop.store.retryFailed(id)
    await wait(() => shop.states(id)?.[0] === 'done' && shop.store.get(id)?.state === 'ended')
    expect(shop.rows.map(({ name }) => name)).toEqual(['正面'])
    expect(shop.uploads.filter((line) => line.includes('picture 0'))).toHaveLength(1)
  })

  test('a template import whose response was lost does not create the template twice', async () => {
    const shop = openShop(boards)
    shop.shop.losesAnswer = true
    const id = shop.start(shop.input('正面'))
    await shop.ended(id)
    expect(shop.states(id)).toEqual([expect.stringMatching(/^服务器出错（错误码 internal，追踪号 .+）$/)])
    const { opened } = shop.client.state
    shop.store.retryFailed(id)
    await wait(() => shop.states(id)?.[0] === 'done')
    expect(shop.rows).toHaveLength(1)
    // The retry does not even read the file again.
    expect(shop.client.state.opened).toBe(opened)
  })

  test('pictures of a template import that the server has removed meanwhile are uploaded again', async () => {
    const shop = openShop(boards)
    const gone = { path: 'body.layers.0.imageFileId', code: 'custom', message: '文件不存在' }
    shop.failures.push(new Refusal('invalid', '文件不存在', [gone]))
    const id = shop.start(shop.input('背面'))
    await shop.ended(id)
    expect(shop.states(id)).toEqual(['done'])
    expect(shop.uploads.filter((line) => line.endsWith('picture 0'))).toHaveLength(2)
  })

  test('a template import into a deleted collection fails with the reason and can be retried', async () => {
    const shop = openShop(boards)
    const deleted = { path: 'body.collectionId', code: 'custom', message: '分组不存在' }
    shop.failures.push(new Refusal('invalid', '分组不存在', [deleted]))
    const id = shop.start(shop.input('正面'))
    await shop.ended(id)
    expect(shop.states(id)).toEqual(['分组不存在'])
    shop.store.retryFailed(id)
    await wait(() => shop.states(id)?.[0] === 'done')
    expect(shop.rows).toHaveLength(1)
  })

  test('a template import whose file is not stored any more asks the seller to choose it again', async () => {
    const shop = openShop(boards)
    const id = shop.start(shop.input('正面', { source: { storedKey: 'another' } }))
    await shop.ended(id)
    expect(shop.states(id)).toEqual(['原文件已不在这台电脑的浏览器里，请重新选择文件导入'])
  })
})
