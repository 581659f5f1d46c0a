import { expect } from 'vitest'
import { pageLocks, type TaskLocks } from '../task-locks'
import type { AnyTaskKind } from '../task-run'
import { memoryTaskStorage, type TaskStorage } from '../task-storage'
import { createTaskStore, type Network } from '../task-store'
import type { Task, TaskContext } from '../types'

/** A running attempt of an item, which the test ends. */
export interface Try {
  readonly input: string
  readonly context: TaskContext
  succeed(result?: unknown): void
  fail(error: unknown): void
}

/** Repeats a check until it passes, for states that are reached after a number of promises. */
export async function eventually<T>(check: () => T): Promise<T> {
  for (let turn = 0; turn < 500; turn++) {
    try {
      return check()
    } catch {
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return check()
}

export interface WindowOptions {
  readonly values?: Map<string, unknown>
  readonly storage?: TaskStorage
  readonly locks?: TaskLocks
  readonly atOnce?: number
  readonly account?: string
  readonly retryDelaysMs?: readonly number[]
}

/** Opens a simulated window: a store with a storage and locks that windows may share. The test ends its runs one by one. */
export function openWindow({
  values,
  storage,
  locks = pageLocks(),
  atOnce = 2,
  account = '小雪',
  retryDelaysMs = [],
}: WindowOptions = {}) {
  const tries: Try[] = []
  const begun: string[] = []
  const ended: Task[] = []
  const problems: unknown[] = []
  let online = true
  let reachable = true
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
    reachable: async () => reachable,
    wait: () => new Promise((resolve) => setImmediate(resolve)),
    retryDelaysMs,
    problem: (error) => void problems.push(error),
  })
  store.use(account)
  return {
    store,
    tries,
    begun,
    ended,
    problems,
    setReachable(next: boolean) {
      reachable = next
    },
    setOnline(next: boolean) {
      online = next
      for (const listener of networkListeners) listener()
    },
    start: (...names: string[]) =>
      store.start({ kind: 'try', title: '试', scope: 'here', items: names.map((name) => ({ key: name, name, input: name })) }),
    /** Returns the run of an item, once it has begun. */
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

/** Opens windows that `closeAll` closes after each test. */
export function windows() {
  const opened: { readonly store: { close(): void } }[] = []
  return {
    /** Adds a store that a test created itself, so that it is closed with the others. */
    keep: (store: { close(): void }) => void opened.push({ store }),
    open: (options?: WindowOptions) => {
      const window = openWindow(options)
      opened.push(window)
      return window
    },
    closeAll: () => {
      for (const { store } of opened.splice(0)) store.close()
    },
  }
}
