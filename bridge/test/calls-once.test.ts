import { describe, expect, test } from 'vitest'
import type { Handler } from '../host/types'
import { deferred, type Fault, hostBuilds, watch } from './bench'
import { fileRef, pictureSpace } from './picture-space'

describe.each(hostBuilds)('with a host %s:', (_place, bench) => {
  const echo: Handler = (params) => params

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
