import { describe, expect, test } from 'vitest'
import type { Handler } from '../host/types'
import { connectHost } from '../page/connect'
import { deferred, hostBuilds, loseFrames, watch } from './bench'
import { fakeClock } from './fake-clock'

describe.each(hostBuilds)('with a host %s:', (_place, bench) => {
  const echo: Handler = (params) => params
  const handlers = { 'top.invoke': echo, 'storage.get': () => 'kept' }

  describe('the handshake', () => {
    test('the welcome contains versions, user, limits and methods of the host', async () => {
      const { clock, page } = bench({ handlers, host: { unsupported: ['disk.save'], limits: { file: 3_145_728 }, user: '店主' } })
      const ready = watch(page.ready())
      expect(page.state()).toBe('connecting')
      await clock.advance(10)
      expect(ready.value).toMatchObject({ shell: '1.0.0', client: '9.97.56N', user: '店主', limits: { file: 3_145_728 } })
      expect(ready.value?.caps).toEqual(['top.invoke', 'storage.get', 'blob.write', 'blob.free', 'diagnose.echo'])
      expect(page.state()).toBe('ready')
    })

    test('the page says hello at 0, 250, 750, 1750 and 2750 ms, then gives up with 千牛数据返回超时', async () => {
      const { clock, page, sent } = bench({ withoutHost: true })
      const ready = watch(page.ready())
      const call = watch(page.call('top.invoke', {}))
      await clock.advance(3100)
      expect(sent.map(({ frame }) => frame.ts)).toEqual([0, 250, 750, 1750, 2750])
      expect(ready.error).toMatchObject({ code: 'TIMEOUT', stage: 'handshake', userMessage: '千牛数据返回超时' })
      expect(call.error).toMatchObject({ code: 'TIMEOUT' })
      expect(page.state()).toBe('lost')
      expect(page.stats()).toMatchObject({ pending: 0, timers: 0 })
    })

    test('no welcome inside another client means 当前可能不是千牛环境', async () => {
      const { clock, page } = bench({ withoutHost: true, connect: { foreignUserAgent: true } })
      const ready = watch(page.ready())
      await clock.advance(3100)
      expect(ready.error).toMatchObject({ code: 'NOT_QIANNIU', userMessage: '当前可能不是千牛环境' })
    })

    test('without a channel every call rejects at once', async () => {
      const clock = fakeClock()
      const page = connectHost(null, { pageVersion: '0.1.0', env: clock })
      const all = [
        watch(page.ready()),
        watch(page.call('top.invoke', {})),
        watch(page.sendBlob(new Uint8Array(1), { name: 'a', type: '' })),
      ]
      await clock.settle()
      for (const { error } of all) expect(error).toMatchObject({ code: 'NOT_QIANNIU' })
      expect(clock.timers).toBe(0)
    })

    test.each([
      [2900, 'ready'],
      [3100, 'too late, but ready from then on'],
    ])('a welcome after %i ms is %s', async (delay, _what) => {
      let first = true
      const { clock, page } = bench({
        handlers,
        fault: (way, frame) => {
          if (way !== 'toPage' || frame.k !== 'welcome') return undefined
          const late = first
          first = false
          return late ? [{ delay }] : []
        },
      })
      const ready = watch(page.ready())
      await clock.advance(3050)
      expect(ready.error === undefined).toBe(delay < 3000)
      await clock.advance(100)
      expect(page.state()).toBe('ready')
      const call = watch(page.call('top.invoke', 1))
      await clock.advance(100)
      expect(call.value).toBe(1)
    })

    test('doubled hellos and welcomes have no effect', async () => {
      const states: string[] = []
      const { clock, page } = bench({ handlers, fault: () => [{ delay: 1 }, { delay: 2 }, { delay: 300 }] })
      page.onState((state) => states.push(state))
      await clock.advance(3000)
      expect(states).toEqual(['ready'])
    })

    test.each([
      [[3, 4] as const, 'newer'],
      [[0, 0] as const, 'older'],
    ])('a host with protocol versions %o is refused with a hint to upgrade', async (proto, _what) => {
      const { clock, page } = bench({ handlers, host: { proto } })
      const ready = watch(page.ready())
      const call = watch(page.call('top.invoke', {}))
      await clock.advance(20)
      expect(ready.error).toMatchObject({ code: 'VERSION', userMessage: expect.stringContaining('升级') })
      expect(call.error).toMatchObject({ code: 'VERSION' })
    })

    test('after a failed handshake the next call looks for a host again', async () => {
      const { clock, page, restartHost } = bench({ withoutHost: true, handlers })
      watch(page.ready())
      await clock.advance(5000)
      restartHost()
      await clock.advance(5000)
      const call = watch(page.call('top.invoke', 1))
      await clock.advance(100)
      expect(call.value).toBe(1)
    })
  })

  describe('a host that is lost', () => {
    test('a host that comes back gets reads once more, and writes reject with HOST_GONE', async () => {
      const never: Handler = () => new Promise(() => {})
      const { clock, page, restartHost, fault } = bench({ handlers: { 'storage.get': never, 'top.invoke': never } })
      const read = watch(page.call('storage.get', 'a'))
      const write = watch(page.call('top.invoke', {}, { write: true }))
      await clock.advance(50)
      fault(undefined)
      restartHost({ withoutBye: true, handlers })
      await clock.advance(200)
      expect(read.value).toBe('kept')
      expect(write.error).toMatchObject({ code: 'HOST_GONE', userMessage: '千牛数据返回超时' })
      restartHost({ withoutBye: true, handlers: { 'storage.get': never } })
      const second = watch(page.call('storage.get', 'a'))
      await clock.advance(200)
      restartHost({ withoutBye: true, handlers: { 'storage.get': never } })
      await clock.advance(200)
      restartHost({ withoutBye: true, handlers })
      await clock.advance(200)
      expect(second.error).toMatchObject({ code: 'HOST_GONE' })
    })

    test('a host that goes for good makes calls reject at their limits and the page lost', async () => {
      const { clock, page, stopHost } = bench({ handlers: { 'storage.get': () => new Promise(() => {}) } })
      const read = watch(page.call('storage.get', 'a'))
      await clock.advance(50)
      stopHost()
      // The pings at 10 s and 20 s stay unanswered, so the host is lost at 30 s. The call's own limit of 10 s ends first.
      await clock.advance(40_000)
      expect(read.error?.code).toBe('TIMEOUT')
      expect(page.state()).toBe('lost')
      expect(page.stats()).toMatchObject({ pending: 0, timers: 0 })
    })

    test('a host that goes without a bye is noticed by two unanswered pings', async () => {
      const { clock, page, stopHost } = bench({ handlers })
      await clock.advance(50)
      stopHost()
      await clock.advance(20_500)
      expect(page.state()).toBe('ready')
      await clock.advance(10_000)
      expect(page.state()).toBe('lost')
    })

    test('a host reloaded without a bye is found by the next call within milliseconds', async () => {
      const { clock, page, restartHost, fault } = bench({ handlers })
      await clock.advance(50)
      fault(loseFrames('toPage', 'bye'))
      restartHost({ withoutBye: true })
      await clock.advance(50)
      const call = watch(page.call('storage.get', 'a'))
      await clock.advance(50)
      expect(call.value).toBe('kept')
    })

    test('a hidden page sends no pings', async () => {
      let visible = false
      const clock = fakeClock()
      const { page, stopHost, count } = bench({ handlers, clock, connect: { env: { ...clock, visible: () => visible } } })
      await clock.advance(50)
      stopHost()
      await clock.advance(60_000)
      expect([page.state(), count('toHost', 'ping')]).toEqual(['ready', 0])
      visible = true
      await clock.advance(30_000)
      expect(page.state()).toBe('lost')
    })

    test('a page that lost only pongs meets the same host again, and pending calls continue', async () => {
      const done = deferred<unknown>()
      const { clock, page, fault } = bench({ handlers: { 'top.invoke': () => done.promise } })
      const call = watch(page.call('top.invoke', {}, { write: true, timeoutMs: 120_000 }))
      await clock.advance(50)
      fault(loseFrames('toPage', 'pong', 99))
      const states: string[] = []
      page.onState((state) => states.push(state))
      await clock.advance(31_000)
      expect(states).toEqual(['lost', 'ready'])
      done.resolve(7)
      await clock.advance(50)
      expect(call.value).toBe(7)
    })
  })

  describe('a page that leaves', () => {
    test('uploads of a former page are undone when the next page says hello', async () => {
      const finished = deferred()
      const space = new Set<string>()
      const { clock, page, newPage, host } = bench({
        handlers: {
          'cloud.upload': async (_params, { undo }) => {
            await finished.promise
            space.add('a')
            undo('a', () => void space.delete('a'))
            return { fileId: 'a', url: 'https://img.alicdn.com/a' }
          },
        },
      })
      watch(page.call('cloud.upload', {}))
      await clock.advance(50)
      const next = newPage()
      await clock.advance(50)
      expect(next.state()).toBe('ready')
      finished.resolve()
      await clock.advance(50)
      expect([space.size, host().stats().running]).toEqual([0, 0])
    })

    test.each([
      ['with a goodbye', true],
      ['without one', false],
    ])('when the iframe gets another address, %s, the former page’s calls are aborted and undone', async (_name, polite) => {
      const space = new Set<string>()
      const finished = deferred()
      const { clock, page, newPage, host } = bench({
        handlers: {
          ...handlers,
          'cloud.upload': async (_params, { undo }) => {
            space.add('a')
            undo('a', () => void space.delete('a'))
            await finished.promise
            return { fileId: 'a', url: 'https://img.alicdn.com/a' }
          },
        },
      })
      const call = watch(page.call('cloud.upload', {}))
      await clock.advance(100)
      if (polite) page.dispose()
      await clock.advance(5)
      const next = newPage()
      await clock.advance(50)
      finished.resolve()
      await clock.advance(50)
      expect([space.size, host().stats().running, call.value]).toEqual([0, 0, undefined])
      const again = watch(next.call('top.invoke', 'next'))
      await clock.advance(50)
      expect(again.value).toBe('next')
    })

    test('frames of a former page mean nothing to the next', async () => {
      const { clock, page, newPage, sent, inject } = bench({ handlers })
      watch(page.call('top.invoke', 'old'))
      await clock.advance(50)
      const old = sent.filter(({ direction }) => direction === 'toPage').map(({ frame }) => frame)
      const hello = sent.find(({ frame }) => frame.k === 'hello')
      const next = newPage()
      await clock.advance(50)
      for (const frame of old) inject('toPage', frame)
      inject('toHost', hello?.frame)
      const call = watch(next.call('top.invoke', 'new'))
      await clock.advance(50)
      expect(call.value).toBe('new')
      const { sid = 0, nonce = 0 } = next.stats().ignored
      expect(sid + nonce).toBe(old.length)
    })
  })

  describe('a hidden window, whose timers run once a minute', () => {
    /** Fires timers once a minute, as browsers do for windows that have been hidden for five minutes. */
    const throttled = (clock: ReturnType<typeof fakeClock>) => ({
      ...clock,
      set: (task: () => void, ms: number) => clock.set(task, Math.ceil((clock.now() + ms) / 60_000) * 60_000 - clock.now()),
      visible: () => false,
    })

    test('a hidden page gets its replies as soon as they arrive', async () => {
      const clock = fakeClock()
      const { page } = bench({ handlers, clock, connect: { env: throttled(clock) } })
      const calls = Array.from({ length: 20 }, (_, n) => watch(page.call('top.invoke', n)))
      await clock.advance(100)
      expect(calls.map(({ value }) => value)).toEqual(Array.from({ length: 20 }, (_, n) => n))
      await clock.advance(600_000)
      expect(page.state()).toBe('ready')
    })

    test('a hidden page does not take a lost reply for a dead host', async () => {
      const clock = fakeClock()
      const { page } = bench({ handlers, clock, connect: { env: throttled(clock) }, fault: loseFrames('toPage', 'res', 1) })
      const states: string[] = []
      page.onState((state) => states.push(state))
      const call = watch(page.call('storage.get', 'a'))
      await clock.advance(300_000)
      expect([call.settled, call.value]).toEqual([1, 'kept'])
      expect(states).toEqual(['ready'])
    })
  })

  describe('sleep', () => {
    test('a sleep during a call is no timeout if the host still answers', async () => {
      const done = deferred<unknown>()
      const { clock, page } = bench({ handlers: { 'top.invoke': () => done.promise } })
      const call = watch(page.call('top.invoke', {}, { timeoutMs: 20_000 }))
      await clock.advance(5000)
      clock.sleep(3_600_000)
      await clock.advance(100)
      expect(call.settled).toBe(0)
      done.resolve(1)
      await clock.advance(100)
      expect(call.value).toBe(1)
    })

    test('a call that nobody answers after a sleep times out 2 s after waking', async () => {
      const { clock, page, stopHost } = bench({ handlers: { 'top.invoke': () => new Promise(() => {}) } })
      const call = watch(page.call('top.invoke', {}, { timeoutMs: 20_000 }))
      await clock.advance(5000)
      stopHost()
      clock.sleep(3_600_000)
      await clock.advance(1900)
      expect(call.settled).toBe(0)
      await clock.advance(200)
      expect(call.error).toMatchObject({ code: 'TIMEOUT' })
    })

    test('after a sleep the host, too, gives a call its time back', async () => {
      const done = deferred<unknown>()
      const { clock, page, host } = bench({ handlers: { 'top.invoke': () => done.promise } })
      const call = watch(page.call('top.invoke', {}, { timeoutMs: 20_000 }))
      await clock.advance(5000)
      clock.sleep(3_600_000)
      await clock.advance(12_000)
      expect([call.settled, host().stats().running]).toEqual([0, 1])
      done.resolve('after all')
      await clock.advance(100)
      expect(call.value).toBe('after all')
    })

    test.each([
      ['answered before the night, with the answer lost', true],
      ['cancelled before it ever arrived', false],
    ])('a write %s does not run again after a night’s sleep', async (_name, arrives) => {
      let runs = 0
      const { clock, page, fault, sent, inject } = bench({ handlers: { 'top.invoke': () => ++runs } })
      await clock.advance(50)
      fault((_way, { k }) => (k === 'res' || (k === 'req' && !arrives) ? [] : undefined))
      const controller = new AbortController()
      const call = watch(page.call('top.invoke', {}, { write: true, signal: controller.signal }))
      await clock.advance(100)
      if (!arrives) controller.abort()
      await clock.advance(10)
      // Sleep until everything that the host stores for a limited time has expired.
      clock.sleep(12 * 3_600_000)
      fault(undefined)
      inject('toHost', sent.find(({ frame }) => frame.k === 'req')?.frame)
      await clock.advance(60_000)
      expect(runs).toBe(arrives ? 1 : 0)
      expect(call.settled).toBe(1)
    })

    test('an idle page that sleeps does not lose its host', async () => {
      const { clock, page } = bench({ handlers })
      await clock.advance(50)
      for (let minute = 0; minute < 5; minute += 1) {
        clock.sleep(60_000)
        await clock.advance(10)
      }
      expect(page.state()).toBe('ready')
    })
  })

  describe('dispose', () => {
    test('dispose rejects pending calls, notifies the host and leaves nothing behind', async () => {
      const { clock, page, host } = bench({ handlers: { 'top.invoke': () => new Promise(() => {}) } })
      page.onState(() => {})
      const calls = [watch(page.call('top.invoke', 1)), watch(page.call('top.invoke', 2))]
      await clock.advance(50)
      page.dispose()
      page.dispose()
      await clock.advance(50)
      for (const call of calls) expect(call.error).toMatchObject({ code: 'CANCELLED', stage: 'dispose' })
      expect(page.stats()).toMatchObject({ pending: 0, timers: 0, listeners: 0 })
      const late = watch(page.call('top.invoke', 3))
      await clock.settle()
      expect(late.error).toMatchObject({ code: 'CANCELLED' })
      host().dispose()
      await clock.advance(10)
      expect(clock.timers).toBe(0)
    })
  })
})
