import { describe, expect, test } from 'vitest'
import type { Handler } from '../host/types'
import { deferred, hostBuilds, loseFrames, watch } from './bench'
import { fileRef, pictureSpace } from './picture-space'

describe.each(hostBuilds)('with a host %s:', (_place, bench) => {
  const echo: Handler = (params) => params

  describe('a call', () => {
    test('a call reaches the handler with its parameters and resolves with its value', async () => {
      const { clock, page } = bench({ handlers: { 'top.invoke': echo } })
      const call = watch(page.call('top.invoke', { api: 'taobao.item.get', data: { iid: 1 } }))
      await clock.advance(100)
      expect(call.value).toEqual({ api: 'taobao.item.get', data: { iid: 1 } })
      expect(page.stats().pending).toBe(0)
    })

    test('a call made before a host exists waits and is sent once there is one', async () => {
      const { clock, page, restartHost } = bench({ withoutHost: true, handlers: { 'top.invoke': echo } })
      const call = watch(page.call('top.invoke', { n: 1 }))
      await clock.advance(900)
      expect(call.settled).toBe(0)
      restartHost()
      await clock.advance(300)
      expect(call.value).toEqual({ n: 1 })
    })

    test('100 calls at once each get their own reply, in any order', async () => {
      let sent = 0
      const { clock, page } = bench({
        handlers: { 'top.invoke': echo },
        fault: () => [{ delay: 1 + ((++sent * 37) % 50) }],
      })
      const calls = Array.from({ length: 100 }, (_, n) => watch(page.call('top.invoke', { n })))
      await clock.advance(5000)
      expect(calls.map(({ value }) => value)).toEqual(Array.from({ length: 100 }, (_, n) => ({ n })))
      expect(page.stats().pending).toBe(0)
    })
  })

  describe('loss and order', () => {
    test('a lost request is sent again and executed once', async () => {
      let runs = 0
      const { clock, page } = bench({ handlers: { 'top.invoke': () => ++runs }, fault: loseFrames('toHost', 'req') })
      const call = watch(page.call('top.invoke', {}))
      await clock.advance(1500)
      expect(call.value).toBe(1)
      expect(runs).toBe(1)
    })

    test('a request lost twice is sent a third time and executed once', async () => {
      let runs = 0
      const { clock, page, count } = bench({ handlers: { 'top.invoke': () => ++runs }, fault: loseFrames('toHost', 'req', 2) })
      const call = watch(page.call('top.invoke', {}))
      await clock.advance(1500)
      expect([call.value, runs, count('toHost', 'req')]).toEqual([1, 1, 3])
    })

    test('a request that never arrives ends as 千牛数据返回超时 after 2 s', async () => {
      const { clock, page } = bench({ handlers: { 'top.invoke': echo }, fault: loseFrames('toHost', 'req', 99) })
      const call = watch(page.call('top.invoke', {}))
      await clock.advance(1999)
      expect(call.settled).toBe(0)
      await clock.advance(10)
      expect(call.error).toMatchObject({ code: 'TIMEOUT', stage: 'ack', userMessage: '千牛数据返回超时' })
    })

    test('a lost ack does not matter if the reply arrives', async () => {
      const { clock, page } = bench({ handlers: { 'top.invoke': echo }, fault: loseFrames('toPage', 'ack', 99) })
      const call = watch(page.call('top.invoke', 'x'))
      await clock.advance(100)
      expect(call.value).toBe('x')
    })

    test('a lost quick reply comes again when the request is repeated', async () => {
      const { clock, page } = bench({ handlers: { 'top.invoke': echo }, fault: loseFrames('toPage', 'res') })
      const call = watch(page.call('top.invoke', 'x'))
      await clock.advance(1100)
      expect(call.value).toBe('x')
    })

    test('a lost slow reply is requested again by the next ping', async () => {
      const { clock, page } = bench({
        handlers: { 'top.invoke': () => new Promise((resolve) => clock.set(() => resolve('x'), 4000)) },
        fault: loseFrames('toPage', 'res'),
      })
      const call = watch(page.call('top.invoke', {}))
      await clock.advance(4900)
      expect(call.settled).toBe(0)
      await clock.advance(200)
      expect(call.value).toBe('x')
    })

    test('a call whose reply never arrives ends at its time limit, and its effect is undone', async () => {
      const { space, upload } = pictureSpace(Promise.resolve())
      const { clock, page } = bench({ handlers: { 'cloud.file.save': upload }, fault: loseFrames('toPage', 'res', 99) })
      const call = watch(page.call('cloud.file.save', {}))
      await clock.advance(9000)
      expect(space.size).toBe(1)
      await clock.advance(1100)
      expect(call.error).toMatchObject({ code: 'TIMEOUT', stage: 'reply' })
      expect(space.size).toBe(0)
    })

    test('a reply after the time limit is dropped and the upload undone', async () => {
      const finished = deferred()
      const { space, upload, uploads } = pictureSpace(finished.promise)
      const { clock, page } = bench({ handlers: { 'cloud.upload': upload } })
      const call = watch(page.call('cloud.upload', {}, { timeoutMs: 5000 }))
      await clock.advance(5100)
      expect(call.error).toMatchObject({ code: 'TIMEOUT' })
      finished.resolve()
      await clock.advance(100)
      expect(uploads()).toBe(1)
      expect(space.size).toBe(0)
      expect(call.settled).toBe(1)
    })

    test('a late reply of a host that never received the cancel is dropped and logged', async () => {
      const finished = deferred()
      const { clock, page, logs, fault } = bench({ handlers: { 'top.invoke': () => finished.promise.then(() => 1) } })
      fault(loseFrames('toHost', 'cancel', 99))
      const call = watch(page.call('top.invoke', {}, { timeoutMs: 3000 }))
      await clock.advance(3100)
      finished.resolve()
      await clock.advance(100)
      expect(call.settled).toBe(1)
      expect(page.stats().ignored.late).toBeGreaterThan(0)
      expect(logs.some(({ event }) => event === 'late-frame')).toBe(true)
      await clock.advance(6000)
      expect(logs.some(({ event }) => event === 'cancel-unconfirmed')).toBe(true)
    })

    test('when every frame is doubled, each call runs once and settles once', async () => {
      let runs = 0
      const { clock, page } = bench({ handlers: { 'top.invoke': () => ++runs }, fault: () => [{ delay: 1 }, { delay: 3 }] })
      const calls = Array.from({ length: 10 }, () => watch(page.call('top.invoke', {})))
      await clock.advance(500)
      expect(calls.map(({ settled }) => settled)).toEqual(Array(10).fill(1))
      expect(runs).toBe(10)
    })

    test('progress that arrives out of order never decreases, and none is reported after the reply', async () => {
      const seen: number[] = []
      const { clock, page } = bench({
        handlers: {
          'cloud.upload': (_params, { progress }) => {
            for (const loaded of [1, 2, 3, 4]) progress('upload', loaded, 4)
            return fileRef
          },
        },
        fault: (_way, frame) =>
          frame.k === 'prog' ? [{ delay: frame.i === 1 ? 2 : frame.i === 3 ? 50 : 3 + frame.i }] : [{ delay: 10 }],
      })
      const call = watch(page.call('cloud.upload', {}, { onProgress: ({ loaded }) => seen.push(loaded) }))
      await clock.advance(500)
      expect(call.value).toEqual(fileRef)
      expect(seen).toEqual([2, 3])
    })

    test('a doubled reply settles its call once', async () => {
      const { clock, page } = bench({
        handlers: { 'top.invoke': echo },
        fault: (_way, { k }) => (k === 'res' ? [{ delay: 1 }, { delay: 2 }, { delay: 900 }] : undefined),
      })
      const call = watch(page.call('top.invoke', 'x'))
      await clock.advance(1000)
      expect([call.value, call.settled, page.stats().ignored.late]).toEqual(['x', 1, 2])
    })

    test('a reply that arrives before its ack settles the call, and the later ack is ignored', async () => {
      const { clock, page } = bench({
        handlers: { 'cloud.upload': () => new Promise((resolve) => clock.set(() => resolve(fileRef), 100)) },
        fault: (_way, { k }) => (k === 'ack' ? [{ delay: 300 }] : undefined),
      })
      const call = watch(page.call('cloud.upload', {}))
      await clock.advance(200)
      expect(call.value).toEqual(fileRef)
      await clock.advance(1000)
      expect(call.settled).toBe(1)
      expect(page.stats()).toMatchObject({ pending: 0, timers: 1, ignored: { late: 1 } })
    })

    test('progress after the reply is ignored and starts no timer', async () => {
      const seen: number[] = []
      const { clock, page } = bench({
        handlers: {
          'cloud.upload': (_params, { progress }) => {
            progress('upload', 1)
            progress('upload', 2)
            return fileRef
          },
        },
        fault: (_way, frame) => (frame.k === 'prog' ? [{ delay: 400 + frame.i }] : undefined),
      })
      const call = watch(page.call('cloud.upload', {}, { onProgress: ({ loaded }) => seen.push(loaded) }))
      await clock.advance(1000)
      expect([call.value, seen, page.stats().ignored.late]).toEqual([fileRef, [], 2])
      expect(page.stats()).toMatchObject({ pending: 0, timers: 1 })
    })

    test('a repeated idempotency key gets the first reply, also from a reloaded page', async () => {
      let runs = 0
      const { clock, page, newPage } = bench({ handlers: { 'top.invoke': () => ++runs } })
      const first = watch(page.call('top.invoke', {}, { idempotencyKey: 'k1' }))
      const second = watch(page.call('top.invoke', {}, { idempotencyKey: 'k1' }))
      await clock.advance(100)
      const third = watch(newPage().call('top.invoke', {}, { idempotencyKey: 'k1' }))
      await clock.advance(100)
      expect([first.value, second.value, third.value]).toEqual([1, 1, 1])
      expect(runs).toBe(1)
    })

    test('a write that timed out runs only once when it is retried with its key', async () => {
      let runs = 0
      const done = deferred()
      const { clock, page } = bench({ handlers: { 'top.invoke': () => done.promise.then(() => ++runs) } })
      const first = watch(page.call('top.invoke', {}, { idempotencyKey: 'k', timeoutMs: 3000 }))
      await clock.advance(3100)
      const second = watch(page.call('top.invoke', {}, { idempotencyKey: 'k' }))
      await clock.advance(100)
      done.resolve()
      await clock.advance(100)
      expect(first.error).toMatchObject({ code: 'TIMEOUT' })
      expect(second.value).toBe(1)
      expect(runs).toBe(1)
    })

    test('a failed call frees its idempotency key', async () => {
      let runs = 0
      const handlers = {
        'top.invoke': () => {
          runs += 1
          if (runs === 1) throw { code: 'NETWORK', message: 'down' }
          return runs
        },
      }
      const { clock, page } = bench({ handlers })
      const first = watch(page.call('top.invoke', {}, { idempotencyKey: 'k' }))
      await clock.advance(100)
      const second = watch(page.call('top.invoke', {}, { idempotencyKey: 'k' }))
      await clock.advance(100)
      expect(first.error).toMatchObject({ code: 'NETWORK', userMessage: '客户端网络错误，请稍后重试' })
      expect(second.value).toBe(2)
    })
  })
})
