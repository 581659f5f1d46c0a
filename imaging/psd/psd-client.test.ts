import { describe, expect, test } from 'vitest'
import type { PsdAnswer, PsdRequest, PsdSummary } from './messages'
import { createPsdClient } from './psd-client'
import type { LayersOptions, OpenPsd, PsdLayer, PsdLayerReport } from './types'

const report: PsdLayerReport = { path: [], name: '图', kind: 'pixel', fate: 'kept', reasons: [], looksDifferent: false }
const summary: PsdSummary = {
  width: 10,
  height: 10,
  colorMode: 'rgb',
  depth: 8,
  notices: [],
  artboards: [
    {
      id: 'canvas',
      name: '整个画布',
      left: 0,
      top: 0,
      width: 10,
      height: 10,
      whole: true,
      fill: null,
      layerCount: { flatten: 3, leaves: 3 },
    },
  ],
  reports: { canvas: { flatten: [report], leaves: [report] } },
}
const layer = (id: string): PsdLayer => ({
  id,
  name: id,
  left: 0,
  top: 0,
  width: 1,
  height: 1,
  hidden: false,
  picture: new Blob([id]),
})

/** A scripted worker: `answer` returns its reply, or null for none. */
function scripted(answer: (request: PsdRequest) => PsdAnswer | null) {
  const asked: PsdRequest[] = []
  let ended = false
  const worker = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    onerror: null as ((event: { message: string }) => void) | null,
    postMessage(request: PsdRequest) {
      asked.push(request)
      const reply = request.kind === 'cancel' ? { cancelled: true } : answer(request)
      if (reply !== null) queueMicrotask(() => worker.onmessage?.({ data: { ...reply, id: request.id } }))
    },
    terminate() {
      ended = true
    },
  }
  const client = createPsdClient(() => worker as unknown as Worker)
  return { client, worker, asked, ended: () => ended, kinds: () => asked.map(({ kind }) => kind) }
}

const file = new Blob(['psd'])
const opens = (rest: (request: PsdRequest) => PsdAnswer | null) =>
  scripted((request) => (request.kind === 'open' ? { summary } : rest(request)))

