/**
 * One scenario for each fault of bridge/test/faults.ts that needs a real engine, real messages between windows and real timers.
 * It runs in the simulator's frame and rejects with what went wrong.
 */
import { BridgeError } from '../../../bridge/core/errors'
import type { SingleSlot } from '../../../bridge/page/channels'
import type { CallOptions, ConnectOptions, HostConnection } from '../../../bridge/page/types'
import type { FrameTamper } from '../../../bridge/simulator/faulty-channel'
import type { Simulator } from '../../../bridge/simulator/page'
import { until } from '../support/until'

type Frame = Parameters<FrameTamper>[1]

export interface Lab {
  readonly my: SingleSlot
  readonly sim: Simulator
  /** Opens another page half on the client's message slot; waits for the handshake unless `wait` is false. */
  page(options?: Partial<ConnectOptions> & { readonly wait?: boolean }): Promise<HostConnection>
  tamper(frameTamper: FrameTamper): void
  /** Returns how often the client has opened a chat with this nick. */
  chats(nick: string): number
  sleep(ms: number): Promise<void>
}

const check = (condition: boolean, description: string, ...details: readonly unknown[]) => {
  if (!condition) throw new Error(`${description}: ${JSON.stringify(details)}`)
}
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    (value) => `ok ${JSON.stringify(value)}`,
    (error: unknown) => (error instanceof BridgeError ? error.code : String(error)),
  )
const readStored = (page: HostConnection, key: string) => page.call<string | null>('storage.get', { key })
const unchanged = [{ delay: 0 }]
/** Tampers with the first frame of a kind, whichever way it travels. */
const first = (k: string, change: (frame: Frame) => ReturnType<FrameTamper>): FrameTamper => {
  let done = false
  return (_direction, frame) => {
    if (frame.k !== k || done) return undefined
    done = true
    return change(frame)
  }
}
const checkReading = async (page: HostConnection) =>
  check((await codeOf(readStored(page, 'none'))) === 'ok null', 'the line works')
/** Delivers additional frames together with the first response. */
const withExtraFrames =
  (extraFrames: (frame: Frame) => readonly unknown[]) =>
  async ({ page: open, tamper }: Lab) => {
    const page = await open()
    tamper(first('res', (frame) => [...extraFrames(frame).map((raw) => ({ delay: 0, frame: raw })), { delay: 30 }]))
    await checkReading(page)
    const ignored = Object.values(page.stats().ignored).reduce((sum, n) => sum + n, 0)
    check(ignored >= 1, 'what was strange is counted', page.stats().ignored)
    page.dispose()
  }
/** Messages that are not frames do not concern the page half: they are passed on to the previous owner of the slot. */
const withForeignMessages =
  (messages: readonly unknown[]) =>
  async ({ my, page: open, tamper, sleep }: Lab) => {
    let foreignCount = 0
    my.onMessage = () => {
      foreignCount += 1
    }
    const page = await open()
    tamper(first('res', () => [...messages.map((raw) => ({ delay: 0, frame: raw })), { delay: 30 }]))
    await checkReading(page)
    await sleep(20)
    check(foreignCount === messages.length, 'passed on, all of it', foreignCount)
    page.dispose()
    my.onMessage = null
  }
const noise = (size: number) => new Uint8Array(size).map((_, i) => (i * 131) & 255)
const withTamperedChunks =
  (change: (frame: Frame) => ReturnType<FrameTamper>) =>
  async ({ page: open, tamper }: Lab) => {
    const page = await open()
    tamper(first('chunk', change))
    const blob = await page.sendBlob(noise(500_000), { name: 'a.bin', type: '' })
    check(blob.size === 500_000, 'whole', blob)
    check((await codeOf(page.call('blob.free', blob))) === 'ok true', 'freed once')
    page.dispose()
  }
/** Uploads a picture and deletes it again, as the product does once the server has its copy. */
const uploadAndDelete = (page: HostConnection, options: CallOptions<{ readonly fileId: string }> = {}) =>
  page
    .sendBlob(noise(2000), { name: 'a.png', type: 'image/png' })
    .then((file) => page.call('cloud.upload', { file, fileType: 'image', cloudPath: 'kejiang/1/a.png' }, options))
    .then(({ fileId }) => page.call('cloud.delete', { fileIds: [fileId], fileType: 'image' }))
