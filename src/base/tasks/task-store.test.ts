import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { OfflineError, SessionExpiredError } from '../errors'
import { pageLocks, type TaskLocks } from './task-locks'
import type { AnyTaskKind } from './task-run'
import { memoryTaskStorage, type TaskStorage } from './task-storage'
import { createTaskStore, type Network } from './task-store'
import type { Task, TaskContext } from './types'

/** A run under way, which the test ends. */
interface Try {
  readonly input: string
  readonly context: TaskContext
  succeed(result?: unknown): void
  fail(error: unknown): void
}

/** Waits for what only promises stand before. */
async function eventually<T>(check: () => T): Promise<T> {
  for (let turn = 0; turn < 500; turn++) {
    try {
      return check()
    } catch {
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return check()
}

const call = { method: 'POST', url: '/api/x' }

interface WindowOptions {
  readonly values?: Map<string, unknown>
  readonly storage?: TaskStorage
  readonly locks?: TaskLocks
  readonly atOnce?: number
  readonly account?: string
}

/** A window of the seller's: a store over a storage and locks that windows may share, whose runs the test ends one by one. */
function openWindow({ values, storage, locks = pageLocks(), atOnce = 2, account = '小雪' }: WindowOptions = {}) {
  const tries: Try[] = []
  const begun: string[] = []
  const ended: Task[] = []
  const problems: unknown[] = []
  let online = true
  const networkListeners = new Set<() => void>()
  const network: Network = {
    isOnline: () => online,
    onChange(listener) {
      networkListeners.add(listener)
      return () => networkListeners.delete(listener)
    },
  }
  const kind: AnyTaskKind<null> = {
    kind: 'try',
    atOnce,
    run(input: string, context) {
      begun.push(input)
      return new Promise((resolve, reject) => {
        const one: Try = {
          input,
          context,
          succeed(result = `${input}!`) {
            tries.splice(tries.indexOf(one), 1)
            resolve(result)
          },
          fail(error) {
            tries.splice(tries.indexOf(one), 1)
            reject(error)
          },
        }
        tries.push(one)
        context.signal.addEventListener('abort', () => tries.includes(one) && one.fail(new Error('aborted')))
      })
    },
    ended: (task) => void ended.push(task),
  }
  const store = createTaskStore({
    services: null,
    kinds: async () => kind,
    storage: storage ?? memoryTaskStorage(values),
    locks,
    network,
    retryDelaysMs: [],
    problem: (error) => void problems.push(error),
  })
  store.use(account)
  return {
    store,
    tries,
    begun,
    ended,
    problems,
    setOnline(next: boolean) {
      online = next
      for (const listener of networkListeners) listener()
    },
    start: (...names: string[]) =>
      store.start({ kind: 'try', title: '试', scope: 'here', items: names.map((name) => ({ key: name, name, input: name })) }),
    /** The run of an item, once it has begun. */
    of: (input: string) =>
      eventually(() => {
        const found = tries.find((one) => one.input === input)
        if (!found) throw new Error(`${input} has not begun`)
        return found
      }),
    states: (id: string) => store.get(id)?.items.map((item) => item.state),
    until: (id: string, state: Task['state']) => eventually(() => expect(store.get(id)?.state).toBe(state)),
  }
}

const opened: { store: { close(): void } }[] = []
const open = (options?: WindowOptions) => {
  const window = openWindow(options)
  opened.push(window)
  return window
}
afterEach(() => {
  for (const { store } of opened.splice(0)) store.close()
})

describe('a task', () => {
  test('works on so many items at once, keeps each result and reason, and tells its end once', async () => {
    const { store, start, of, tries, states, until, ended } = open()
    const id = start('甲', '乙', '丙')
    await of('乙')
    expect(tries.map((one) => one.input)).toEqual(['甲', '乙'])
    ;(await of('甲')).succeed()
    ;(await of('丙')).fail(new Error('太大了'))
    ;(await of('乙')).succeed()
    await until(id, 'ended')
    expect(states(id)).toEqual(['done', 'done', 'failed'])
    expect(store.get(id)?.items.map((item) => item.result ?? item.error)).toEqual(['甲!', '乙!', '太大了'])
    expect(ended).toHaveLength(1)
    expect(ended[0]).toMatchObject({ id, state: 'ended' })
  })

  test('retries what failed and nothing else, with what it had reached', async () => {
    const { store, start, of, begun, states, until, ended } = open()
    const id = start('甲', '乙')
    ;(await of('甲')).succeed()
    const first = await of('乙')
    expect(first.context.saved).toBeUndefined()
    await first.context.checkpoint({ fileId: 7 })
    first.fail(new Error('断了'))
    await until(id, 'ended')
    store.retryFailed(id)
    const second = await of('乙')
    expect(second.context.saved).toEqual({ fileId: 7 })
    expect(store.get(id)?.items[1]?.error).toBeUndefined()
    second.succeed()
    await until(id, 'ended')
    expect(states(id)).toEqual(['done', 'done'])
    expect(begun).toEqual(['甲', '乙', '乙'])
    expect(ended).toHaveLength(2)
  })

  test('takes another input for one that failed, and starts that one from its beginning', async () => {
    const { store, start, of, until } = open()
    const id = start('甲')
    const bad = await of('甲')
    await bad.context.checkpoint('half')
    bad.fail(new Error('坏图片'))
    await until(id, 'ended')
    store.replaceItem(id, '甲', { name: '甲2.png', input: '甲2' })
    const good = await of('甲2')
    expect(good.context.saved).toBeUndefined()
    good.succeed()
    await until(id, 'ended')
    expect(store.get(id)?.items[0]).toMatchObject({ key: '甲', name: '甲2.png', state: 'done', result: '甲2!' })
  })

  test('cancelled: what runs is aborted, what waits never begins, what was done stays done', async () => {
    const { store, start, of, begun, states, until } = open()
    const id = start('甲', '乙', '丙', '丁')
    ;(await of('甲')).succeed()
    await of('丙')
    store.cancel(id)
    await until(id, 'ended')
    expect(states(id)).toEqual(['done', 'cancelled', 'cancelled', 'cancelled'])
    expect(begun).toEqual(['甲', '乙', '丙'])
  })

  test('an item that worked although it was cancelled counts as done', async () => {
    const { store, start, of, states, until } = open()
    const id = start('甲')
    const one = await of('甲')
    one.context.signal.addEventListener('abort', () => undefined)
    one.succeed()
    store.cancel(id)
    await until(id, 'ended')
    expect(states(id)).toEqual(['done'])
  })

  test('paused by the seller it stops, and goes on when told', async () => {
    const { store, start, of, states, until } = open()
    const id = start('甲')
    await of('甲')
    store.pause(id)
    expect(store.get(id)).toMatchObject({ state: 'paused' })
    await eventually(() => expect(states(id)).toEqual(['waiting']))
    store.resume(id)
    ;(await of('甲')).succeed()
    await until(id, 'ended')
    expect(states(id)).toEqual(['done'])
  })

  test('shows progress', async () => {
    const { store, start, of } = open()
    const id = start('甲')
    ;(await of('甲')).context.progress(30, 100)
    await vi.waitFor(() => expect(store.get(id)?.items[0]).toMatchObject({ loaded: 30, total: 100 }))
  })

  test('fails its items when its code does not come, and can then be retried', async () => {
    const values = new Map<string, unknown>()
    let broken = true
    const store = createTaskStore({
      services: null,
      kinds: async () => {
        if (broken) throw new Error('ChunkLoadError')
        return { kind: 'x', atOnce: 1, run: async () => 'ok' }
      },
      storage: memoryTaskStorage(values),
      locks: pageLocks(),
      network: { isOnline: () => true, onChange: () => () => undefined },
    })
    opened.push({ store })
    store.use('小雪')
    const id = store.start({ kind: 'x', title: 'x', scope: 'x', items: [{ key: '1', name: '一', input: 1 }] })
    await eventually(() => expect(store.get(id)?.items[0]?.error).toBe('功能没有加载成功，请检查网络后重试'))
    broken = false
    store.retryFailed(id)
    await eventually(() => expect(store.get(id)?.items[0]?.state).toBe('done'))
  })

  test('tries again by itself when the network was only gone for a moment', async () => {
    let tries = 0
    const store = createTaskStore({
      services: null,
      kinds: async () => ({
        kind: 'x',
        atOnce: 1,
        run: async () => {
          tries++
          if (tries < 3) throw new OfflineError('断了', call)
        },
      }),
      storage: memoryTaskStorage(),
      locks: pageLocks(),
      network: { isOnline: () => true, onChange: () => () => undefined },
      retryDelaysMs: [0, 0],
    })
    opened.push({ store })
    store.use('小雪')
    const id = store.start({ kind: 'x', title: 'x', scope: 'x', items: [{ key: '1', name: '一', input: 1 }] })
    await eventually(() => expect(store.get(id)?.state).toBe('ended'))
    expect(store.get(id)?.items[0]?.state).toBe('done')
    expect(tries).toBe(3)
  })
})

describe('without a network or a session', () => {
  test('it waits offline and continues', async () => {
    const { store, start, of, setOnline, states, until } = open()
    const id = start('甲')
    const cut = await of('甲')
    setOnline(false)
    cut.fail(new OfflineError('断了', call))
    await eventually(() => expect(states(id)).toEqual(['waiting']))
    expect(store.get(id)).toMatchObject({ state: 'paused', pause: 'offline' })
    setOnline(true)
    ;(await of('甲')).succeed()
    await until(id, 'ended')
    expect(states(id)).toEqual(['done'])
  })

  test('an expired session pauses it, the same account goes on', async () => {
    const { store, start, of, begun, states, until } = open()
    const id = start('甲', '乙', '丙')
    await of('乙')
    ;(await of('甲')).fail(new SessionExpiredError('登录过期，请重新登录！', call))
    await eventually(() => expect(states(id)).toEqual(['waiting', 'waiting', 'waiting']))
    expect(store.get(id)).toMatchObject({ state: 'paused', pause: 'session' })
    store.use(null)
    expect(begun).toEqual(['甲', '乙'])
    store.use('小雪')
    ;(await of('甲')).succeed()
    ;(await of('乙')).succeed()
    ;(await of('丙')).succeed()
    await until(id, 'ended')
    expect(states(id)).toEqual(['done', 'done', 'done'])
  })

  test('another account sees and runs nothing of it; the first one gets it back', async () => {
    const { store, start, of, tries, begun } = open()
    const id = start('甲')
    await of('甲')
    store.use(null)
    store.use('春雪')
    expect(store.list()).toEqual([])
    expect(store.get(id)).toBeUndefined()
    await eventually(() => expect(tries).toEqual([]))
    store.use(null)
    expect(begun).toEqual(['甲'])
    store.use('小雪')
    ;(await of('甲')).succeed()
    await eventually(() => expect(store.get(id)?.items[0]?.state).toBe('done'))
  })
})

describe('after a reload', () => {
  test('it goes on where it was: what is done stays, what was under way knows how far it had come', async () => {
    const values = new Map<string, unknown>()
    const before = open({ values })
    const id = before.start('甲', '乙', '丙')
    ;(await before.of('甲')).succeed()
    await (await before.of('乙')).context.checkpoint({ fileId: 9 })
    await eventually(() => expect(before.states(id)?.[0]).toBe('done'))
    before.store.close()

    const after = open({ values })
    const half = await after.of('乙')
    expect(half.context.saved).toEqual({ fileId: 9 })
    half.succeed()
    ;(await after.of('丙')).succeed()
    await after.until(id, 'ended')
    expect(after.begun).toEqual(['乙', '丙'])
    expect(after.store.get(id)).toMatchObject({ title: '试', scope: 'here' })
    expect(after.store.get(id)?.items[0]).toMatchObject({ name: '甲', result: '甲!' })
  })

  test('one that the seller paused stays paused', async () => {
    const values = new Map<string, unknown>()
    const before = open({ values })
    const id = before.start('甲')
    await before.of('甲')
    before.store.pause(id)
    await eventually(() => expect(before.states(id)).toEqual(['waiting']))
    before.store.close()
    const after = open({ values })
    await after.until(id, 'paused')
    await eventually(() => expect(after.store.get(id)?.pause).toBeUndefined())
    expect(after.begun).toEqual([])
    after.store.resume(id)
    ;(await after.of('甲')).succeed()
    await after.until(id, 'ended')
  })

  test('a dismissed one is gone from the storage too', async () => {
    const values = new Map<string, unknown>()
    const { store, start, of, until } = open({ values })
    const id = start('甲')
    ;(await of('甲')).succeed()
    await until(id, 'ended')
    store.dismiss(id)
    expect(store.list()).toEqual([])
    await eventually(() => expect([...values.keys()]).toEqual([]))
  })
})

describe('two windows', () => {
  test('only one works on a task, the other takes over when it is closed', async () => {
    const shared = { values: new Map<string, unknown>(), locks: pageLocks() }
    const first = open(shared)
    const id = first.start('甲', '乙')
    await first.of('甲')
    await eventually(() => expect(shared.values.size).toBeGreaterThanOrEqual(3))
    const second = open(shared)
    await second.until(id, 'paused')
    expect(second.store.get(id)?.pause).toBe('other-window')
    ;(await first.of('甲')).succeed()
    await eventually(() => expect(first.states(id)?.[0]).toBe('done'))
    expect(second.begun).toEqual([])
    first.store.close()
    ;(await second.of('乙')).succeed()
    await second.until(id, 'ended')
    expect(second.begun).toEqual(['乙'])
    expect(second.states(id)).toEqual(['done', 'done'])
  })

  test('what one dismisses leaves the other too', async () => {
    const shared = { values: new Map<string, unknown>(), locks: pageLocks() }
    const first = open(shared)
    const id = first.start('甲')
    ;(await first.of('甲')).succeed()
    await first.until(id, 'ended')
    const second = open(shared)
    await second.until(id, 'paused')
    first.store.dismiss(id)
    await eventually(() => expect(second.store.list()).toEqual([]))
  })
})

describe('storage', () => {
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

  test('closed or full: the task runs all the same, and the page knows what it would lose', async () => {
    const { store, start, of, until } = open({ storage: refusing(new Map(), () => true) })
    const id = start('甲')
    const one = await of('甲')
    expect(store.wouldLose()).toBe(true)
    await one.context.checkpoint(1)
    one.succeed()
    await until(id, 'ended')
    expect(store.wouldLose()).toBe(false)
  })

  test('an input that cannot be kept loses itself, not its neighbours', async () => {
    const values = new Map<string, unknown>()
    const before = open({ storage: refusing(values, (key) => key.endsWith('/in/乙')), atOnce: 1 })
    const id = before.start('甲', '乙', '丙')
    await before.of('甲')
    await eventually(() => expect([...values.keys()].filter((key) => key.includes('/in/'))).toHaveLength(2))
    expect(before.store.wouldLose()).toBe(true)
    before.store.close()
    const after = open({ values })
    ;(await after.of('甲')).succeed()
    ;(await after.of('丙')).succeed()
    await after.until(id, 'ended')
    expect(after.states(id)).toEqual(['done', 'failed', 'done'])
    expect(after.store.get(id)?.items[1]).toMatchObject({
      name: '乙',
      error: '页面关闭前没来得及保存这个文件，请重新选择',
    })
    after.store.retryFailed(id)
    expect(after.states(id)?.[1]).toBe('failed')
    after.store.replaceItem(id, '乙', { name: '乙', input: '乙' })
    ;(await after.of('乙')).succeed()
    await after.until(id, 'ended')
  })

  test('each input is written once, whatever happens to its item', async () => {
    const written: string[] = []
    const inner = memoryTaskStorage()
    const storage: TaskStorage = {
      ...inner,
      write: async (entries) => {
        written.push(...entries.map(([key]) => key))
        await inner.write(entries)
      },
    }
    const { start, of, until } = open({ storage, atOnce: 6 })
    const names = Array.from({ length: 60 }, (_, place) => `图${place}`)
    const id = start(...names)
    for (const name of names) {
      const one = await of(name)
      for (let loaded = 0; loaded < 20; loaded++) one.context.progress(loaded, 20)
      one.succeed()
    }
    await until(id, 'ended')
    expect(written.filter((key) => key.includes('/in/'))).toHaveLength(60)
    // One state of each item, and the head at the beginning and the end.
    await eventually(() => expect(written).toHaveLength(60 + 60 + 2))
  })
})

/** A storage whose machine loses power after so many operations: later ones neither happen nor answer. */
function dyingStorage(values: Map<string, unknown>, operations: number): { storage: TaskStorage; died: () => boolean } {
  const inner = memoryTaskStorage(values)
  let left = operations
  const powered =
    <A extends readonly unknown[], R>(act: (...input: A) => Promise<R>) =>
    (...input: A): Promise<R> => {
      left--
      return left < 0 ? new Promise(() => undefined) : act(...input)
    }
  return {
    died: () => left < 0,
    storage: {
      keys: powered(inner.keys),
      read: powered(inner.read),
      write: powered(inner.write),
      remove: powered(inner.remove),
      update: powered(inner.update),
    },
  }
}

test('a crash at any moment loses nothing and does nothing twice that was remembered', async () => {
  const names = ['甲', '乙', '丙', '丁']
  /** Uploads, remembers the file, then writes a row: the shape of every upload. */
  const shop = (uploads: Map<string, number>, rows: Map<string, number>): AnyTaskKind<null> => ({
    kind: 'upload',
    atOnce: 2,
    async run(input: string, { saved, checkpoint }) {
      if (saved === undefined) {
        uploads.set(input, (uploads.get(input) ?? 0) + 1)
        await checkpoint({ fileId: input })
      }
      if (input === '丁' && !rows.has('丁!')) {
        rows.set('丁!', 1)
        throw new Error('第一次不行')
      }
      rows.set(input, (rows.get(input) ?? 0) + 1)
    },
  })
  const life = (storage: TaskStorage, kind: AnyTaskKind<null>) => {
    const store = createTaskStore({
      services: null,
      kinds: async () => kind,
      storage,
      locks: pageLocks(),
      network: { isOnline: () => true, onChange: () => () => undefined },
      retryDelaysMs: [],
    })
    store.use('小雪')
    return store
  }
  let crashes = 0
  for (let operations = 1; operations < 60; operations++) {
    const values = new Map<string, unknown>()
    const uploads = new Map<string, number>()
    const rows = new Map<string, number>()
    const kind = shop(uploads, rows)
    const dying = dyingStorage(values, operations)
    const first = life(dying.storage, kind)
    const id = first.start({
      kind: 'upload',
      title: 't',
      scope: 's',
      items: names.map((name) => ({ key: name, name, input: name })),
    })
    const retried = () => first.get(id)?.state === 'ended'
    await eventually(() => expect(dying.died() || retried()).toBe(true))
    if (retried()) {
      first.retryFailed(id)
      await eventually(() => expect(dying.died() || first.get(id)?.items.every((item) => item.state === 'done')).toBe(true))
    }
    if (dying.died()) crashes++
    const remembered = new Set(
      [...values].flatMap(([key, value]) => ((value as { saved?: unknown }).saved === undefined ? [] : [key.split('/at/')[1]])),
    )
    const uploadsBefore = new Map(uploads)
    const hadHead = [...values.keys()].some((key) => key.includes('/head/'))

    const second = life(memoryTaskStorage(values), kind)
    if (!hadHead) {
      await eventually(() => expect(second.list()).toEqual([]))
    } else {
      const settled = () => eventually(() => expect(second.get(id)?.state).toBe('ended'))
      await settled()
      second.retryFailed(id)
      await settled()
      for (const item of second.get(id)?.items ?? []) {
        // Only what never reached the storage may be missing, and it says so.
        if (item.state === 'failed') expect(item.error).toBe('页面关闭前没来得及保存这个文件，请重新选择')
        else expect(item.state).toBe('done')
        if (item.state === 'done') expect(rows.get(item.key)).toBeGreaterThan(0)
      }
      for (const name of names) if (remembered.has(name)) expect(uploads.get(name)).toBe(uploadsBefore.get(name))
    }
    second.close()
  }
  expect(crashes).toBeGreaterThan(10)
})

describe('whatever happens in whatever order', () => {
  const command = fc.oneof(
    fc.record({ do: fc.constant('succeed' as const), which: fc.nat(9) }),
    fc.record({ do: fc.constant('fail' as const), which: fc.nat(9) }),
    fc.record({ do: fc.constant('replace' as const), which: fc.nat(9) }),
    fc.record({
      do: fc.constantFrom('retry', 'cancel', 'pause', 'resume', 'offline', 'online', 'signOut', 'signIn', 'reload'),
      which: fc.nat(9),
    }),
  )
  const breathe = async () => {
    for (let turn = 0; turn < 12; turn++) await Promise.resolve()
  }

  test('no item runs twice at a time or after it is done, no more than allowed run, none while it may not, and all end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (commands) => {
        const values = new Map<string, unknown>()
        const done = new Set<string>()
        let window = openWindow({ values, atOnce: 3 })
        const names = ['a', 'b', 'c', 'd', 'e', 'f']
        const id = window.start(...names)
        let online = true
        let signedIn = true
        const check = () => {
          const inputs = window.tries.map((one) => one.input[0] as string)
          expect(new Set(inputs).size).toBe(inputs.length)
          expect(inputs.length).toBeLessThanOrEqual(3)
          for (const name of inputs) expect(done.has(name)).toBe(false)
        }
        for (const { do: act, which } of commands) {
          const before = window.begun.length
          const task = window.store.get(id)
          const one = window.tries[which % Math.max(1, window.tries.length)]
          const item = task?.items[which % names.length]
          const allowed = online && signedIn
          if (act === 'succeed' && one) {
            done.add(one.input[0] as string)
            one.succeed()
          } else if (act === 'fail') one?.fail(new Error('no'))
          else if (act === 'replace' && item) {
            if (item.state === 'failed' || item.state === 'cancelled') done.delete(item.key)
            window.store.replaceItem(id, item.key, { name: item.name, input: `${item.key}+` })
          } else if (act === 'retry') window.store.retryFailed(id)
          else if (act === 'cancel') window.store.cancel(id)
          else if (act === 'pause') window.store.pause(id)
          else if (act === 'resume') window.store.resume(id)
          else if (act === 'offline' || act === 'online') {
            online = act === 'online'
            window.setOnline(online)
          } else if (act === 'signOut' || act === 'signIn') {
            signedIn = act === 'signIn'
            window.store.use(signedIn ? '小雪' : null)
          } else if (act === 'reload') {
            await breathe()
            window.store.close()
            await breathe()
            window = openWindow({ values, atOnce: 3 })
            window.setOnline(online)
            if (!signedIn) window.store.use(null)
            await eventually(() => expect(window.store.get(id)?.pause).not.toBe('other-window'))
          }
          await breathe()
          check()
          if (act !== 'reload' && !allowed && act !== 'online' && act !== 'signIn') expect(window.begun.length).toBe(before)
        }
        window.setOnline(true)
        window.store.use('小雪')
        window.store.resume(id)
        for (let rounds = 0; rounds < 40 && window.store.get(id)?.state !== 'ended'; rounds++) {
          await breathe()
          for (const one of [...window.tries]) {
            done.add(one.input[0] as string)
            one.succeed()
          }
          check()
        }
        await eventually(() => expect(window.store.get(id)?.state).toBe('ended'))
        for (const item of window.store.get(id)?.items ?? []) {
          expect(['done', 'failed', 'cancelled']).toContain(item.state)
          if (item.state === 'done') expect(done.has(item.key)).toBe(true)
          else expect(done.has(item.key)).toBe(false)
        }
        expect(window.problems).toEqual([])
        window.store.close()
      }),
      { numRuns: 200 },
    )
  })
})
