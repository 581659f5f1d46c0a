/** Tests the page with an older shell (core/legacy.ts): what works as usual, and what is refused with a text. */
import { describe, expect, test } from 'vitest'
import { decodeLegacy, legacyToken } from '../core/legacy'
import { createHost } from '../host/host'
import { legacyChannel } from '../legacy/channel'
import { type SingleSlot, slotChannel } from '../page/channels'
import { connectHost } from '../page/connect'
import { type OldShellWorld, oldShell } from '../simulator/old-shell'
import { watch } from './bench'
import { fakeClock } from './fake-clock'

interface ShellFunctions {
  readonly my?: OldShellWorld['my']
  readonly cloud?: OldShellWorld['cloud']
  readonly http?: OldShellWorld['http']
  /** Whether the page has no network. */
  readonly packed?: boolean
  /** Selects the shell's messages that are lost. */
  readonly loses?: (message: Readonly<Record<string, unknown>>) => boolean
}

function openPage({ my = {}, cloud = {}, http = () => ({}), packed = false, loses = () => false }: ShellFunctions = {}) {
  const clock = fakeClock()
  const store = new Map<string, string>()
  const requests: unknown[] = []
  const receive = (message: unknown) => clock.set(() => slot.onMessage?.({ detail: { value: message } }), 2)
  const shell = oldShell({
    my: {
      getStorage: ({ key }) => ({ data: store.get(String(key)) ?? null }),
      setStorage: ({ key, data }) => void store.set(String(key), String(data)),
      removeStorage: ({ key }) => void store.delete(String(key)),
      'qn.openChat': () => ({}),
      ...my,
    },
    cloud,
    http,
    post: (message) => {
      if (!loses(message as Readonly<Record<string, unknown>>)) receive(JSON.parse(JSON.stringify(message)))
    },
  })
  const slot: SingleSlot = {
    postMessage(message) {
      const copy = JSON.parse(JSON.stringify(message))
      requests.push(copy)
      clock.set(() => shell(copy), 2)
    },
  }
  const channel = legacyChannel(slotChannel(slot), { env: clock, cloudAppPath: packed ? '/api/cloud_app' : undefined })
  const page = connectHost(channel, { pageVersion: '0.1.0', env: clock })
  return { clock, page, channel, asked: requests, store, slot, hear: receive }
}
const ready = async (world?: ShellFunctions) => {
  const opened = openPage(world)
  await opened.clock.advance(2000)
  return opened
}

