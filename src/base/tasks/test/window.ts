import { expect } from 'vitest'
import type { WindowNews } from '../../../../adapters/storage/window-news'
import { pageLocks, type TaskLocks } from '../task-locks'
import { memoryTaskStorage, type TaskStorage } from '../task-storage'
import { createTaskStore, type Network } from '../task-store'
import type { AnyTaskKind, ItemContext, Task } from '../types'

/** A running attempt of an item, which the test ends. */
export interface Attempt {
  readonly input: string
  readonly context: ItemContext
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
  readonly news?: WindowNews
  readonly concurrency?: number
  readonly account?: string
  readonly retryDelaysMs?: readonly number[]
}

/** Opens a simulated window: a store with a storage and locks that windows may share. The test ends its runs one by one. */
export function openWindow({
  values,
  storage,
  locks = pageLocks(),
  news,
  concurrency = 2,
  account = '小雪',
  retryDelaysMs = [],
}: WindowOptions = {}) {
  const attempts: Attempt[] = []
  const started: string[] = []
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
    concurrency,
    run(input: string, context) {
      started.push(input)
      return new Promise((resolve, reject) => {
        const attempt: Attempt = {
          input,
          context,
          succeed(result = `${input}!`) {
            attempts.splice(attempts.indexOf(attempt), 1)
            resolve(result)
          },
          fail(error) {
            attempts.splice(attempts.indexOf(attempt), 1)
            reject(error)
          },
        }
        attempts.push(attempt)
        context.signal.addEventListener('abort', () => attempts.includes(attempt) && attempt.fail(new Error('aborted')))
      })
    },
    onEnded: (task) => void ended.push(task),
  }
  const store = createTaskStore({
    services: null,
    kinds: async () => kind,
    storage: storage ?? memoryTaskStorage(values),
    locks,
    ...(news && { news }),
    network,
    isReachable: async () => reachable,
    wait: () => new Promise((resolve) => setImmediate(resolve)),
    retryDelaysMs,
    onProblem: (error) => void problems.push(error),
  })
  store.setAccount(account)
  return {
    store,
    attempts,
    started,
    ended,
    problems,
    setReachable(next: boolean) {
      reachable = next
    },
    setOnline(next: boolean) {
      online = next
      for (const listener of networkListeners) listener()
    },
    startAttended: (...names: string[]) =>
      store.start({
        ...{ kind: 'try', title: '试', scope: 'here', isAttended: true, input: 'whole' },
        items: names.map((name) => ({ key: name, name, input: name })),
      }),
    start: (...names: string[]) =>
      store.start({ kind: 'try', title: '试', scope: 'here', items: names.map((name) => ({ key: name, name, input: name })) }),
    /** Returns the run of an item, once it has begun. */
    attemptOf: (input: string) =>
      eventually(() => {
        const found = attempts.find((one) => one.input === input)
        if (!found) throw new Error(`${input} has not begun`)
        return found
      }),
    states: (id: string) => store.get(id)?.items.map((item) => item.state),
    waitForState: (id: string, state: Task['state']) => eventually(() => expect(store.get(id)?.state).toBe(state)),
  }
}

/** Opens windows that `closeAll` closes after each test. */
export function windows() {
  const opened: { readonly store: { close(): void } }[] = []
  return {
    /** Adds a store that a test created itself, so that it is closed with the others. */
    closeAfterTest: (store: { close(): void }) => void opened.push({ store }),
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

/** Windows of one test, which hear each other. */
export function joinedNews(): () => WindowNews {
  const windows = new Set<Set<(subject: string | null) => void>>()
  return () => {
    const own = new Set<(subject: string | null) => void>()
    windows.add(own)
    return {
      announce(subject) {
        for (const listeners of windows) if (listeners !== own) for (const listener of listeners) listener(subject)
      },
      onNews(listener) {
        own.add(listener)
        return () => void own.delete(listener)
      },
    }
  }
}
