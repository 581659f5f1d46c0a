import { describe, expect, test } from 'vitest'
import { callKey } from '../cassette/call-key'
import type { Cassette, CassetteEntry } from '../cassette/cassette'
import type { Json } from '../cassette/json'
import { virtualClock } from './clock'
import { createPlayer, type PlayerEvent, type PlayerHooks } from './player'

const entry = (seq: number, request: Json, options: Partial<CassetteEntry> = {}): CassetteEntry => ({
  seq,
  method: 'top.invoke',
  key: callKey(options.method ?? 'top.invoke', request),
  request,
  events: [],
  outcome: { ok: `reply ${seq}` },
  dt: 5,
  ...options,
})
const scenario = (...entries: readonly CassetteEntry[]): Cassette => ({
  v: 1,
  name: 'scenario',
  origin: 'authored',
  recordedAt: '2026-11-21T00:00:00Z',
  protocol: 'qnb/1',
  client: { ua: '', qn: '', shell: '', maxFileBytes: 1 },
  entries,
})

function open(cassette: Cassette, watch: PlayerHooks = {}) {
  const clock = virtualClock()
  return { clock, player: createPlayer(cassette, clock, watch) }
}

describe('a volatile field', () => {
  test('a call with a changed volatile field still finds its entry, with another field it does not', async () => {
    const request = { api: 'x', timestamp: 1, data: { start_created: '2026-11-20', page_no: 1 } }
    const { player } = open(scenario(entry(1, request, { repeat: 2 })))
    const later = { ...request, timestamp: 1763712000000, data: { ...request.data, start_created: '2026-11-21' } }
    expect(await player.call('top.invoke', later)).toBe('reply 1')
    await expect(player.call('top.invoke', { ...later, data: { ...later.data, page_no: 2 } })).rejects.toMatchObject({
      code: 'FIXTURE_MISSING',
    })
  })
})

describe('a lost answer', () => {
  test('a lost reply is a timeout at the caller’s limit, without real waiting', async () => {
    const { clock, player } = open(scenario(entry(1, { api: 'x' }, { outcome: { lost: true } })))
    await expect(player.call('top.invoke', { api: 'x' }, { timeoutMs: 700 })).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(clock.now()).toBe(700)
  })

  test('a lost reply of a call without a limit is a timeout a minute after the last event', async () => {
    const events = [{ dt: 2000, type: 'progress', stage: 'user-dialog', loaded: 0 }] as const
    const { clock, player } = open(scenario(entry(1, {}, { method: 'disk.save', events, outcome: { lost: true } })))
    await expect(player.call('disk.save', {})).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(clock.now()).toBe(62_000)
  })
})

test('entries of storage and the admin API never count as unused', () => {
  const { player } = open(
    scenario(
      entry(1, { key: 'a' }, { method: 'storage.get' }),
      entry(2, { method: 'GET', path: '/api/x' }, { method: 'http' }),
      entry(3, { api: 'x' }),
    ),
  )
  expect(player.unused().map(({ seq }) => seq)).toEqual([3])
})

describe('whoever watches', () => {
  test('the watch is notified of each call and its reply or failure', async () => {
    const events: PlayerEvent[] = []
    const failure = { code: 'PERMISSION', message: '没有权限' } as const
    const { player } = open(scenario(entry(1, { api: 'x' }), entry(2, { api: 'y' }, { outcome: { error: failure } })), {
      notify: (event) => events.push(event),
    })
    await player.call('top.invoke', { api: 'x' })
    await player.call('top.invoke', { api: 'y' }).catch(() => undefined)
    await player.call('top.invoke', { api: 'x' }).catch(() => undefined)
    await player.call('top.invoke', { api: 'x', more: 1 }).catch(() => undefined)
    expect(events).toMatchObject([
      { type: 'started', call: 1, seq: 1 },
      { type: 'answered', call: 1, seq: 1 },
      { type: 'started', call: 2, seq: 2 },
      { type: 'failed', call: 2, seq: 2, code: 'PERMISSION', message: '没有权限' },
      { type: 'exhausted', call: 3 },
      { type: 'missing', call: 4, nearest: 1, differences: [{ path: 'more', called: 1 }] },
    ])
  })

  test('the watch can delay a call and change its reply', async () => {
    let go = (_: CassetteEntry) => {}
    const { player } = open(scenario(entry(1, { api: 'x' })), {
      beforePlay: () =>
        new Promise((resolve) => {
          go = resolve
        }),
    })
    const reply = player.call('top.invoke', { api: 'x' })
    expect(player.pending()).toBe(1)
    go(entry(1, { api: 'x' }, { outcome: { ok: 'changed' } }))
    expect(await reply).toBe('changed')
  })

  test('a call that the watch delays can be cancelled', async () => {
    const { player } = open(scenario(entry(1, { api: 'x' })), { beforePlay: () => new Promise(() => {}) })
    const controller = new AbortController()
    const call = player.call('top.invoke', { api: 'x' }, { signal: controller.signal })
    controller.abort()
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(player.pending()).toBe(0)
  })
})