describe('an older shell', () => {
  test('an older shell is found within a second beside the usual handshake, with its methods', async () => {
    const { clock, page, asked } = openPage()
    const welcome = watch(page.ready())
    await clock.advance(700)
    // The first messages are hellos for our own shell only.
    expect(asked.every((message) => typeof message === 'object' && message !== null && 'qnb' in message)).toBe(true)
    await clock.advance(300)
    expect(welcome.value).toMatchObject({ shell: 'tb-app' })
    expect([...(welcome.value?.caps ?? [])].sort()).toEqual(
      ['chat.open', 'cloud.delete', 'diagnose.echo', 'storage.get', 'storage.remove', 'storage.set', 'top.invoke'].sort(),
    )
  })

  test('an older shell stores texts, opens chats, deletes files and answers reads', async () => {
    const deleted: unknown[] = []
    const { clock, page, store } = await ready({
      cloud: {
        'file.deleteFile': (options) => void deleted.push(options),
        'topApi.invoke': ({ api, data }) => ({ api, data }),
      },
    })
    const calls = [
      watch(page.call('storage.set', { key: 'draft', value: '草稿' })),
      watch(page.call('chat.open', { nick: 'cntaobao买家' })),
      watch(page.call('cloud.delete', { fileIds: ['cloud://a'], fileType: 'image' })),
      watch(page.call('top.invoke', { api: 'taobao.items.onsale.get', data: { page_no: 1 } }, { write: false })),
    ]
    await clock.advance(100)
    const read = watch(page.call('storage.get', { key: 'draft' }))
    const none = watch(page.call('storage.get', { key: 'none' }))
    await clock.advance(100)
    expect(calls.map(({ value }) => value)).toEqual([true, true, true, { api: 'taobao.items.onsale.get', data: { page_no: 1 } }])
    expect([read.value, none.value, [...store.keys()]]).toEqual(['草稿', null, ['kejiang.draft']])
    expect(deleted).toEqual([{ fileId: ['cloud://a'], fileType: 'image' }])
  })

  test('an older shell forwards the admin API for a page without network', async () => {
    const seen: unknown[] = []
    const { clock, page } = await ready({
      packed: true,
      http: (options) => {
        seen.push(options)
        return { success: true, data: { status: 200, headers: {}, body: '[]' } }
      },
    })
    expect((await page.ready()).caps).toContain('http')
    const call = watch(page.call('http', { method: 'PUT', path: '/api/users/me', headers: { authorization: 'x' }, body: '{}' }))
    await clock.advance(100)
    expect(call.value).toEqual({ status: 200, headers: {}, body: '[]' })
    expect(seen).toMatchObject([
      { path: '/api/cloud_app', method: 'POST', body: { method: 'PUT', path: '/api/users/me', body: '{}' } },
    ])
  })

  test.each([
    ['cloud.upload', {}, '不能接收页面里的文件'],
    ['disk.save', {}, '不能接收页面里的文件'],
    ['cloud.storeConfig', {}, '没有开放图片空间的这一步'],
    ['cloud.file.save', {}, '没有开放图片空间的这一步'],
    ['top.invoke', { api: 'taobao.item.update', data: {} }, '授权过期时会自动重做修改'],
  ])('an older shell refuses %s with a text that advises the upgrade', async (method, params, words) => {
    const { clock, page, asked } = await ready({ cloud: { 'topApi.invoke': () => ({}) } })
    const before = asked.length
    const call = watch(page.call(method, params))
    await clock.advance(100)
    expect(call.error).toMatchObject({ code: 'UNSUPPORTED', userMessage: expect.stringContaining(words) })
    expect(call.error?.userMessage).toContain('升级')
    expect(asked.length).toBe(before)
  })

  test('an older shell takes no files, which is refused before a byte is sent', async () => {
    const { clock, page } = await ready()
    const sending = watch(page.sendBlob(new Uint8Array(10), { name: 'a.png', type: 'image/png' }))
    await clock.advance(100)
    expect(sending.error).toMatchObject({ code: 'UNSUPPORTED', userMessage: expect.stringContaining('不能接收页面里的文件') })
  })

  test.each([
    [() => Promise.reject(undefined), 'BAD_REPLY'],
    [() => Promise.reject('登录失效'), 'AUTH_EXPIRED'],
    [() => Promise.reject(new Error(JSON.stringify({ code: 11, sub_code: 'isv.permission-api-package-limit' }))), 'PERMISSION'],
    [() => undefined, 'BAD_REPLY'],
  ])('an error %o of an older shell gets its usual code', async (answer, code) => {
    const { clock, page } = await ready({ cloud: { 'topApi.invoke': answer } })
    const call = watch(page.call('top.invoke', { api: 'taobao.items.onsale.get' }, { write: false }))
    await clock.advance(100)
    expect(call.error).toMatchObject({ code })
  })

  test('a lost reply of an older shell ends the call at its limit as 千牛数据返回超时', async () => {
    const { clock, page, channel } = await ready({
      cloud: { 'topApi.invoke': () => ({ n: 1 }) },
      loses: ({ type }) => type === 'registry-trigger-cloud',
    })
    const call = watch(page.call('top.invoke', { api: 'taobao.items.onsale.get' }, { write: false }))
    await clock.advance(14_900)
    expect(call.settled).toBe(0)
    await clock.advance(200)
    expect(call.error).toMatchObject({ code: 'TIMEOUT', userMessage: '千牛数据返回超时' })
    await clock.advance(10_000)
    expect(channel.stats()).toEqual({ waiting: 0, opened: true })
  })

  test('a call cancelled at an older shell rejects at once, and its late reply is ignored', async () => {
    const { clock, page, channel } = await ready({
      cloud: { 'topApi.invoke': () => new Promise((resolve) => clock.set(() => resolve({ n: 1 }), 5000)) },
    })
    const controller = new AbortController()
    const call = watch(page.call('top.invoke', { api: 'a.get' }, { write: false, signal: controller.signal }))
    await clock.advance(100)
    controller.abort()
    await clock.advance(100)
    expect(call.error).toMatchObject({ code: 'CANCELLED' })
    expect(channel.stats().waiting).toBe(0)
    await clock.advance(10_000)
    expect(call.settled).toBe(1)
  })

  test('the channel to an older shell leaves nothing behind when the page is disposed', async () => {
    const { clock, page, channel, slot } = await ready({ cloud: { 'topApi.invoke': () => new Promise(() => {}) } })
    watch(page.call('top.invoke', { api: 'a.get' }, { write: false }))
    await clock.advance(100)
    page.dispose()
    await clock.advance(60_000)
    expect([channel.stats().waiting, clock.timers, page.stats()]).toMatchObject([0, 0, { pending: 0, listeners: 0, timers: 0 }])
    expect(slot.onMessage).toBeUndefined()
  })
})

