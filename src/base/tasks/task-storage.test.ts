import { afterEach, describe, expect, test, vi } from 'vitest'
import { DatabaseClosedError } from '../../../adapters/storage/database'
import { bestLocks, pageLocks } from './task-locks'
import { memoryTaskStorage, orMemory, type TaskStorage } from './task-storage'
import { eventually, windows } from './test/window'

const _call = { method: 'POST', url: '/api/x' }

const { open, closeAll } = windows()
afterEach(closeAll)

describe('tasks after a reload', () => {
  test('after a reload a task continues: done items stay done, and a running item gets its checkpoint', async () => {
    const values = new Map<string, unknown>()
    const before = open({ values })
    const id = before.start('甲', '乙', '丙')
    ;(await before.attemptOf('甲')).succeed()
    await (await before.attemptOf('乙')).context.checkpoint({ fileId: 9 })
    await eventually(() => expect(before.states(id)?.[0]).toBe('done'))
    before.store.close()

    const after = open({ values })
    const half = await after.attemptOf('乙')
    expect(half.context.saved).toEqual({ fileId: 9 })
    half.succeed()
    ;(await after.attemptOf('丙')).succeed()
    await after.waitForState(id, 'ended')
    expect(after.started).toEqual(['乙', '丙'])
    expect(after.store.get(id)).toMatchObject({ title: '试', scope: 'here' })
    expect(after.store.get(id)?.items[0]).toMatchObject({ name: '甲', result: '甲!' })
  })

  test('a task that the seller paused stays paused after a reload', async () => {
    const values = new Map<string, unknown>()
    const before = open({ values })
    const id = before.start('甲')
    await before.attemptOf('甲')
    before.store.pause(id)
    await eventually(() => expect(before.states(id)).toEqual(['waiting']))
    before.store.close()
    const after = open({ values })
    await after.waitForState(id, 'paused')
    await eventually(() => expect(after.store.get(id)?.pause).toBeUndefined())
    expect(after.started).toEqual([])
    after.store.resume(id)
    ;(await after.attemptOf('甲')).succeed()
    await after.waitForState(id, 'ended')
  })

  test('a dismissed task is removed from the storage too', async () => {
    const values = new Map<string, unknown>()
    const { store, start, attemptOf, waitForState } = open({ values })
    const id = start('甲')
    ;(await attemptOf('甲')).succeed()
    await waitForState(id, 'ended')
    store.dismiss(id)
    expect(store.list()).toEqual([])
    await eventually(() => expect([...values.keys()]).toEqual([]))
  })
})

describe('tasks in two windows', () => {
  test('only one window works on a task, and the other takes over when it is closed', async () => {
    const shared = { values: new Map<string, unknown>(), locks: pageLocks() }
    const first = open(shared)
    const id = first.start('甲', '乙')
    await first.attemptOf('甲')
    await eventually(() => expect(shared.values.size).toBeGreaterThanOrEqual(3))
    const second = open(shared)
    await second.waitForState(id, 'paused')
    expect(second.store.get(id)?.pause).toBe('other-window')
    ;(await first.attemptOf('甲')).succeed()
    await eventually(() => expect(first.states(id)?.[0]).toBe('done'))
    expect(second.started).toEqual([])
    first.store.close()
    ;(await second.attemptOf('乙')).succeed()
    await second.waitForState(id, 'ended')
    expect(second.started).toEqual(['乙'])
    expect(second.states(id)).toEqual(['done', 'done'])
  })

  test('a task dismissed in one window disappears from the other', async () => {
    const shared = { values: new Map<string, unknown>(), locks: pageLocks() }
    const first = open(shared)
    const id = first.start('甲')
    ;(await first.attemptOf('甲')).succeed()
    await first.waitForState(id, 'ended')
    const second = open(shared)
    await second.waitForState(id, 'ended')
    first.store.dismiss(id)
    await eventually(() => expect(second.store.list()).toEqual([]))
  })
})