const countOrphans = async ({ sim }: Lab) => {
  await until(async () => {
    const { orphans: left, pending } = await sim.counters()
    return left === 0 && pending === 0
  })
  return (await sim.counters()).orphans
}
const withCancellation =
  (cancel: (call: Promise<unknown>, abort: () => void, lab: Lab) => Promise<void>, code: string) => async (lab: Lab) => {
    const page = await lab.page()
    const controller = new AbortController()
    const call = page.call('storage.get', { key: 'none' }, { signal: controller.signal })
    const ended = codeOf(call)
    await cancel(call, () => controller.abort(), lab)
    check((await ended) === code, 'ended as it should', await ended)
    await checkReading(page)
    check(page.stats().pending === 0 && page.stats().listeners === 1, 'nothing held', page.stats())
    page.dispose()
  }

export const scenarios: Readonly<Record<string, (lab: Lab) => Promise<void>>> = {
  'request-lost': async ({ page: open, tamper, chats }) => {
    const page = await open()
    tamper(first('req', () => []))
    check((await codeOf(page.call('chat.open', { nick: 'cntaobao-lost' }))) === 'ok true', 'asked again')
    check(chats('cntaobao-lost') === 1, 'done once', chats('cntaobao-lost'))
    page.dispose()
  },
  'ack-lost': async ({ page: open, tamper, sim }) => {
    const page = await open()
    sim.change({ latency: 60 })
    tamper((_direction, { k }) => (k === 'ack' ? [] : undefined))
    await checkReading(page)
    page.dispose()
  },
  'reply-lost': async ({ page: open, tamper, chats }) => {
    const page = await open()
    tamper(first('res', () => []))
    check((await codeOf(page.call('chat.open', { nick: 'cntaobao-reply' }))) === 'ok true', 'answered again')
    check(chats('cntaobao-reply') === 1, 'done once', chats('cntaobao-reply'))
    page.dispose()
  },
  'late-reply': async (lab) => {
    const page = await lab.page()
    const paused = lab.sim.pauseUpload(2)
    const call = codeOf(uploadAndDelete(page, { timeoutMs: 250 }))
    const resume = await paused
    check((await call) === 'TIMEOUT', 'its own limit', await call)
    resume()
    check((await countOrphans(lab)) === 0, 'taken back')
    page.dispose()
  },
  'duplicate-reply': async ({ page: open, tamper, sleep }) => {
    const page = await open()
    tamper((_direction, { k }) => (k === 'res' ? [{ delay: 0 }, { delay: 5 }, { delay: 20 }] : undefined))
    await checkReading(page)
    await sleep(50)
    check(page.stats().ignored.late === 2, 'the others are late', page.stats().ignored)
    page.dispose()
  },
  'duplicate-request': async ({ page: open, tamper, chats, sleep }) => {
    const page = await open()
    tamper((_direction, { k }) => (k === 'req' ? [{ delay: 0 }, { delay: 5 }, { delay: 40 }] : undefined))
    check((await codeOf(page.call('chat.open', { nick: 'cntaobao-twice' }))) === 'ok true', 'answered')
    await sleep(60)
    check(chats('cntaobao-twice') === 1, 'done once', chats('cntaobao-twice'))
    page.dispose()
  },
  'replies-out-of-order': async ({ page: open, tamper }) => {
    const page = await open()
    let replyCount = 0
    tamper((_direction, { k }) => (k === 'res' ? [{ delay: 60 - 6 * replyCount++ }] : undefined))
    await Promise.all(Array.from({ length: 10 }, (_, i) => page.call('storage.set', { key: `order-${i}`, value: `${i}` })))
    replyCount = 0
    const values = await Promise.all(Array.from({ length: 10 }, (_, i) => readStored(page, `order-${i}`)))
    check(values.join() === '0,1,2,3,4,5,6,7,8,9', 'each its own', values)
    page.dispose()
  },
  'progress-out-of-order': async ({ page: open, tamper }) => {
    const page = await open()
    tamper((_direction, { k, i }) => (k === 'prog' ? [{ delay: i === 0 ? 30 : 0 }] : k === 'res' ? [{ delay: 60 }] : undefined))
    const stages: string[] = []
    await uploadAndDelete(page, { onProgress: ({ stage }) => stages.push(stage) })
    check(stages[0] !== 'store.config' && stages.length > 0, 'the late first is dropped', stages)
    page.dispose()
  },
  'progress-after-result': async ({ page: open, tamper, sleep }) => {
    const page = await open()
    tamper((_direction, { k }) => (k === 'prog' ? [{ delay: 400 }] : undefined))
    let reported = 0
    await uploadAndDelete(page, { onProgress: () => (reported += 1) })
    const before = reported
    await sleep(450)
    check(reported === before, 'nobody hears it', reported)
    page.dispose()
  },
  'result-before-ack': async ({ page: open, tamper, sim, sleep }) => {
    const page = await open()
    sim.change({ latency: 60 })
    tamper((_direction, { k }) => (k === 'ack' ? [{ delay: 200 }] : undefined))
    await uploadAndDelete(page)
    await sleep(220)
    check(page.stats().pending === 0, 'over', page.stats())
    page.dispose()
  },
  'chunk-duplicated': withTamperedChunks(() => [{ delay: 0 }, { delay: 10 }]),
  'chunk-corrupt': withTamperedChunks((frame) => [{ delay: 0, frame: { ...frame, d: `AAAA${String(frame.d).slice(4)}` } }]),
  'chunk-extra': withTamperedChunks((frame) => [
    { delay: 0, frame: { ...frame, i: 99 } },
    { delay: 0, frame: { ...frame, id: 'x:1' } },
    { delay: 2 },
  ]),
  'chunks-out-of-order': withTamperedChunks(() => [{ delay: 60 }]),
  'cancel-before-ack': withCancellation(async (_call, abort) => abort(), 'CANCELLED'),
  'cancel-after-done': withCancellation(async (call, abort) => call.then(abort), 'ok null'),
  'cancel-twice': withCancellation(async (_call, abort) => {
    abort()
    abort()
  }, 'CANCELLED'),
  'hundred-parallel': async ({ page: open, sim, sleep }) => {
    const page = await open()
    sim.change({ latency: 2, jitter: 10 })
    await page.call('storage.set', { key: 'h', value: 'x' })
    const values = await Promise.all(Array.from({ length: 100 }, () => readStored(page, 'h')))
    check(
      values.every((value) => value === 'x'),
      'all answered',
    )
    await sleep(80)
    check(page.stats().pending === 0 && page.stats().listeners === 1 && page.stats().timers <= 1, 'nothing held', page.stats())
    page.dispose()
    check(page.stats().listeners === 0 && page.stats().timers === 0, 'nothing held after closing', page.stats())
  },
  'wrong-kind': async ({ page: open, sim }) => {
    const page = await open()
    sim.arm('wrong-kind')
    check((await codeOf(readStored(page, 'none'))) === 'BAD_REPLY', 'refused')
    page.dispose()
  },
  'missing-field': withExtraFrames((frame) => [
    { ...frame, id: undefined },
    { ...frame, k: 7 },
  ]),
  'no-object': withForeignMessages([null, 7, 'text', [], [{ qnb: 1 }], JSON.stringify(JSON.stringify({ qnb: 1 }))]),
  truncated: async ({ my, page: open, sim }) => {
    const texts: unknown[] = []
    my.onMessage = (message) => texts.push(message)
    const page = await open()
    sim.arm('cut')
    await checkReading(page)
    check(texts.length === 1 && typeof texts[0] === 'string', 'half a frame is no frame', texts)
    page.dispose()
    my.onMessage = null
  },
  'prototype-key': withForeignMessages([JSON.parse('{"__proto__":{"qnb":1,"k":"bye","sid":"*","hid":"evil","seq":1,"why":""}}')]),
  'too-large': async ({ page: open }) => {
    const page = await open()
    check((await codeOf(page.call('storage.set', { key: 'big', value: 'x'.repeat(3_000_000) }))) === 'TOO_LARGE', 'refused')
    check((await codeOf(page.call('storage.set', { key: 'big', value: '"'.repeat(300_000) }))) === 'TOO_LARGE', 'escaped')
    await checkReading(page)
    page.dispose()
  },
  'unknown-id': withExtraFrames((frame) => [{ ...frame, id: 999_999 }]),
  'stale-sid': withExtraFrames((frame) => [{ ...frame, sid: 'a-former-page' }]),
  'stale-hid': async ({ page: open, tamper }) => {
    const page = await open()
    tamper((direction, frame) =>
      direction === 'in' && frame.k === 'req'
        ? [{ delay: 0, frame: { ...frame, hid: 'a-former-host' } }, ...unchanged]
        : undefined,
    )
    await checkReading(page)
    page.dispose()
  },
  nonce: withExtraFrames((frame) => [
    { ...frame, n: 'guess', v: 'forged' },
    { ...frame, n: undefined, v: 'forged' },
  ]),
  'foreign-window': async ({ page: open, sleep }) => {
    const page = await open()
    const goodbye = JSON.stringify({
      type: 'api',
      queue: JSON.stringify([{ data: JSON.stringify({ qnb: 1, k: 'bye', sid: '*', hid: 'x', seq: 1, why: '' }) }]),
    })
    const frame = document.createElement('iframe')
    // Without `allow-same-origin` the frame has an opaque origin, so it is another origin and another window.
    frame.setAttribute('sandbox', 'allow-scripts')
    const loaded = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }))
    frame.srcdoc = `<script>const m=${JSON.stringify(goodbye)};parent.postMessage(m,'*');parent.parent.postMessage(m,'*')</script>`
    document.body.append(frame)
    await loaded
    window.postMessage(goodbye, location.origin)
    await sleep(30)
    check(page.state() === 'ready', 'nobody else is heard', page.state())
    await checkReading(page)
    frame.remove()
    page.dispose()
  },
  'other-library': async ({ my, page: open, tamper }) => {
    const theirs: unknown[] = []
    my.onMessage = (message) => theirs.push(message)
    const page = await open()
    tamper(first('res', () => [{ delay: 0, frame: { type: 'INNER_GET_CONFIG', eventId: 1 } }, ...unchanged]))
    await checkReading(page)
    check(JSON.stringify(theirs).includes('INNER_GET_CONFIG'), 'passed on', theirs)
    page.dispose()
    my.onMessage = null
  },
  'slot-overwritten': async ({ my, page: open }) => {
    const page = await open()
    my.onMessage = () => {}
    await checkReading(page)
    page.dispose()
    my.onMessage = null
  },
  'not-allowed': async ({ page: open }) => {
    const page = await open()
    for (const method of ['my.request', 'constructor', '__proto__']) {
      check((await codeOf(page.call(method, {}))) === 'UNKNOWN_METHOD', method)
    }
    page.dispose()
  },
  'before-ready': async ({ page: open, sim }) => {
    sim.change({ welcomeDelay: 120 })
    const page = await open({ wait: false })
    await checkReading(page)
    page.dispose()
  },
  'welcome-in-time': async ({ page: open, sim }) => {
    sim.change({ welcomeDelay: 150 })
    const page = await open({ wait: false, handshakeMs: 600 })
    check((await codeOf(page.ready())).startsWith('ok'), 'just in time')
    page.dispose()
  },
  'welcome-too-late': async ({ page: open, sim, sleep }) => {
    sim.change({ welcomeDelay: 320 })
    const page = await open({ wait: false, handshakeMs: 200 })
    check((await codeOf(page.ready())) === 'TIMEOUT', 'too late')
    await sleep(250)
    check(page.state() === 'ready', 'and yet from then on', page.state())
    await checkReading(page)
    page.dispose()
  },
  'welcome-twice': async ({ page: open, tamper }) => {
    tamper((_direction, { k }) => (k === 'welcome' ? [{ delay: 0 }, { delay: 5 }, { delay: 30 }] : undefined))
    const states: string[] = []
    const page = await open({ wait: false })
    page.onState((state) => states.push(state))
    await page.ready()
    await checkReading(page)
    check(states.join() === 'ready', 'once', states)
    page.dispose()
  },
  version: async ({ page: open }) => {
    for (const proto of [
      [3, 4],
      [0, 0],
    ] as const) {
      const page = await open({ wait: false, proto })
      check((await codeOf(page.ready())) === 'VERSION', 'refused', proto)
      page.dispose()
    }
  },
  'page-reload': async (lab) => {
    const page = await lab.page()
    const paused = lab.sim.pauseUpload(2)
    const call = codeOf(uploadAndDelete(page))
    const resume = await paused
    // As after a reload: the former page sends no goodbye, and another page starts a handshake.
    const next = await lab.page()
    resume()
    check((await countOrphans(lab)) === 0, 'nothing left')
    await checkReading(next)
    next.dispose()
    page.dispose()
    check((await call) === 'CANCELLED', 'the former page’s call is over', await call)
  },
  dispose: async ({ page: open, sim }) => {
    const page = await open()
    sim.change({ silent: true })
    const calls = Promise.all([1, 2, 3].map(() => codeOf(page.call('top.invoke', { api: 'taobao.items.onsale.get' }))))
    page.dispose()
    check((await calls).join() === 'CANCELLED,CANCELLED,CANCELLED', 'all rejected', await calls)
    check(page.stats().pending === 0 && page.stats().timers === 0, 'nothing held', page.stats())
  },
}