test('without any shell the page reports 千牛数据返回超时 after three seconds and keeps no timer', async () => {
  const clock = fakeClock()
  const slot: SingleSlot = { postMessage: () => {} }
  const channel = legacyChannel(slotChannel(slot), { env: clock, cloudAppPath: undefined })
  const page = connectHost(channel, { pageVersion: '0.1.0', env: clock })
  const call = watch(page.call('storage.get', { key: 'a' }))
  await clock.advance(3100)
  expect(call.error).toMatchObject({ code: 'TIMEOUT', stage: 'handshake' })
  expect(clock.timers).toBe(0)
})

test('our own shell is used even if its welcome comes late', async () => {
  const { clock, page, slot, hear } = openPage({ loses: () => true })
  await clock.advance(900)
  let toHost: (raw: unknown) => void = () => {}
  const post = slot.postMessage
  slot.postMessage = (message) => {
    post(message)
    clock.set(() => toHost(JSON.parse(JSON.stringify(message))), 2)
  }
  const listen = (listener: (raw: unknown) => void) => {
    toHost = listener
    return () => {}
  }
  createHost(
    { send: (frame) => hear(JSON.parse(JSON.stringify(frame))), listen },
    { handlers: { 'storage.get': () => 'ours' }, env: clock, shell: '1.0.0', client: '' },
  )
  await clock.advance(100)
  const call = watch(page.call('storage.get', { key: 'a' }))
  await clock.advance(100)
  expect([(await page.ready()).shell, call.value]).toEqual(['1.0.0', 'ours'])
})

describe('decodeLegacy', () => {
  const reply = { success: true, data: 1, token: legacyToken('a'), type: 'x' }
  test.each([
    ['ours', reply, true],
    ['ours in the client’s event', { detail: { value: reply } }, true],
    ['ours as a text', JSON.stringify(reply), true],
    ['ours without data', { success: true, token: legacyToken('a') }, true],
    ['another script’s', { ...reply, token: 'registry-1' }, false],
    ['without a token', { success: true, data: 1 }, false],
    ['without success', { data: 1, token: legacyToken('a') }, false],
    ['a frame of ours', { qnb: 1, k: 'pong', sid: 's', seq: 1 }, false],
    ['half a text', JSON.stringify(reply).slice(0, 20), false],
    ['nothing', null, false],
    ['a list', [reply], false],
    ['a prototype', JSON.parse('{"__proto__":{"token":"kejiang.a","success":true}}'), false],
  ])('%s: decodeLegacy recognises only our own replies (%#)', (_name, raw, is) => {
    expect(decodeLegacy(raw) !== undefined).toBe(is)
  })
})
