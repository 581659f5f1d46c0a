/** Tests kinds with `before` and `after`, which run once for all items, and attended tasks, which the seller resumes. */
import { afterEach, describe, expect, test } from 'vitest'
import { OfflineError, SessionExpiredError } from '../../../contract/call-errors'
import { pageLocks, type TaskLocks } from './task-locks'
import { memoryTaskStorage, type TaskStorage } from './task-storage'
import { createTaskStore } from './task-store'
import { eventually } from './test/window'
import { FinalFailure, type TaskKind, TaskStop, type WholeTaskContext } from './types'

const call = { method: 'POST', url: '/api/x' }
type Hooks = Partial<TaskKind<string, unknown, null, string>>

const opened: { close(): void }[] = []
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
})

interface Options {
  readonly values?: Map<string, unknown>
  readonly storage?: TaskStorage
  readonly locks?: TaskLocks
}

/** Opens a window whose kind runs the given hooks and logs the calls. */
function openWindow(hooks: Hooks, { values, storage, locks = pageLocks() }: Options = {}) {
  const log: string[] = []
  const problems: unknown[] = []
  const network = { isOnline: true, notify: () => {} }
  let reachable = true
  const kind: TaskKind<string, unknown, null, string> = {
    kind: 'pack',
    concurrency: 2,
    async before(task, services) {
      log.push('before')
      return (await hooks.before?.(task, services)) ?? 'shared'
    },
    async run(input, context, services, shared) {
      log.push(input)
      return hooks.run ? hooks.run(input, context, services, shared) : `${input}!`
    },
    async after(task, services, shared) {
      log.push('after')
      await hooks.after?.(task, services, shared)
    },
    onHalted: () => void log.push('close'),
    onRemoved: (task) => void log.push(`removed ${task.id}`),
  }
  const store = createTaskStore({
    services: null,
    kinds: async () => kind,
    storage: storage ?? memoryTaskStorage(values),
    locks,
    network: {
      isOnline: () => network.isOnline,
      onChange(listener) {
        network.notify = listener
        return () => undefined
      },
    },
    isReachable: async () => reachable,
    wait: () => new Promise((resolve) => setImmediate(resolve)),
    retryDelaysMs: [],
    onProblem: (error) => void problems.push(error),
  })
  store.setAccount('小雪')
  opened.push(store)
  const waitForState = (state: string) => eventually(() => expect(store.list()[0]?.pause ?? store.list()[0]?.state).toBe(state))
  return {
    store,
    log,
    problems,
    waitForState,
    setReachable(next: boolean) {
      reachable = next
    },
    setOnline(next: boolean) {
      network.isOnline = next
      network.notify()
    },
    start: (...names: string[]) =>
      store.start({
        ...{ kind: 'pack', title: '打包', scope: 'here', isAttended: true, input: { key: 'k' } },
        items: names.map((name) => ({ key: name, name, input: name })),
      }),
    states: () => store.list()[0]?.items.map(({ state }) => state),
  }
}

