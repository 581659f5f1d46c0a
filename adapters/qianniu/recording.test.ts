import { webcrypto } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Handler } from '../../bridge/host/types'
import { createBridgeBench, watch } from '../../bridge/test/bench'
import { type FakeClock, fakeClock } from '../../bridge/test/fake-clock'
import { memoryLayer } from '../browser/layered-storage'
import { type Cassette, readCassette, writeCassette } from '../cassette/cassette'
import type { FilesApi } from '../files-api'
import { virtualClock } from '../mock/clock'
import { createMockPlatform } from '../mock/mock-platform'
import type { Platform } from '../platform'
import { createRecorder } from '../record/recorder'
import { createQianniuPlatform } from './qianniu-platform'
import { recordConnection } from './record-connection'

const stored = { id: 7, url: '/files/7', contentType: 'image/png', size: 4, width: 1, height: 1 }
const files: FilesApi = {
  uploadForm: async () => ({ uploadUrl: '/upload', params: {}, fileId: 7, fileUrl: '/files/7' }),
  uploadResult: async () => ({ file: stored }),
  uploadPart: async ({ body: { fileId, index } }) => ({ fileId, index }),
  taobao: async () => ({ id: 7, file: stored }),
}
const api = { files: () => files, apiBase: 'https://shop.example.com', post: async () => ({ status: 204, body: '' }) }
const picture = () => ({ name: 'a.png', blob: new Blob([new Uint8Array([137, 80, 78, 71])], { type: 'image/png' }) })

/** Handlers whose replies are full of personal data. */
function clientHandlers(clock: FakeClock): Record<string, Handler> {
  let marketplaceCalls = 0
  return {
    'cloud.upload': async (_params, { progress }) => {
      await new Promise<void>((resolve) => void clock.set(resolve, 2500))
      progress('upload', 4, 4)
      return { fileId: 'cloud://tenant-77/kejiang/a.png', fileName: 'a.png', url: 'https://img.alicdn.com/a.png' }
    },
    'cloud.delete': () => true,
    'cloud.storeConfig': () => ({
      url: 'https://oss.example.com/up?signature=SIG1',
      formData: { policy: 'POLICY1', signature: 'SIG1', OSSAccessKeyId: 'KEY1' },
      headers: { Authorization: 'Bearer abcdefghijk', 'mc-session': 'MC1' },
    }),
    'top.invoke': (params) => {
      marketplaceCalls += 1
      if (JSON.stringify(params).includes('increment')) return { trades: [] }
      if (marketplaceCalls === 1)
        throw { code: 'NETWORK', userMessage: '网络不稳，请重试', retryable: true, detail: { nick: '某店:小王' } }
      return {
        trade: { tid: '1011032513941101325', buyer_nick: '买家阿明', memo: '买家阿明要加急 13912345678', session: '6100SESSION' },
      }
    },
    'disk.save': (_params, { progress }) => {
      progress('user-dialog', 0)
      return { saved: true }
    },
    'storage.set': () => true,
    'storage.get': () => 'TOKEN-IN-STORAGE',
    'link.open': () => true,
    'chat.open': () => true,
    http: () => ({ status: 200, headers: {}, body: '{"receiver_name":"王小明"}' }),
  }
}

/** Each run has other times and names. */
let run = 0

/** Makes the calls of the scenario on any platform; `settle` awaits a promise and advances the fake clock, if there is one. */
async function runScenario(platform: Platform, settle: <T>(promise: Promise<T>) => Promise<T>): Promise<unknown[]> {
  run += 1
  const query = { fields: 'tid,buyer_nick', start_created: `${run}` }
  const trade = () => settle(platform.callMarketplace('taobao.trade.fullinfo.get', query))
  const first = await trade().catch((error: unknown) => ({ failed: (error as Error).message }))
  const second = await trade()
  const uploaded = await settle(platform.uploadFile(picture(), 1))
  const config = await settle(platform.storeConfig({ cloudPath: `kejiang/${run}.png`, fileType: 'image' }))
  const saved = await settle(platform.saveFile({ name: '订单.zip', blob: new Blob(['zip']) }))
  await settle(platform.openChat('cntaobao某店:小王'))
  await settle(platform.openLink('https://item.taobao.com/item.htm?id=1&session=ABCDEF'))
  await settle(platform.deleteCloudFile(['cloud://tenant-77/kejiang/a.png']))
  return [first, second, uploaded.fileId, config, saved]
}

