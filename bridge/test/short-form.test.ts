/** The frames of a session of version 2: their short form, and those of one task in one message. */
import { expect, test } from 'vitest'
import type { Channel, Frame, FrameBody } from '../core/types'
import { type Address, createWire } from '../core/wire'
import { createBridgeBench, type Direction, watch } from './bench'
import { fakeClock } from './fake-clock'

const address: Address = { sid: 'page', hid: 'host', n: 'nonce', short: true }

/** Opens a wire over a channel that records what is sent, as copies; `receive` delivers a message. */
function openWire(session: Address | undefined = address, frameLimit = 900_000) {
  const messages: Record<string, unknown>[] = []
  const frames: Frame[] = []
  const foreign: string[] = []
  let receive: (raw: unknown) => void = () => {}
  const channel: Channel = {
    send: (message) => messages.push(JSON.parse(JSON.stringify(message))),
    listen: (listener) => {
      receive = listener
      return () => {}
    },
  }
  const wire = createWire({
    channel,
    env: fakeClock(),
    log: () => {},
    onFrame: (frame) => frames.push(frame),
    session: () => session,
    onForeign: (n) => foreign.push(n),
    frameLimit: () => frameLimit,
  })
  return { wire, messages, frames, foreign, receive: (raw: unknown) => receive(raw) }
}

const bodies: readonly FrameBody[] = [
  { k: 'req', id: 'page:7', m: 'top.invoke', p: { a: 1 }, dl: 15_000, ik: 'key' },
  { k: 'ack', id: 'page:7' },
  { k: 'prog', id: 'page:7', i: 0, stage: 'upload', loaded: 1, total: 2 },
  { k: 'res', id: 'page:7', kind: 'top.json', v: null },
  { k: 'err', id: 'page:7', e: { code: 'NETWORK' } },
  { k: 'cancel', id: 'page:7' },
  { k: 'chunk', id: 'page:7', i: 0, of: 1, crc: 1, d: 'AAAA' },
  { k: 'chunkack', id: 'page:7', i: 0, bad: true },
  { k: 'ping', ids: ['page:7', 'page:8'] },
  { k: 'ping' },
  { k: 'pong' },
]

test.each(bodies)('the short form of %j is read as it was, with the address of the session', async (body) => {
  const { wire, messages, frames, receive } = openWire()
  wire.send(body, address)
  await Promise.resolve()
  expect(Object.keys(messages[0] ?? {})).not.toContain('sid')
  expect(messages[0]).toMatchObject({ qnb: 2, n: 'nonce' })
  receive(messages[0])
  expect(frames).toHaveLength(1)
  expect(frames[0]).toMatchObject({ ...body, sid: 'page', hid: 'host', n: 'nonce' })
})

test.each<FrameBody>([
  { k: 'hello', proto: [1, 2], page: '1' },
  { k: 'bye', why: 'page disposed' },
  { k: 'cancel', id: 'other:7' },
  { k: 'cancel', id: 'page:07x' },
  { k: 'ping', ids: ['page:1', 'other:1'] },
])('%j is sent at once, in the long form', (body) => {
  const { wire, messages } = openWire()
  wire.send(body, address)
  expect(messages).toEqual([{ ...body, qnb: 1, sid: 'page', hid: 'host', n: 'nonce', seq: 1, ts: 0 }])
})

test('the frames of one task leave in one message and in order, whatever its form', async () => {
  const { wire, messages, frames, receive } = openWire()
  for (let n = 1; n <= 3; n += 1) wire.send({ k: 'cancel', id: `page:${n}` }, address)
  wire.send({ k: 'bye', why: 'page disposed' }, address)
  wire.send({ k: 'pong' }, address)
  wire.send({ k: 'chunk', id: 'page:4', i: 0, of: 1, crc: 1, d: 'AAAA' }, address)
  await Promise.resolve()
  expect(messages.map(({ k }) => k)).toEqual(['many', 'bye', 'pong', 'chunk'])
  receive(messages[0])
  expect(frames.map((frame) => 'id' in frame && frame.id)).toEqual(['page:1', 'page:2', 'page:3'])
})

test.each([
  [4096, 1000, 8],
  [900_000, 1000, 32],
  [900_000, 100_000, 4],
])(
  'with a limit of %i bytes no message of %i-letter frames exceeds it or 64 KB, unless one frame does',
  async (limit, letters, count) => {
    const { wire, messages } = openWire(address, limit)
    for (let n = 0; n < count; n += 1) wire.send({ k: 'res', id: `page:${n}`, kind: 'text', v: 'x'.repeat(letters) }, address)
    await Promise.resolve()
    const most = Math.min(limit, 64 * 1024)
    for (const message of messages) if (message.k === 'many') expect(JSON.stringify(message).length).toBeLessThanOrEqual(most)
    const sent = messages.flatMap((message) => (message.k === 'many' ? (message.f as { id: number }[]) : [message]))
    expect(sent.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, n) => n))
  },
)