/** A lock manager that refuses every request, as in a frame without storage. */
const refusingLocks = {
  request: () => Promise.reject(new DOMException('denied', 'SecurityError')),
} as unknown as LockManager

describe('tasks without working storage', () => {
  const refusing = (values: Map<string, unknown>, refuses: (key: string) => boolean): TaskStorage => {
    const inner = memoryTaskStorage(values)
    return {
      ...inner,
      write: async (entries) => {
        if (entries.some(([key]) => refuses(key))) throw new DOMException('full', 'QuotaExceededError')
        await inner.write(entries)
      },
    }
  }

  test('with a full storage the task runs, and the page knows that work would be lost', async () => {
    const { store, start, attemptOf, waitForState } = open({ storage: refusing(new Map(), () => true) })
    const id = start('甲')
    const one = await attemptOf('甲')
    expect(store.hasUnsavedWork()).toBe(true)
    await one.context.checkpoint(1)
    one.succeed()
    await waitForState(id, 'ended')
    expect(store.hasUnsavedWork()).toBe(false)
  })

  test('without a database the task runs from memory and reports that it would be lost', async () => {
    vi.stubGlobal('addEventListener', () => undefined)
    const closed = () => Promise.reject(new DatabaseClosedError(null))
    const storage = orMemory({ keys: closed, read: closed, write: closed, remove: closed, update: closed })
    const { store, start, attemptOf, waitForState, problems } = open({ storage, locks: bestLocks(storage, refusingLocks) })
    const id = start('甲')
    const one = await attemptOf('甲')
    expect([store.hasUnsavedWork(), store.get(id)?.isLostWithPage]).toEqual([true, true])
    await one.context.checkpoint(1)
    one.succeed()
    await waitForState(id, 'ended')
    store.dismiss(id)
    await eventually(() => expect(store.list()).toEqual([]))
    expect(problems).toEqual([])
    vi.unstubAllGlobals()
  })

  test('an input that cannot be stored fails only its own item after a reload', async () => {
    const values = new Map<string, unknown>()
    const before = open({ storage: refusing(values, (key) => key.endsWith('/in/乙')), concurrency: 1 })
    const id = before.start('甲', '乙', '丙')
    await before.attemptOf('甲')
    await eventually(() => expect([...values.keys()].filter((key) => key.includes('/in/'))).toHaveLength(2))
    expect(before.store.hasUnsavedWork()).toBe(true)
    before.store.close()
    const after = open({ values })
    ;(await after.attemptOf('甲')).succeed()
    ;(await after.attemptOf('丙')).succeed()
    await after.waitForState(id, 'ended')
    expect(after.states(id)).toEqual(['done', 'failed', 'done'])
    expect(after.store.get(id)?.items[1]).toMatchObject({
      name: '乙',
      error: '页面关闭前没来得及保存这个文件，请重新选择',
    })
    after.store.retryFailed(id)
    expect(after.states(id)?.[1]).toBe('failed')
    after.store.replaceItem(id, '乙', { name: '乙', input: '乙' })
    ;(await after.attemptOf('乙')).succeed()
    await after.waitForState(id, 'ended')
  })

  test('each input is written only once', async () => {
    const written: string[] = []
    const inner = memoryTaskStorage()
    const storage: TaskStorage = {
      ...inner,
      write: async (entries) => {
        written.push(...entries.map(([key]) => key))
        await inner.write(entries)
      },
    }
    const { start, attemptOf, waitForState } = open({ storage, concurrency: 6 })
    const names = Array.from({ length: 60 }, (_, place) => `图${place}`)
    const id = start(...names)
    for (const name of names) {
      const one = await attemptOf(name)
      for (let loaded = 0; loaded < 20; loaded++) one.context.progress(loaded, 20)
      one.succeed()
    }
    await waitForState(id, 'ended')
    expect(written.filter((key) => key.includes('/in/'))).toHaveLength(60)
    // One state of each item, and the head at the beginning and the end.
    await eventually(() => expect(written).toHaveLength(60 + 60 + 2))
  })
})