async function recordScenario(shell = '1.0.0'): Promise<{ cassette: Cassette; outcome: unknown[] }> {
  const clock = fakeClock()
  const { page } = createBridgeBench({ clock, handlers: clientHandlers(clock), host: { user: '某店主号', shell } })
  const recorder = createRecorder({ name: 'scenario', now: clock.now, startedAt: '2026-11-21T00:00:00.000Z' })
  const digest = (bytes: ArrayBuffer) => webcrypto.subtle.digest('SHA-256', bytes)
  const platform = createQianniuPlatform({
    ...api,
    connection: Promise.resolve(recordConnection(page, recorder, { userAgent: 'Chrome/117 Qianniu/9.95.01N', digest })),
    ownStorage: memoryLayer(),
    throughHost: true,
    now: clock.now,
    newId: () => 'id',
  })
  const settle = async <T>(promise: Promise<T>): Promise<T> => {
    const watched = watch(promise)
    for (let i = 0; i < 200 && watched.settled === 0; i += 1) {
      // Hashing does not use the fake clock.
      await new Promise((resolve) => setImmediate(resolve))
      await clock.advance(20)
    }
    return promise
  }
  const outcome = await runScenario(platform, settle)
  await settle(platform.storage.set('session', 'TOKEN-IN-STORAGE'))
  await settle(platform.storage.get('session'))
  const request = { method: 'GET', path: '/api/orders?keyword=王小明', headers: { authorization: 'Bearer TOKEN-IN-STORAGE' } }
  await settle(platform.http?.(request) ?? Promise.reject(new Error('no http')))
  platform.dispose()
  return { cassette: await recorder.cassette(), outcome }
}

describe('a recording over the client’s bridge', () => {
  test('a recording contains every platform call in the order of its beginning, without transfers', async () => {
    const { cassette } = await recordScenario()
    expect(cassette).toMatchObject({ v: 1, name: 'scenario', origin: 'recorded', recordedAt: '2026-11-21T00:00:00.000Z' })
    expect(cassette.client).toMatchObject({ ua: 'Chrome/117 Qianniu/9.95.01N', qn: '9.97.56N', shell: '1.0.0' })
    expect(cassette.entries.map(({ seq }) => seq)).toEqual(cassette.entries.map((_, i) => i + 1))
    const methods = cassette.entries.map(({ method }) => method)
    expect(methods.filter((method) => !/^(storage\..*|http)$/.test(method))).toEqual([
      'top.invoke',
      'top.invoke',
      'cloud.upload',
      'cloud.storeConfig',
      'disk.save',
      'chat.open',
      'link.open',
      'cloud.delete',
    ])
    expect(JSON.stringify(cassette.entries)).not.toMatch(/"fileName":"(?!<redacted>)/)
    expect(methods).toEqual(expect.arrayContaining(['storage.set', 'storage.get', 'http']))
  })

  test('a recording of the simulator has the origin authored', async () => {
    const { cassette } = await recordScenario('1.0.0-simulator')
    expect(cassette).toMatchObject({ origin: 'authored', basedOn: 'client simulator 1.0.0-simulator' })
  })

  test('a recording contains acks, progress, times, attempts and checksums of files', async () => {
    const { entries } = (await recordScenario()).cassette
    const upload = entries.find(({ method }) => method === 'cloud.upload')
    expect(upload?.events.map(({ type, stage }) => stage ?? type)).toEqual(['ack', 'upload'])
    expect(upload?.dt).toBeGreaterThan(2499)
    expect(upload?.payload).toEqual({
      length: 4,
      sha256: '0f4636c78f65d3639ece5a064b5ae753e3408614a14fb18ab4d7540d2c248543',
    })
    expect(entries.slice(0, 2)).toMatchObject([
      { attempt: 1, outcome: { error: { code: 'NETWORK', retryable: true } } },
      { attempt: 2, outcome: { ok: {} } },
    ])
  })

  test('a recording contains no secrets and can be written as a file', async () => {
    const { cassette } = await recordScenario()
    const text = writeCassette(cassette)
    expect(text).not.toMatch(/tenant-77|POLICY1|SIG1|KEY1|MC1|abcdefghijk|买家阿明|小王|某店主号|13912345678|6100SESSION|ABCDEF/)
    expect(text).not.toMatch(/TOKEN-IN-STORAGE|王小明/)
    expect(text).toContain('要加急')
    expect(readCassette(JSON.parse(text))).toEqual(cassette)
  })

  test('a recording replays the same calls, with other times and names, and leaves no entry unused', async () => {
    const { cassette, outcome } = await recordScenario()
    const mock = createMockPlatform({ ...api, cassette, clock: virtualClock(), storage: memoryLayer() })
    const replayed = await runScenario(mock, (promise) => promise)
    expect(replayed).toEqual(JSON.parse(JSON.stringify(outcomeAsKept(outcome))))
    expect(() => mock.verify()).not.toThrow()
    await expect(runScenario(mock, (promise) => promise)).rejects.toMatchObject({ code: 'FIXTURE_EXHAUSTED' })
  })
})

/** Returns the outcome of the recorded run as the cassette stores it. */
function outcomeAsKept([first, , fileId, config, saved]: readonly unknown[]): unknown[] {
  const hidden = '<redacted>'
  return [
    first,
    {
      trade: {
        buyer_nick: hidden,
        memo: `${hidden}要加急 ${hidden}`,
        session: hidden,
        tid: '1011032513941101325',
      },
    },
    fileId,
    {
      ...(config as object),
      url: `https://oss.example.com/up?signature=${hidden}`,
      formData: { OSSAccessKeyId: hidden, policy: hidden, signature: hidden },
      headers: { Authorization: hidden, 'mc-session': hidden },
    },
    saved,
  ]
}
