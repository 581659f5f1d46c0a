import { describe, expect, test } from 'vitest'
import type { Handler } from '../host/types'
import { type Direction, hostBuilds, watch } from './bench'

describe.each(hostBuilds)('with a host %s:', (_place, bench) => {
  const handlers: Record<string, Handler> = { 'top.invoke': (params) => params }
  const badData = '返回数据发生错误，请联系客服'

  describe('messages that are no frames', () => {
    const strange: readonly unknown[] = [
      null,
      undefined,
      0,
      'text',
      '{"qnb":1,"k":"res","id":"',
      [],
      [{ qnb: 1 }],
      {},
      { detail: null },
      { qnb: 2, k: 'res', sid: 'x', seq: 1 },
      { qnb: 1, k: 'nonsense', sid: 'x', seq: 1 },
      { qnb: 1, k: 'constructor', sid: 'x', seq: 1 },
      { qnb: 1, k: 'res', sid: 'x' },
      { type: 'other-library', eventId: 'x', data: {} },
      JSON.parse('{"__proto__":{"qnb":1,"k":"hello","sid":"evil","seq":1,"proto":[1,1],"page":""}}'),
      JSON.stringify(JSON.stringify(JSON.stringify({ qnb: 1 }))),
    ]
    test.each(['toHost', 'toPage'] as const)('a message that is no frame is ignored and counted, %s', async (way) => {
      const { clock, page, host, inject } = bench({ handlers })
      const ignored = () => {
        const reasons = way === 'toHost' ? host().stats().ignored : page.stats().ignored
        return Object.values(reasons).reduce((sum, n) => sum + n, 0)
      }
      await clock.advance(50)
      const before = ignored()
      const call = watch(page.call('top.invoke', 1))
      for (const raw of strange) inject(way, raw)
      expect(ignored() - before).toBe(strange.length)
      await clock.advance(50)
      expect(call.value).toBe(1)
    })

    test('a truncated frame is ignored, and its request is sent again', async () => {
      let first = true
      const { clock, page } = bench({
        handlers,
        fault: (_way, frame, text) => {
          if (frame.k !== 'req' || !first) return undefined
          first = false
          return [{ delay: 1, raw: text.slice(0, 10_240) }]
        },
      })
      const call = watch(page.call('top.invoke', 'x'.repeat(20_000)))
      await clock.advance(1500)
      expect(call.value).toHaveLength(20_000)
    })

    const wraps: readonly [string, (text: string) => unknown][] = [
      ['e.detail.value', (text) => ({ detail: { value: JSON.parse(text) } })],
      ['e.detail', (text) => ({ detail: JSON.parse(text) })],
      ['e.detail.data', (text) => ({ detail: { data: JSON.parse(text) } })],
      ['e.detail.data as text', (text) => ({ type: 'message', detail: { data: text } })],
      ['e.detail as text', (text) => ({ detail: text })],
      ['text', (text) => text],
      ['text of an event', (text) => JSON.stringify({ detail: { value: JSON.parse(text) } })],
    ]
    test.each(wraps)('a frame wrapped as %s is understood', async (_name, wrap) => {
      const { clock, page } = bench({ handlers, fault: (_way, _frame, text) => [{ delay: 1, raw: wrap(text) }] })
      const call = watch(page.call('top.invoke', { a: '"\\' }))
      await clock.advance(50)
      expect(call.value).toEqual({ a: '"\\' })
    })
  })

  describe('senders of frames', () => {
    const forge: readonly [string, object][] = [
      ['a wrong nonce', { n: 'guess' }],
      ['no nonce', { n: undefined }],
      ['another page', { sid: 'other-page' }],
      ['another host', { hid: 'id-0-former' }],
    ]
    test.each(forge)('a frame with %s is ignored', async (_name, change) => {
      let runs = 0
      const both: Direction[] = []
      const { clock, page, host } = bench({
        handlers: { 'top.invoke': () => ++runs },
        fault: (way, frame, text) => {
          if (frame.k !== 'req' && frame.k !== 'res') return undefined
          if (both.includes(way)) return undefined
          both.push(way)
          return [{ delay: 1, raw: { ...JSON.parse(text), ...change } }]
        },
      })
      const call = watch(page.call('top.invoke', {}))
      await clock.advance(50)
      expect(runs).toBe(0)
      expect(call.settled).toBe(0)
      expect(Object.values(host().stats().ignored).length).toBeGreaterThan(0)
      await clock.advance(20_000)
      expect(runs).toBeLessThanOrEqual(1)
    })

    test.each(['my.request', 'constructor', '__proto__', 'toString'])(
      'a call of a method that is not on the list is refused: %s',
      async (method) => {
        const { clock, page } = bench({ handlers })
        const call = watch(page.call(method, {}))
        await clock.advance(50)
        expect(call.error).toMatchObject({ code: 'UNKNOWN_METHOD', userMessage: badData })
      },
    )

    test('a call of a method that this client cannot do is refused with a hint to upgrade', async () => {
      const { clock, page } = bench({ handlers, host: { unsupported: ['top.invoke'] } })
      const call = watch(page.call('top.invoke', {}))
      await clock.advance(50)
      expect(call.error).toMatchObject({ code: 'UNSUPPORTED', userMessage: expect.stringContaining('当前可能不是千牛环境') })
    })

    test.each([{ n: 'guess' }, { n: undefined }, { hid: 'id-0-former' }])(
      'a forged reply with %o settles no call',
      async (change) => {
        const { clock, page, sent, inject } = bench({
          handlers: { 'top.invoke': () => new Promise((resolve) => clock.set(() => resolve('true'), 500)) },
        })
        const call = watch(page.call('top.invoke', 1))
        await clock.advance(200)
        const ack = sent.find(({ direction, frame }) => direction === 'toPage' && frame.k === 'ack')?.frame
        inject('toPage', { ...ack, k: 'res', kind: 'top.json', v: 'forged', ...change })
        await clock.advance(1000)
        expect(call.value).toBe('true')
      },
    )

    test('a reply with an unknown call id is counted and ignored', async () => {
      const { clock, page, sent, inject } = bench({ handlers })
      const call = watch(page.call('top.invoke', 1))
      await clock.advance(50)
      const answer = sent.find(({ frame }) => frame.k === 'res')?.frame as { readonly id: unknown } | undefined
      inject('toPage', { ...answer, id: typeof answer?.id === 'number' ? 999 : 'never' })
      expect([call.value, page.stats().ignored.id]).toEqual([1, 1])
    })
  })

  describe('replies', () => {
    const wrong: readonly [string, unknown][] = [
      ['cloud.delete', undefined],
      ['cloud.delete', 'true'],
      ['cloud.upload', { fileId: 'x' }],
      ['cloud.upload', null],
      ['top.invoke', undefined],
      ['disk.save', true],
      ['http', { status: '200', headers: {}, body: '' }],
      ['storage.get', 5],
      ['cloud.storeConfig', []],
    ]
    test.each(wrong)('a reply of %s with the value %o is 返回数据发生错误', async (method, value) => {
      const { clock, page } = bench({ handlers: { [method]: () => value } })
      const call = watch(page.call(method, {}))
      await clock.advance(50)
      expect(call.error).toMatchObject({ code: 'BAD_REPLY', userMessage: badData })
    })

    test('a reply of another kind, or one that its guard refuses or throws on, is a BAD_REPLY', async () => {
      const { clock, page } = bench({ handlers })
      const never = (_value: unknown): _value is number => false
      const fails = (_value: unknown): _value is number => {
        throw new Error('guard')
      }
      const calls = [
        watch(page.call('top.invoke', 1, { kind: 'bool' })),
        watch(page.call('top.invoke', 1, { guard: never })),
        watch(page.call('top.invoke', 1, { guard: fails })),
      ]
      await clock.advance(50)
      for (const call of calls) expect(call.error).toMatchObject({ code: 'BAD_REPLY' })
    })

    test('a reply that the page cannot use is cancelled at the host, which undoes the effect', async () => {
      const space = new Set<string>()
      const { clock, page, host } = bench({
        handlers: {
          'cloud.upload': (_params, { undo }) => {
            space.add('a')
            undo('a', () => void space.delete('a'))
            return { fileId: 'a', url: 'https://img.alicdn.com/a' }
          },
        },
        fault: (_way, frame, text) =>
          frame.k === 'res' ? [{ delay: 1, raw: { ...JSON.parse(text), kind: 'other' } }] : undefined,
      })
      const call = watch(page.call('cloud.upload', {}))
      await clock.advance(100)
      expect(call.error).toMatchObject({ code: 'BAD_REPLY' })
      expect([space.size, host().stats().running, page.stats().timers]).toEqual([0, 0, 1])
    })

    test.each([0, '', undefined, null, false, new Error(), {}])(
      'a handler that throws %o makes the call reject',
      async (thrown) => {
        const { clock, page } = bench({
          handlers: {
            'top.invoke': () => {
              throw thrown
            },
          },
        })
        const call = watch(page.call('top.invoke', {}))
        await clock.advance(50)
        expect(call.error).toMatchObject({ code: 'BAD_REPLY', userMessage: badData })
      },
    )

    test('a reply that is too large for the channel rejects instead of being lost', async () => {
      const { clock, page } = bench({ handlers: { 'top.invoke': () => 'x'.repeat(3_000_000) } })
      const call = watch(page.call('top.invoke', {}))
      await clock.advance(50)
      expect(call.error).toMatchObject({ code: 'TOO_LARGE', userMessage: expect.stringContaining('缩小查询范围') })
    })
  })

  describe('requests', () => {
    const large: readonly [string, unknown][] = [
      ['3 MB of text', 'x'.repeat(3_000_000)],
      ['300 KB of quotes, which the client escapes three times', '"'.repeat(300_000)],
      ['400 KB of Chinese', '壳'.repeat(400_000)],
    ]
    test.each(large)('a request of %s is refused before it is sent', async (_name, params) => {
      const { clock, page, count } = bench({ handlers })
      const calls = [watch(page.call('top.invoke', params))]
      await clock.advance(50)
      calls.push(watch(page.call('top.invoke', params)))
      await clock.advance(50)
      for (const call of calls) expect(call.error).toMatchObject({ code: 'TOO_LARGE' })
      expect(count('toHost', 'req')).toBe(0)
      expect(page.stats().pending).toBe(0)
    })

    test('a request whose parameters are no JSON is refused', async () => {
      const { clock, page } = bench({ handlers })
      const circle: Record<string, unknown> = {}
      circle.self = circle
      const calls = [watch(page.call('top.invoke', circle)), watch(page.call('top.invoke', 10n))]
      await clock.advance(50)
      for (const call of calls) expect(call.error).toMatchObject({ code: 'PROTOCOL' })
    })
  })
})
