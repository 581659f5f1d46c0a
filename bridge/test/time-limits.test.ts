import { describe, expect, test } from 'vitest'
import type { Handler } from '../host/types'
import { deferred, hostBuilds, watch } from './bench'

describe.each(hostBuilds)('with a host %s:', (_place, bench) => {
  describe('time limits', () => {
    const silent: Handler = (_params, { signal }) =>
      new Promise((_resolve, reject) => signal.onAbort(() => reject({ code: 'CANCELLED' })))
    const limits: readonly [string, object, number][] = [
      ['cloud.storeConfig', {}, 10_000],
      ['cloud.file.save', {}, 10_000],
      ['cloud.delete', {}, 10_000],
      ['http', {}, 10_000],
      ['top.invoke', { write: false }, 15_000],
      ['top.invoke', { write: true }, 30_000],
      ['cloud.upload', { bytes: 0 }, 60_000],
      ['cloud.upload', { bytes: 1024 * 1024 }, 60_000 + 20_480],
      ['cloud.upload', { bytes: 1024 * 1024 * 1024 }, 300_000],
      ['http', { timeoutMs: 60_000 }, 60_000],
    ]
    test.each(limits)('a call of %s with %o times out after %i ms', async (method, options, limit) => {
      const { clock, page } = bench({ handlers: { [method]: silent } })
      const call = watch(page.call(method, {}, options))
      await clock.advance(limit - 1)
      expect(call.settled).toBe(0)
      await clock.advance(2)
      expect(call.error).toMatchObject({ code: 'TIMEOUT', stage: 'reply' })
    })

    test('an upload that has reported progress times out 30 s after the last report', async () => {
      const { clock, page } = bench({
        handlers: {
          'cloud.upload': (params, context) => {
            clock.set(() => context.progress('upload', 1), 20_000)
            return silent(params, context)
          },
        },
      })
      const call = watch(page.call('cloud.upload', {}, { bytes: 20 * 1024 * 1024 }))
      await clock.advance(49_900)
      expect(call.settled).toBe(0)
      await clock.advance(200)
      expect(call.error).toMatchObject({ code: 'TIMEOUT', stage: 'idle' })
    })

    test('a save dialog may stay open for half an hour while the host reports progress', async () => {
      const chosen = deferred<{ saved: boolean }>()
      const { clock, page } = bench({
        handlers: {
          'disk.save': (_params, { progress }) => {
            const sendProgress = () => {
              progress('user-dialog', 0)
              clock.set(sendProgress, 5000)
            }
            sendProgress()
            return chosen.promise
          },
        },
      })
      const call = watch(page.call('disk.save', {}))
      await clock.advance(1_800_000)
      expect(call.settled).toBe(0)
      chosen.resolve({ saved: false })
      await clock.advance(10)
      expect(call.value).toEqual({ saved: false })
    })

    test('a save times out 60 s after the host’s last progress', async () => {
      const { clock, page } = bench({ handlers: { 'disk.save': silent } })
      const call = watch(page.call('disk.save', {}))
      await clock.advance(60_100)
      expect(call.error).toMatchObject({ code: 'TIMEOUT', stage: 'idle' })
    })
  })
})
