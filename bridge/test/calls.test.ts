import { describe, expect, test } from 'vitest'
import type { CallContext, Handler } from '../host/types'
import { deferred, type Fault, hostBuilds, loseFrames, watch } from './bench'

describe.each(hostBuilds)('with a host %s:', (_place, bench) => {
  const echo: Handler = (params) => params
  const fileRef = { fileId: 'cloud://a.png', url: 'https://img.alicdn.com/a.png', fileName: 'a.png' }

  /** A picture space whose uploads finish when `finished` resolves and whose undo step deletes the picture. */
  function pictureSpace(finished: Promise<unknown>) {
    const space = new Set<string>()
    let uploads = 0
    const upload = async (_params: unknown, { undo }: CallContext) => {
      await finished
      uploads += 1
      space.add(fileRef.fileId)
      undo(fileRef.fileId, () => void space.delete(fileRef.fileId))
      return fileRef
    }
    return { space, upload, uploads: () => uploads }
  }

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

  describe('a repeated key', () => {
    /** A picture space whose deletes take until `release`; `order` names what happened. */
    function slowUndo() {
      const deleted = deferred()
      const uploaded = deferred()
      const order: string[] = []
      let runs = 0
      const upload: Handler = async (_params, { undo }) => {
        runs += 1
        const name = `run ${runs}`
        order.push(name)
        undo(name, async () => {
          order.push(`${name} is being undone`)
          await deleted.promise
          order.push(`${name} is undone`)
        })
        if (runs === 1) await uploaded.promise
        return fileRef
      }
      return { upload, order, deleted, uploaded }
    }
    const undoneFirst = ['run 1', 'run 1 is being undone', 'run 1 is undone', 'run 2']

    test.each(['the reply', 'the end of the run'] as const)(
      'a repeated key starts only after the effect of a call that was cancelled before %s is undone',
      async (moment) => {
        const { upload, order, deleted, uploaded } = slowUndo()
        const fault: Fault = (direction, frame) =>
          direction === 'toPage' && frame.k === 'res' && order.length === 1 ? [] : undefined
        const { clock, page } = bench({ handlers: { 'cloud.upload': upload }, fault })
        const controller = new AbortController()
        const first = watch(page.call('cloud.upload', {}, { idempotencyKey: 'k', signal: controller.signal }))
        await clock.advance(50)
        if (moment === 'the reply') uploaded.resolve()
        await clock.advance(50)
        controller.abort()
        await clock.advance(50)
        uploaded.resolve()
        const second = watch(page.call('cloud.upload', {}, { idempotencyKey: 'k' }))
        await clock.advance(300)
        expect([first.error?.code, second.settled, order]).toEqual(['CANCELLED', 0, undoneFirst.slice(0, 2)])
        deleted.resolve()
        await clock.advance(100)
        expect([second.value, order]).toEqual([fileRef, undoneFirst])
      },
    )

    test('a repeated key of a call that failed after its effect waits until that is undone', async () => {
      const { upload, order, deleted } = slowUndo()
      let failed = false
      const failing: Handler = async (params, context) => {
        if (failed) return upload(params, context)
        failed = true
        order.push('run 0')
        context.undo('run 0', async () => {
          await deleted.promise
          order.push('run 0 is undone')
        })
        throw { code: 'NETWORK' }
      }
      const { clock, page } = bench({ handlers: { 'cloud.upload': failing } })
      const first = watch(page.call('cloud.upload', {}, { idempotencyKey: 'k' }))
      await clock.advance(50)
      watch(page.call('cloud.upload', {}, { idempotencyKey: 'k' }))
      await clock.advance(100)
      expect([first.error?.code, order]).toEqual(['NETWORK', ['run 0']])
      deleted.resolve()
      await clock.advance(100)
      expect(order).toEqual(['run 0', 'run 0 is undone', 'run 1'])
    })

    test('one key for calls with different parameters is refused, also when another page sends it', async () => {
      let runs = 0
      const { clock, page, newPage } = bench({ handlers: { 'storage.set': () => ++runs > 0 } })
      const call = (from: typeof page, parameters: object) => watch(from.call('storage.set', parameters, { idempotencyKey: 'k' }))
      const calls = [
        call(page, { key: 'a', value: '1' }),
        call(page, { key: 'a', value: '2' }),
        call(page, { key: 'a', value: '1' }),
      ]
      await clock.advance(100)
      const other = newPage()
      calls.push(call(other, { key: 'b', value: '1' }), call(other, { key: 'a', value: '1' }))
      await clock.advance(100)
      expect(calls.map(({ error, value }) => error?.code ?? value)).toEqual([true, 'PROTOCOL', true, 'PROTOCOL', true])
      expect(runs).toBe(1)
    })

    test('a key is the same for a file that is sent again under another handle', async () => {
      let runs = 0
      const upload: Handler = () => {
        runs += 1
        return fileRef
      }
      const { clock, page } = bench({ handlers: { 'cloud.upload': upload } })
      const calls = ['h1', 'h2'].map((blob) =>
        watch(page.call('cloud.upload', { file: { blob }, cloudPath: 'a.png' }, { idempotencyKey: 'k' })),
      )
      await clock.advance(100)
      expect([runs, calls.map(({ value }) => value)]).toEqual([1, [fileRef, fileRef]])
    })
  })

  describe('cancel', () => {
    test('cancelling rejects at once, and an upload that still finishes is undone', async () => {
      const finished = deferred()
      const { space, upload } = pictureSpace(finished.promise)
      const { clock, page, host } = bench({ handlers: { 'cloud.upload': upload } })
      const controller = new AbortController()
      const call = watch(page.call('cloud.upload', {}, { signal: controller.signal }))
      await clock.advance(50)
      controller.abort()
      await clock.settle()
      expect(call.error).toMatchObject({ code: 'CANCELLED' })
      finished.resolve()
      await clock.advance(50)
      expect(space.size).toBe(0)
      expect(host().stats().running).toBe(0)
      expect(page.stats().listeners).toBe(1)
    })

    test('cancelling aborts the handler’s signal, so that it can stop its upload', async () => {
      const { clock, page, host } = bench({
        handlers: {
          'cloud.upload': (_params, { signal }) =>
            new Promise((_resolve, reject) => signal.onAbort(() => reject({ code: 'CANCELLED' }))),
        },
      })
      const controller = new AbortController()
      watch(page.call('cloud.upload', {}, { signal: controller.signal }))
      await clock.advance(50)
      expect(host().stats().running).toBe(1)
      controller.abort()
      await clock.advance(50)
      expect(host().stats().running).toBe(0)
    })

    test('a cancel that overtakes its request prevents the call from running', async () => {
      let runs = 0
      const { clock, page, fault } = bench({ handlers: { 'top.invoke': () => ++runs } })
      await clock.advance(50)
      fault((_way, frame) => (frame.k === 'req' ? [{ delay: 100 }] : undefined))
      const controller = new AbortController()
      watch(page.call('top.invoke', {}, { signal: controller.signal }))
      controller.abort()
      await clock.advance(500)
      expect(runs).toBe(0)
    })

    test('a cancel before the call, after its end, or repeated has no effect', async () => {
      const { clock, page, count } = bench({ handlers: { 'top.invoke': echo } })
      const never = new AbortController()
      never.abort()
      const refused = watch(page.call('top.invoke', 1, { signal: never.signal }))
      const late = new AbortController()
      const done = watch(page.call('top.invoke', 2, { signal: late.signal }))
      await clock.advance(100)
      late.abort()
      late.abort()
      await clock.advance(100)
      expect(refused.error).toMatchObject({ code: 'CANCELLED' })
      expect(done.value).toBe(2)
      expect(count('toHost', 'req')).toBe(1)
      expect(count('toHost', 'cancel')).toBe(0)
    })

    test('cancelling one of two calls with the same key leaves the other its result', async () => {
      const finished = deferred()
      const { space, upload, uploads } = pictureSpace(finished.promise)
      const { clock, page } = bench({ handlers: { 'cloud.upload': upload } })
      const controller = new AbortController()
      const cancelledCall = watch(page.call('cloud.upload', {}, { idempotencyKey: 'k', signal: controller.signal }))
      const otherCall = watch(page.call('cloud.upload', {}, { idempotencyKey: 'k' }))
      await clock.advance(50)
      controller.abort()
      finished.resolve()
      await clock.advance(50)
      expect(cancelledCall.error).toMatchObject({ code: 'CANCELLED' })
      expect(otherCall.value).toEqual(fileRef)
      expect([uploads(), space.size]).toEqual([1, 1])
    })

    test('a cancelled call whose effect cannot be undone is logged as an orphan', async () => {
      const finished = deferred()
      const { clock, page, logs } = bench({
        handlers: {
          'cloud.upload': async (_params, { undo }) => {
            await finished.promise
            undo('cloud://seller.png', () => {
              throw new Error('商家空间资源不允许使用接口删除')
            })
            return fileRef
          },
        },
      })
      const controller = new AbortController()
      watch(page.call('cloud.upload', {}, { signal: controller.signal }))
      await clock.advance(50)
      controller.abort()
      await clock.advance(50)
      finished.resolve()
      await clock.advance(50)
      expect(logs.find(({ event }) => event === 'orphan')?.detail).toMatchObject({ what: 'cloud://seller.png' })
    })
  })

  describe('a handler that fails after its effect', () => {
    test('a handler that fails after its effect has the effect undone', async () => {
      const space = new Set<string>()
      const { clock, page } = bench({
        handlers: {
          'cloud.upload': (_params, { undo }) => {
            space.add('a')
            undo('a', () => void space.delete('a'))
            throw { code: 'PARTIAL', stage: 'file.save' }
          },
        },
      })
      const call = watch(page.call('cloud.upload', {}))
      await clock.advance(50)
      expect(call.error).toMatchObject({
        code: 'PARTIAL',
        stage: 'file.save',
        userMessage: expect.stringContaining('没有登记成功'),
      })
      expect(space.size).toBe(0)
    })
  })
})