/** A promise that stays pending until the test opens the gate. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

describe('tasks whose kind has before and after', () => {
  test('before and after run once around the items, which get the result of before; close runs at the end', async () => {
    const got: string[] = []
    const { start, log, waitForState, states } = openWindow({
      run: async (input, _, __, shared) => got.push(`${input} ${shared}`),
      after: async ({ items }, _, shared) => {
        got.push(`${shared} ${items.filter(({ state }) => state === 'done').length}`)
      },
    })
    start('甲', '乙', '丙')
    await waitForState('ended')
    expect(log).toEqual(['before', '甲', '乙', '丙', 'after', 'close'])
    expect(got).toEqual(['甲 shared', '乙 shared', '丙 shared', 'shared 3'])
    expect(states()).toEqual(['done', 'done', 'done'])
  })

  test('before and after run again for a retry, which skips items that failed for good', async () => {
    let fails = true
    const { store, start, log, waitForState, states } = openWindow({
      async run(input) {
        if (input === '乙' && fails) throw new Error('断了')
        if (input === '丙') throw new FinalFailure('没有扣点')
        return input
      },
    })
    const id = start('甲', '乙', '丙')
    await waitForState('ended')
    fails = false
    log.length = 0
    store.retryFailed(id)
    await eventually(() => expect(states()).toEqual(['done', 'done', 'failed']))
    await waitForState('ended')
    expect(log).toEqual(['before', '乙', 'after', 'close'])
  })

  test('before can reset done items to waiting, and after can change the reasons of failed ones', async () => {
    let redone = false
    const { store, start, log, waitForState } = openWindow({
      async before(task) {
        if (task.items[0]?.state === 'done' && !redone) {
          redone = true
          await task.redo(['甲'])
        }
        return ''
      },
      async run(input) {
        if (input === '乙') throw new Error('没有图片')
        return input
      },
      after: (task) => (redone ? task.giveUpOn(new Map([['乙', '没有图片，已退回']])) : Promise.resolve()),
    })
    const id = start('甲', '乙')
    await waitForState('ended')
    log.length = 0
    store.retryFailed(id)
    await eventually(() => expect(store.get(id)?.items[1]).toMatchObject({ error: '没有图片，已退回', isFinal: true }))
    expect(log.slice(0, 3).sort()).toEqual(['before', '乙', '甲'].sort())
    await waitForState('ended')
    store.retryFailed(id)
    expect(store.get(id)?.state).toBe('ended')
  })

  test('a new before waits until the last item of the previous run phase has ended', async () => {
    const held = gate()
    const { store, start, log, waitForState } = openWindow({
      async run(input, { signal }) {
        if (log.filter((entry) => entry === 'before').length > 1) return input
        await held.opened
        if (signal.aborted) throw new Error('aborted')
        return input
      },
    })
    const id = start('甲')
    await eventually(() => expect(log).toContain('甲'))
    store.pause(id)
    store.resume(id)
    await new Promise((resolve) => setImmediate(resolve))
    expect(log).toEqual(['before', '甲'])
    held.open()
    await waitForState('ended')
    expect(log).toEqual(['before', '甲', 'close', 'before', '甲', 'after', 'close'])
  })

  test('no work of a task begins before the whole task is stored in one write', async () => {
    const kept = gate()
    const inner = memoryTaskStorage()
    const writes: number[] = []
    const storage = {
      ...inner,
      async write(entries: readonly (readonly [string, unknown])[]) {
        writes.push(entries.length)
        if (writes.length === 1) await kept.opened
        await inner.write(entries)
      },
    }
    const { start, log, waitForState, setOnline } = openWindow({}, { storage })
    start('甲', '乙')
    await eventually(() => expect(writes).toEqual([1 + 1 + 2]))
    setOnline(false)
    setOnline(true)
    await new Promise((resolve) => setImmediate(resolve))
    expect(log).toEqual([])
    kept.open()
    await waitForState('ended')
  })
})

describe('stopped tasks', () => {
  test.each(['before', 'run', 'after'] as const)('a TaskStop in %s stops the task until the seller resumes it', async (hook) => {
    let stops = true
    const stopOnce = async () => {
      if (!stops) return ''
      stops = false
      throw new TaskStop('full', '空间不足')
    }
    const { store, start, log, waitForState, states } = openWindow({ [hook]: stopOnce })
    const id = start('甲', '乙')
    await waitForState('stopped')
    expect(store.get(id)?.stop).toMatchObject({ why: 'full', message: '空间不足' })
    expect(states()).not.toContain('failed')
    const before = log.length
    store.setAccount(null)
    store.setAccount('小雪')
    await new Promise((resolve) => setImmediate(resolve))
    expect(log.length).toBe(before)
    store.resume(id)
    await waitForState('ended')
    expect(store.get(id)?.stop).toBeUndefined()
    expect(states()).toEqual(['done', 'done'])
  })

  test('a decision of the seller is stored before the work continues with it', async () => {
    const values = new Map<string, unknown>()
    const seen: unknown[] = []
    const { store, start, waitForState } = openWindow(
      {
        async before({ saved }) {
          seen.push(saved, [...values].find(([key]) => key.endsWith('/whole/saved'))?.[1])
          if (saved === undefined) throw new TaskStop('asks', '怎么办？', { resolveAt: '这里' })
          return ''
        },
      },
      { values },
    )
    const id = start('甲')
    await waitForState('stopped')
    store.resume(id, () => ({ goes: 'on' }))
    // A second click changes nothing.
    store.resume(id, () => ({ goes: 'twice' }))
    await waitForState('ended')
    expect(seen).toEqual([undefined, undefined, { goes: 'on' }, { goes: 'on' }])
  })

  test('an attended task, which may be half done, is stopped when the code of its kind does not load', async () => {
    const store = createTaskStore({
      services: null,
      kinds: () => Promise.reject(new Error('ChunkLoadError')),
      storage: memoryTaskStorage(),
      locks: pageLocks(),
      network: { isOnline: () => true, onChange: () => () => undefined },
    })
    opened.push(store)
    store.setAccount('小雪')
    store.start({ kind: 'x', title: 'x', scope: 'x', isAttended: true, items: [{ key: '1', name: '一', input: 1 }] })
    await eventually(() => expect(store.list()[0]?.stop?.message).toBe('功能没有加载成功，请检查网络后重试'))
    expect(store.list()[0]?.items[0]?.state).toBe('waiting')
  })

  test('an expired session during before pauses the task, and it continues with the next session', async () => {
    let expired = true
    const { store, start, waitForState } = openWindow({
      async before() {
        if (expired) throw new SessionExpiredError('登录过期，请重新登录！', call)
        return ''
      },
    })
    start('甲')
    await waitForState('session')
    expired = false
    store.setAccount(null)
    store.setAccount('小雪')
    await waitForState('ended')
  })

  test('before waits for a server that is away', async () => {
    let tries = 0
    const work: { window?: ReturnType<typeof openWindow> } = {}
    work.window = openWindow({
      async before(task: WholeTaskContext<string>) {
        tries++
        if (tries === 1) {
          work.window?.setReachable(false)
          if (!(await task.waitUntilBack())) throw new OfflineError('断了', call)
        }
        return ''
      },
    })
    work.window.start('甲')
    await work.window.waitForState('away')
    work.window.setReachable(true)
    await work.window.waitForState('ended')
    expect(tries).toBe(1)
  })
})

describe('attended tasks', () => {
  test('an attended task that a page left waits for the seller in the next page, with its checkpoint', async () => {
    const values = new Map<string, unknown>()
    const held = gate()
    const first = openWindow({ before: (task) => task.checkpoint('paid').then(() => ''), run: () => held.opened }, { values })
    const id = first.start('甲')
    await eventually(() => expect(first.log).toContain('甲'))
    first.store.close()
    held.open()
    const next = openWindow({}, { values })
    await eventually(() => expect(next.store.get(id)).toMatchObject({ pause: 'left', saved: 'paid', input: { key: 'k' } }))
    expect(next.log).toEqual([])
    next.store.resume(id)
    await next.waitForState('ended')
  })

  test('the next page shows no attended task that succeeded, but one that failed in part', async () => {
    const values = new Map<string, unknown>()
    const first = openWindow(
      {
        async run(input) {
          if (input === '乙') throw new Error('断了')
        },
      },
      { values },
    )
    const id = first.start('甲')
    const other = first.start('乙')
    await eventually(() => expect(first.store.list().map(({ state }) => state)).toEqual(['ended', 'ended']))
    const next = openWindow({}, { values })
    await eventually(() => expect(next.log).toEqual([`removed ${id}`]))
    expect(next.store.list().map((task) => [task.id, task.state])).toEqual([[other, 'ended']])
  })

  test('a cancelled attended task disappears from list and storage when nothing of it is running any more', async () => {
    const values = new Map<string, unknown>()
    const held = gate()
    const { store, start, log, problems } = openWindow({ run: () => held.opened }, { values })
    const id = start('甲', '乙', '丙')
    await eventually(() => expect(log).toContain('乙'))
    store.cancel(id)
    expect(store.list()).toEqual([])
    expect(values.size).toBeGreaterThan(0)
    held.open()
    await eventually(() => expect(log.slice(-2)).toEqual(['close', `removed ${id}`]))
    expect([values.size, problems]).toEqual([0, []])
    expect(log).not.toContain('after')
  })

  test('an attended task that needs the page holds the page until it has ended', async () => {
    const held = gate()
    const { store, waitForState } = openWindow({ after: () => held.opened })
    store.start({
      ...{ kind: 'pack', title: '打包', scope: 'here', isAttended: true, needsPage: true, input: {} },
      items: [{ key: '甲', name: '甲', input: '甲' }],
    })
    await eventually(() => expect(store.list()[0]?.items[0]?.state).toBe('done'))
    expect([store.hasUnsavedWork(), store.list()[0]?.isLostWithPage]).toEqual([true, true])
    held.open()
    await waitForState('ended')
    expect(store.hasUnsavedWork()).toBe(false)
  })
})