describe('reading a PSD from the page', () => {
  test('PSD layers arrive in order with two requested ahead, progress counts them, and the report is updated', async () => {
    const gone = { ...report, fate: 'leftOut' } as const
    const { client, asked } = opens((request) =>
      request.kind === 'layer' && request.index === 1
        ? { layer: null, changes: [{ index: 0, report: gone }] }
        : request.kind === 'likeness'
          ? { likeness: null }
          : { layer: layer(`${'index' in request ? request.index : ''}`), changes: [] },
    )
    const psd = await client.open(file)
    const progress: [number, number][] = []
    const names: string[] = []
    for await (const { name } of psd.layers('canvas', { onProgress: (done, total) => progress.push([done, total]) })) {
      names.push(name)
      if (names.length === 1) expect(asked.filter(({ kind }) => kind === 'layer')).toHaveLength(3)
    }
    expect(names).toEqual(['0', '2'])
    expect(progress).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
    expect(psd.report('canvas')).toEqual([gone])
    expect(psd.report('canvas', 'leaves')).toEqual([report])
  })

  /** A worker whose layers look different from the merged picture, by what the comparison finds. */
  const compared = (likeness: PsdAnswer, entry = report) =>
    scripted((request) =>
      request.kind === 'open'
        ? { summary: { ...summary, reports: { canvas: { flatten: [entry], leaves: [entry] } } } }
        : request.kind === 'likeness'
          ? likeness
          : { layer: layer(''), changes: [] },
    )
  const drain = async (psd: OpenPsd, options: LayersOptions) => {
    for await (const _ of psd.layers('canvas', options));
  }
  const unlike = { flatten: { alike: true, different: 0 }, leaves: { alike: false, different: 0.034 } }

  test('a PSD whose report expects nothing is compared once its layers have arrived, and the report says what differs', async () => {
    const { client, kinds } = compared({ likeness: unlike })
    const psd = await client.open(file)
    await drain(psd, { groups: 'leaves' })
    expect(psd.report('canvas', 'leaves')).toEqual([
      report,
      expect.objectContaining({
        kind: 'whole',
        looksDifferent: true,
        reasons: ['与 Photoshop 存储的合并图比较，约 3% 的画面不同'],
      }),
    ])
    expect(psd.report('canvas', 'flatten')).toEqual([report])
    await drain(psd, { groups: 'flatten' })
    expect(kinds().filter((kind) => kind === 'likeness')).toHaveLength(1)
  })

  test('a PSD is not compared again where the result is known or its report expects a difference anyway', async () => {
    const known = compared({ likeness: unlike })
    const psd = await known.client.open(file)
    await drain(psd, { likeness: { alike: false, different: 0.5 } })
    expect(psd.report('canvas').at(-1)).toMatchObject({ kind: 'whole', looksDifferent: true })
    const differing = compared({ likeness: unlike }, { ...report, looksDifferent: true })
    await drain(await differing.client.open(file), {})
    expect([...known.kinds(), ...differing.kinds()]).not.toContain('likeness')
  })

  test('a comparison that fails leaves the imported layers and their report as they are', async () => {
    const { client } = compared({ error: { code: 'crashed', message: '内存不足' } })
    const psd = await client.open(file)
    await drain(psd, {})
    expect(psd.report('canvas')).toEqual([report])
  })

  test('leaving the loop over PSD layers stops the layers requested ahead', async () => {
    const { client, asked } = opens((request) =>
      'index' in request && request.index === 0 ? { layer: layer('0'), changes: [] } : null,
    )
    const psd = await client.open(file)
    for await (const _ of psd.layers('canvas')) break
    const tokens = (kind: PsdRequest['kind']) => asked.flatMap((one) => (one.kind === kind && 'token' in one ? [one.token] : []))
    const [, ...ahead] = tokens('layer')
    expect(ahead).toHaveLength(2)
    expect(tokens('cancel')).toEqual(ahead)
  })

  test('a signal ends the wait for a PSD layer at once and tells the worker', async () => {
    const { client, kinds } = opens(() => null)
    const psd = await client.open(file)
    const stop = new AbortController()
    const waiting = psd.thumbnail('canvas', 100, { signal: stop.signal })
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
    expect(kinds()).toEqual(['open', 'thumbnail', 'cancel'])
    await expect(client.open(file, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('a file is opened by the worker that was prepared for it, and the next one by another', async () => {
    const started: PsdRequest[][] = []
    const client = createPsdClient(() => {
      const { worker, asked } = scripted((request) => (request.kind === 'open' ? { summary } : { prepared: true }))
      started.push(asked)
      return worker as unknown as Worker
    })
    const release = client.prepare()
    client.prepare()
    await client.open(file)
    release()
    await client.open(file)
    expect(started.map((asked) => asked.map(({ kind }) => kind))).toEqual([['prepare', 'open'], ['open']])
  })

  test('a prepared worker ends with its dialog when no file was opened', () => {
    const { client, ended } = scripted(() => ({ prepared: true }))
    const release = client.prepare()
    expect(ended()).toBe(false)
    release()
    expect(ended()).toBe(true)
  })

  test('a refused PSD rejects with the reason, and its worker ends', async () => {
    const { client, ended } = scripted(() => ({ error: { code: 'notPsd', message: '不是PSD文件' } }))
    await expect(client.open(file)).rejects.toMatchObject({ name: 'PsdError', code: 'notPsd', message: '不是PSD文件' })
    expect(ended()).toBe(true)
  })

  test('a PSD worker that stops rejects with words, and a closed file rejects with an AbortError', async () => {
    const { client, worker } = opens(() => null)
    const psd = await client.open(file)
    const waiting = psd.merged('canvas')
    worker.onerror?.({ message: 'out of memory' })
    await expect(waiting).rejects.toMatchObject({ code: 'crashed', message: expect.not.stringMatching(/memory/) })
    const other = psd.merged('canvas')
    psd.close()
    await expect(other).rejects.toMatchObject({ name: 'AbortError' })
    await expect(psd.thumbnail('canvas', 10)).rejects.toMatchObject({ name: 'AbortError' })
  })
})