const part = { k: 'cancel', id: 1 }
const unusable: readonly (readonly [string, object])[] = [
  ['another nonce', { n: 'guess' }],
  ['no nonce', { n: undefined }],
  ['a page', { sid: 'page' }],
  ['a host', { hid: 'host' }],
  ['an id of the long form', { f: [part, { k: 'cancel', id: 'page:2' }] }],
  ['a part that is no frame', { f: [part, null] }],
  ['a part of no kind', { f: [part, { k: 'constructor', id: 1 }] }],
  ['a hello', { f: [part, { k: 'hello', proto: [1, 2], page: '' }] }],
  ['a bye', { f: [part, { k: 'bye', why: '' }] }],
  ['many in many', { f: [part, { k: 'many', f: [part] }] }],
  ['an inherited part', { f: [JSON.parse('{"__proto__":{"k":"cancel","id":1}}')] }],
  ['no list', { f: { 0: part } }],
]
test.each(unusable)('a message of many frames with %s is ignored as a whole', (_what, change) => {
  const { wire, frames, receive } = openWire()
  receive({ qnb: 2, n: 'nonce', k: 'many', f: [part], ...change })
  expect(frames).toEqual([])
  expect(Object.values(wire.ignored())).toEqual([1])
})

test('a part cannot bring an address of its own', () => {
  const { frames, receive } = openWire()
  receive({ qnb: 2, n: 'nonce', k: 'many', f: [{ ...part, n: 'other', sid: 'other', hid: 'other' }] })
  expect(frames).toMatchObject([{ id: 'page:1', n: 'nonce', sid: 'page', hid: 'host' }])
})

test.each([
  ['both know version 2', {}, 2],
  ['the host knows only version 1', { host: { proto: [1, 1] as const } }, 1],
  ['the page knows only version 1', { connect: { proto: [1, 1] as const } }, 1],
])('when %s, all frames of their calls are of the form %i', async (_who, options, form) => {
  const { clock, page, sent } = createBridgeBench({ handlers: { 'top.invoke': (params) => params }, ...options })
  const calls = Array.from({ length: 40 }, (_, n) => watch(page.call('top.invoke', n)))
  const file = watch(page.sendBlob(new Uint8Array(500_000), { name: 'a.png', type: 'image/png' }))
  await clock.advance(12_000)
  expect(calls.map(({ value }) => value)).toEqual(Array.from({ length: 40 }, (_, n) => n))
  expect(file.value).toMatchObject({ size: 500_000 })
  const own = sent.filter(({ frame: { k } }) => !['hello', 'welcome', 'bye'].includes(k))
  expect(new Set(own.map(({ frame }) => frame.qnb))).toEqual(new Set([form === 2 ? 2 : 1]))
})

test.each([
  { proto: [1, 1] as const, form: 'short', foreign: { qnb: 2, k: 'req', id: 9, m: 'top.invoke', p: {} } },
  {
    proto: [1, 2] as const,
    form: 'long',
    foreign: { qnb: 1, seq: 9, k: 'req', id: ':9', m: 'top.invoke', p: {}, kind: 'top.json' },
  },
])('in a session of protocol $proto a $form frame with the right nonce is ignored', async ({ proto, foreign }) => {
  let runs = 0
  const bench = createBridgeBench({ handlers: { 'top.invoke': () => ++runs }, connect: { proto: [...proto] } })
  await bench.clock.advance(50)
  const welcome = bench.sent.find(({ frame }) => frame.k === 'welcome')?.frame as { sid: string; hid: string; n: string }
  const address =
    foreign.qnb === 2 ? { n: welcome.n } : { sid: welcome.sid, hid: welcome.hid, n: welcome.n, id: `${welcome.sid}:9` }
  bench.inject('toHost', { ...foreign, ...address })
  await bench.clock.advance(100)
  expect([runs, bench.host().stats().ignored.form]).toEqual([0, 1])
  const call = watch(bench.page.call('top.invoke', {}))
  await bench.clock.advance(100)
  expect(call.value).toBe(1)
})

test('a repeated hello with another range does not change the form of a running session', async () => {
  const bench = createBridgeBench({ handlers: { 'top.invoke': () => 'done' }, connect: { proto: [1, 1] } })
  await bench.clock.advance(50)
  const hello = bench.sent.find(({ frame }) => frame.k === 'hello')?.frame
  bench.inject('toHost', { ...hello, proto: [1, 2] })
  const call = watch(bench.page.call('top.invoke', {}))
  await bench.clock.advance(100)
  expect(call.value).toBe('done')
  expect(bench.sent.some(({ frame }) => (frame.qnb as number) === 2)).toBe(false)
})

test('a short frame for a former host gets a bye that quotes its nonce, one of a former page nothing', async () => {
  const { clock, page, newPage, restartHost, sent, inject, fault } = createBridgeBench({
    handlers: { 'top.invoke': (params) => params },
  })
  await clock.advance(50)
  const { n } = sent.find(({ frame }) => frame.k === 'welcome')?.frame ?? {}
  const byes = (to: Direction) => sent.filter(({ direction, frame }) => direction === to && frame.k === 'bye').length
  fault((_way, { k }) => (k === 'bye' ? [] : undefined))
  restartHost({ withoutBye: true })
  const before = byes('toPage')
  watch(page.call('top.invoke', 1, { write: false }))
  await clock.advance(20)
  expect(sent.filter(({ frame }) => frame.k === 'bye').at(-1)?.frame).toMatchObject({ sid: '*', n })
  expect(byes('toPage')).toBe(before + 1)
  fault(undefined)
  const call = watch(page.call('top.invoke', 2, { write: false }))
  await clock.advance(20)
  expect(call.value).toBe(2)
  const former = sent.filter(({ frame }) => frame.k === 'welcome').at(-1)?.frame.n
  newPage()
  await clock.advance(20)
  const count = byes('toPage')
  inject('toHost', { qnb: 2, k: 'ping', n: former })
  await clock.advance(20)
  expect(byes('toPage')).toBe(count)
})
