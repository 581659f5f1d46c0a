import { afterEach, describe, expect, test } from 'vitest'
import { BusyError, OfflineError, SessionExpiredError } from '../../../contract/call-errors'
import { pageLocks } from './task-locks'
import { memoryTaskStorage } from './task-storage'
import { createTaskStore } from './task-store'
import { eventually, windows } from './test/window'

const call = { method: 'POST', url: '/api/x' }

const { open, closeAfterTest, closeAll } = windows()
afterEach(closeAll)

describe('a task', () => {
  test('a task runs its items within the limit, stores results and errors, and calls ended once', async () => {
    const { store, start, attemptOf, attempts, states, waitForState, ended } = open()
    const id = start('甲', '乙', '丙')
    await attemptOf('乙')
    expect(attempts.map((one) => one.input)).toEqual(['甲', '乙'])
    ;(await attemptOf('甲')).succeed()
    ;(await attemptOf('丙')).fail(new Error('太大了'))
    ;(await attemptOf('乙')).succeed()
    await waitForState(id, 'ended')
    expect(states(id)).toEqual(['done', 'done', 'failed'])
    expect(store.get(id)?.items.map((item) => item.result ?? item.error)).toEqual(['甲!', '乙!', '太大了'])
    expect(ended).toHaveLength(1)
    expect(ended[0]).toMatchObject({ id, state: 'ended' })
  })

  test('a retry runs only the failed items, with their checkpoints', async () => {
    const { store, start, attemptOf, started, states, waitForState, ended } = open()
    const id = start('甲', '乙')
    ;(await attemptOf('甲')).succeed()
    const first = await attemptOf('乙')
    expect(first.context.saved).toBeUndefined()
    await first.context.checkpoint({ fileId: 7 })
    first.fail(new Error('断了'))
    await waitForState(id, 'ended')
    store.retryFailed(id)
    const second = await attemptOf('乙')
    expect(second.context.saved).toEqual({ fileId: 7 })
    expect(store.get(id)?.items[1]?.error).toBeUndefined()
    second.succeed()
    await waitForState(id, 'ended')
    expect(states(id)).toEqual(['done', 'done'])
    expect(started).toEqual(['甲', '乙', '乙'])
    expect(ended).toHaveLength(2)
  })

  test('a failed item can get another input and then starts from the beginning', async () => {
    const { store, start, attemptOf, waitForState } = open()
    const id = start('甲')
    const bad = await attemptOf('甲')
    await bad.context.checkpoint('half')
    bad.fail(new Error('坏图片'))
    await waitForState(id, 'ended')
    store.replaceItem(id, '甲', { name: '甲2.png', input: '甲2' })
    const good = await attemptOf('甲2')
    expect(good.context.saved).toBeUndefined()
    good.succeed()
    await waitForState(id, 'ended')
    expect(store.get(id)?.items[0]).toMatchObject({ key: '甲', name: '甲2.png', state: 'done', result: '甲2!' })
  })

  test('cancelling aborts running items, never starts waiting ones, and keeps done ones', async () => {
    const { store, start, attemptOf, started, states, waitForState } = open()
    const id = start('甲', '乙', '丙', '丁')
    ;(await attemptOf('甲')).succeed()
    await attemptOf('丙')
    store.cancel(id)
    await waitForState(id, 'ended')
    expect(states(id)).toEqual(['done', 'cancelled', 'cancelled', 'cancelled'])
    expect(started).toEqual(['甲', '乙', '丙'])
  })

  test('an item that succeeded although it was cancelled counts as done', async () => {
    const { store, start, attemptOf, states, waitForState } = open()
    const id = start('甲')
    const one = await attemptOf('甲')
    one.context.signal.addEventListener('abort', () => undefined)
    one.succeed()
    store.cancel(id)
    await waitForState(id, 'ended')
    expect(states(id)).toEqual(['done'])
  })

  test('a task paused by the seller stops and continues when it is resumed', async () => {
    const { store, start, attemptOf, states, waitForState } = open()
    const id = start('甲')
    await attemptOf('甲')
    store.pause(id)
    expect(store.get(id)).toMatchObject({ state: 'paused' })
    await eventually(() => expect(states(id)).toEqual(['waiting']))
    store.resume(id)
    ;(await attemptOf('甲')).succeed()
    await waitForState(id, 'ended')
    expect(states(id)).toEqual(['done'])
  })

  test('a running item reports its progress', async () => {
    const { store, start, attemptOf } = open()
    const id = start('甲')
    ;(await attemptOf('甲')).context.progress(30, 100)
    await expect.poll(() => store.get(id)?.items[0]).toMatchObject({ loaded: 30, total: 100 })
  })

  test('items fail when the code of their kind does not load, and can then be retried', async () => {
    const values = new Map<string, unknown>()
    let broken = true
    const store = createTaskStore({
      services: null,
      kinds: async () => {
        if (broken) throw new Error('ChunkLoadError')
        return { kind: 'x', concurrency: 1, run: async () => 'ok' }
      },
      storage: memoryTaskStorage(values),
      locks: pageLocks(),
      network: { isOnline: () => true, onChange: () => () => undefined },
    })
    closeAfterTest(store)
    store.setAccount('小雪')
    const id = store.start({ kind: 'x', title: 'x', scope: 'x', items: [{ key: '1', name: '一', input: 1 }] })
    await eventually(() => expect(store.get(id)?.items[0]?.error).toBe('功能没有加载成功，请检查网络后重试'))
    broken = false
    store.retryFailed(id)
    await eventually(() => expect(store.get(id)?.items[0]?.state).toBe('done'))
  })

  test('an item is retried automatically after a short network failure', async () => {
    let attempts = 0
    const store = createTaskStore({
      services: null,
      kinds: async () => ({
        kind: 'x',
        concurrency: 1,
        run: async () => {
          attempts++
          if (attempts < 3) throw new OfflineError('断了', call)
        },
      }),
      storage: memoryTaskStorage(),
      locks: pageLocks(),
      network: { isOnline: () => true, onChange: () => () => undefined },
      retryDelaysMs: [0, 0],
    })
    closeAfterTest(store)
    store.setAccount('小雪')
    const id = store.start({ kind: 'x', title: 'x', scope: 'x', items: [{ key: '1', name: '一', input: 1 }] })
    await eventually(() => expect(store.get(id)?.state).toBe('ended'))
    expect(store.get(id)?.items[0]?.state).toBe('done')
    expect(attempts).toBe(3)
  })

  test('an item that is retried shows the number of the retry and the reason', async () => {
    const timeout = Object.assign(new Error('千牛数据返回超时'), { name: 'PlatformError', retryable: true })
    const { store, start, attemptOf, waitForState } = open({ retryDelaysMs: [0, 0] })
    const id = start('甲')
    const again = () => store.get(id)?.items[0]?.autoRetry
    expect(again()).toBeUndefined()
    ;(await attemptOf('甲')).fail(timeout)
    await eventually(() => expect(again()).toEqual({ retry: 1, reason: '千牛数据返回超时' }))
    ;(await attemptOf('甲')).fail(timeout)
    await eventually(() => expect(again()).toEqual({ retry: 2, reason: '千牛数据返回超时' }))
    ;(await attemptOf('甲')).succeed()
    await waitForState(id, 'ended')
    expect(again()).toBeUndefined()
  })
})

