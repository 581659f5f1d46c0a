import { describe, expect, test } from 'vitest'
import { createLedger } from '../host/ledger'
import type { Handler } from '../host/types'
import { deferred, hostBuilds, loseFrames, watch } from './bench'
import { fakeClock } from './fake-clock'

describe.each(hostBuilds)('with a host %s:', (_place, bench) => {
  type Step = 'store.config' | 'upload' | 'file.save'

  /** A picture space whose upload waits in the step `pausedStep` until `release` is called. */
  function pausedUpload(pausedStep: Step) {
    const space = new Set<string>()
    const pause = deferred()
    let uploads = 0
    const waitAt = (name: Step) => (name === pausedStep ? pause.promise : Promise.resolve())
    const upload: Handler = async (_params, { progress, undo, signal }) => {
      progress('store.config', 0)
      await waitAt('store.config')
      if (signal.aborted) throw { code: 'CANCELLED' }
      progress('upload', 0)
      uploads += 1
      const fileId = `cloud://${uploads}.png`
      space.add(fileId)
      await waitAt('upload')
      undo(fileId, () => void space.delete(fileId))
      progress('file.save', 0)
      await waitAt('file.save')
      return { fileId, url: `https://img.alicdn.com/${uploads}.png` }
    }
    return { space, release: () => pause.resolve(), upload, uploads: () => uploads }
  }

  const withLedger = () => {
    const clock = fakeClock()
    return { clock, host: { ledger: createLedger(clock.now) } }
  }

  test.each([
    ['store.config', 0],
    ['upload', 1],
    ['file.save', 1],
  ] as const)(
    'a host restarted while an upload is at %s leaves no picture behind, and the next upload works',
    async (held, sent) => {
      const { space, release, upload, uploads } = pausedUpload(held)
      const { clock, page, restartHost } = bench({ ...withLedger(), handlers: { 'cloud.upload': upload } })
      const first = watch(page.call('cloud.upload', {}))
      await clock.advance(100)
      restartHost()
      await clock.advance(100)
      expect(first.error).toMatchObject({ code: 'HOST_GONE', userMessage: '千牛数据返回超时' })
      release()
      await clock.advance(100)
      expect([uploads(), space.size]).toEqual([sent, 0])
      const second = watch(page.call('cloud.upload', {}))
      await clock.advance(100)
      expect(second.value).toMatchObject({ fileId: `cloud://${sent + 1}.png` })
      expect(space.size).toBe(1)
    },
  )

  test('when a host restarts while its reply is on the way, the next one undoes the upload', async () => {
    const { space, release, upload } = pausedUpload('file.save')
    const { clock, page, restartHost, logs } = bench({
      ...withLedger(),
      handlers: { 'cloud.upload': upload },
      fault: loseFrames('toPage', 'res', 1),
    })
    const call = watch(page.call('cloud.upload', {}))
    release()
    await clock.advance(100)
    expect([call.settled, space.size]).toEqual([0, 1])
    restartHost()
    await clock.advance(100)
    expect(call.error).toMatchObject({ code: 'HOST_GONE' })
    expect(space.size).toBe(0)
    expect(logs.some(({ event }) => event === 'undone')).toBe(true)
  })

  test('a picture whose reply arrived survives any restart', async () => {
    const { space, release, upload } = pausedUpload('file.save')
    const { clock, page, restartHost } = bench({ ...withLedger(), handlers: { 'cloud.upload': upload } })
    const call = watch(page.call('cloud.upload', {}))
    release()
    await clock.advance(100)
    restartHost()
    await clock.advance(20_000)
    expect(call.value).toMatchObject({ fileId: 'cloud://1.png' })
    expect(space.size).toBe(1)
  })

  test('when two calls share an effect and one got its reply, the picture stays', async () => {
    const { space, release, upload } = pausedUpload('file.save')
    const { clock, page, restartHost } = bench({
      ...withLedger(),
      handlers: { 'cloud.upload': upload },
      fault: loseFrames('toPage', 'res', 1),
    })
    const calls = [1, 2].map(() => watch(page.call('cloud.upload', {}, { idempotencyKey: 'k' })))
    await clock.advance(20)
    release()
    await clock.advance(20)
    restartHost()
    await clock.advance(100)
    expect(calls.map(({ error, value }) => error?.code ?? value)).toEqual([
      'HOST_GONE',
      expect.objectContaining({ fileId: 'cloud://1.png' }),
    ])
    expect(space.size).toBe(1)
  })

  test('a host that comes back after the handshake limit still receives the cancels', async () => {
    const { space, release, upload } = pausedUpload('file.save')
    const { clock, page, host, restartHost, fault } = bench({
      ...withLedger(),
      handlers: { 'cloud.upload': upload },
      fault: loseFrames('toPage', 'res', 1),
    })
    const call = watch(page.call('cloud.upload', {}))
    release()
    await clock.advance(100)
    fault(() => [])
    host().dispose()
    await clock.advance(40_000)
    expect(call.settled).toBe(1)
    expect(space.size).toBe(1)
    fault(undefined)
    restartHost()
    await clock.advance(100)
    expect(space.size).toBe(0)
  })

  test('disposing a page while a reply is on the way undoes the upload', async () => {
    const { space, release, upload } = pausedUpload('file.save')
    const { clock, page } = bench({ handlers: { 'cloud.upload': upload }, fault: loseFrames('toPage', 'res', 1) })
    const call = watch(page.call('cloud.upload', {}))
    release()
    await clock.advance(100)
    page.dispose()
    await clock.advance(100)
    expect(call.error).toMatchObject({ code: 'CANCELLED' })
    expect(space.size).toBe(0)
  })

  test('a late welcome of the former host does not keep the page from the present host', async () => {
    const { clock, page, host, inject, restartHost, sent } = bench({ handlers: { 'top.invoke': (params) => params } })
    await clock.advance(50)
    const lateWelcome = sent.find(({ frame }) => frame.k === 'welcome')?.frame
    const former = host().id
    restartHost({ withoutBye: true })
    await clock.advance(1)
    inject('toPage', lateWelcome)
    expect(host().id).not.toBe(former)
    const call = watch(page.call('top.invoke', 1, { write: false }))
    await clock.advance(100)
    expect(call.value).toBe(1)
  })
})