describe('a task without a network or a session', () => {
  test('while the server is away a task waits, fails no item, and continues by itself', async () => {
    const { store, start, attemptOf, started, setReachable, states, waitForState } = open()
    const id = start('甲', '乙', '丙')
    const gone = new BusyError('系统繁忙', call)
    setReachable(false)
    ;(await attemptOf('甲')).fail(gone)
    ;(await attemptOf('乙')).fail(new OfflineError('网络不通', call))
    await eventually(() => expect(store.get(id)).toMatchObject({ state: 'paused', pause: 'away' }))
    const other = start('丁')
    await eventually(() => expect(store.get(other)).toMatchObject({ state: 'paused', pause: 'away' }))
    expect(started).toEqual(['甲', '乙'])
    setReachable(true)
    for (const name of ['甲', '乙', '丙', '丁']) (await attemptOf(name)).succeed()
    await waitForState(id, 'ended')
    await waitForState(other, 'ended')
    expect(states(id)).toEqual(['done', 'done', 'done'])
    // The server is back, so that errors count again.
    const last = start('戊')
    ;(await attemptOf('戊')).fail(gone)
    await waitForState(last, 'ended')
    expect(states(last)).toEqual(['failed'])
  })

  test('a task can be cancelled while the server is away', async () => {
    const { store, start, attemptOf, setReachable, states, waitForState } = open()
    const id = start('甲', '乙', '丙')
    setReachable(false)
    ;(await attemptOf('甲')).fail(new OfflineError('网络不通', call))
    await eventually(() => expect(store.get(id)?.pause).toBe('away'))
    store.cancel(id)
    await waitForState(id, 'ended')
    expect(states(id)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    setReachable(true)
  })

  test('a task waits while offline and continues afterwards', async () => {
    const { store, start, attemptOf, setOnline, states, waitForState } = open()
    const id = start('甲')
    const cut = await attemptOf('甲')
    setOnline(false)
    cut.fail(new OfflineError('断了', call))
    await eventually(() => expect(states(id)).toEqual(['waiting']))
    expect(store.get(id)).toMatchObject({ state: 'paused', pause: 'offline' })
    setOnline(true)
    ;(await attemptOf('甲')).succeed()
    await waitForState(id, 'ended')
    expect(states(id)).toEqual(['done'])
  })

  test('an expired session pauses a task, and it continues when the same account signs in', async () => {
    const { store, start, attemptOf, started, states, waitForState } = open()
    const id = start('甲', '乙', '丙')
    await attemptOf('乙')
    ;(await attemptOf('甲')).fail(new SessionExpiredError('登录过期，请重新登录！', call))
    await eventually(() => expect(states(id)).toEqual(['waiting', 'waiting', 'waiting']))
    expect(store.get(id)).toMatchObject({ state: 'paused', pause: 'session' })
    store.setAccount(null)
    expect(started).toEqual(['甲', '乙'])
    store.setAccount('小雪')
    ;(await attemptOf('甲')).succeed()
    ;(await attemptOf('乙')).succeed()
    ;(await attemptOf('丙')).succeed()
    await waitForState(id, 'ended')
    expect(states(id)).toEqual(['done', 'done', 'done'])
  })

  test('another account neither sees nor runs a task; the first account gets it back', async () => {
    const { store, start, attemptOf, attempts, started } = open()
    const id = start('甲')
    await attemptOf('甲')
    store.setAccount(null)
    store.setAccount('春雪')
    expect(store.list()).toEqual([])
    expect(store.get(id)).toBeUndefined()
    await eventually(() => expect(attempts).toEqual([]))
    store.setAccount(null)
    expect(started).toEqual(['甲'])
    store.setAccount('小雪')
    ;(await attemptOf('甲')).succeed()
    await eventually(() => expect(store.get(id)?.items[0]?.state).toBe('done'))
  })
})
