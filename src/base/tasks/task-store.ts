/** Holds the tasks of this window: which exist, for which account, and when they may run. Independent of React. */
import { delay, type Wait } from '../../../contract/delay'
import { type Away, type Reach, watchAway } from '../away'
import { createListeners } from '../listeners'
import { newItem } from './task-items'
import { bestLocks, randomId, type TaskLocks } from './task-locks'
import { allTaskIds, type StoredTask, type TaskHead, type TaskRecords, taskRecords } from './task-record'
import { type AnyTaskKind, type Blocked, createTaskRun, type TaskRun } from './task-run'
import { browserTaskStorage, type TaskStorage } from './task-storage'
import type { NewItem, NewTask, Task } from './types'

export interface Network {
  isOnline(): boolean
  /** Calls the listener when the network state changes. @returns a function that unsubscribes. */
  onChange(listener: () => void): () => void
}

export interface TaskStoreOptions<S> {
  /** Services that kinds use: the API, the platform, the query client. */
  readonly services: S
  /** Loads the code of a kind when a task needs it. */
  readonly kinds: (kind: string) => Promise<AnyTaskKind<S>>
  /** Absent: the browser's database. */
  readonly storage?: TaskStorage
  /** Absent: Web Locks, or leases in the storage. */
  readonly locks?: TaskLocks
  /** Absent: the online state that the browser reports. */
  readonly network?: Network
  /** Whether the server responds at all; absent: it is assumed to. */
  readonly reachable?: Reach['reachable']
  /** Absent: real time. */
  readonly wait?: Wait
  readonly now?: () => number
  readonly retryDelaysMs?: readonly number[]
  readonly problem?: (error: unknown) => void
}

export interface TaskStore {
  /**
   * Sets the account whose tasks run; nothing runs before the first call. Null: nobody is signed in, and running work stops and
   * waits
   * for the same account. Another account: the tasks of the previous one leave the list and stay in the storage until it returns.
   */
  use(account: string | null): void
  /** Starts a task at once and returns its id. */
  start<I>(task: NewTask<I>): string
  /**
   * Imports an attended task that an older version of this page stored elsewhere, in its current state. Rejects when it cannot be
   * stored; a task with the same id stays unchanged.
   */
  takeIn(task: StoredTask, account: string): Promise<void>
  /** Returns the ids of all tasks in this browser, of every account. */
  allIds(): Promise<ReadonlySet<string>>
  get(id: string): Task | undefined
  /** Returns the tasks, oldest first; the same array until something changes. */
  list(): readonly Task[]
  /**
   * Calls the listener at once for a change, and once for all further changes within a short time. @returns a function that
   * unsubscribes.
   */
  subscribe(listener: () => void): () => void
  /** Sets failed items to waiting again, also when all failed; their checkpoints are kept. */
  retryFailed(id: string): void
  /** Replaces the input of an item that failed or was cancelled; it runs again from its beginning. */
  replaceItem<I>(id: string, key: string, item: Omit<NewItem<I>, 'key'>): void
  /** Cancels waiting items and aborts running ones. An attended task is dismissed. */
  cancel(id: string): void
  pause(id: string): void
  /**
   * Continues after a pause, a stop or a reload.
   *
   * @param answer applies the seller's decision to the checkpoint of the kind; the result is stored before the work continues.
   */
  resume(id: string, answer?: (saved: unknown) => unknown): void
  /** Removes an ended task from the list and the storage; a running one is cancelled first. */
  dismiss(id: string): void
  /** Whether work would be lost if the page were closed now: inputs that could not be stored. */
  wouldLose(): boolean
  /** Stops all tasks; they stay in the storage. */
  close(): void
}

/** Ended tasks that nobody dismissed are removed after this time, ms. */
const forgetAfterMs = 3 * 24 * 3600_000
const defaultRetryDelaysMs = [1000, 3000, 9000]
/** Minimum interval between notifications of the listeners, ms: an upload of 500 files changes faster than anybody can see. */
const tellEveryMs = 150

const browserNetwork: Network = {
  isOnline: () => navigator.onLine,
  onChange(listener) {
    addEventListener('online', listener)
    addEventListener('offline', listener)
    return () => {
      removeEventListener('online', listener)
      removeEventListener('offline', listener)
    }
  },
}

/** Whether an attended task succeeded: the seller had seen the result when the page was closed. */
const isOver = ({ head, items }: StoredTask) =>
  head.isAttended === true && head.endedAt !== null && items.every(({ state }) => state === 'done')

interface Entry {
  readonly run: TaskRun
  /** Aborted when the task leaves this window. */
  readonly gone: AbortController
  release: (() => void) | null
}

export function createTaskStore<S>({
  services,
  kinds,
  storage = browserTaskStorage(),
  locks = bestLocks(storage),
  network = browserNetwork,
  reachable = async () => true,
  wait = delay,
  now = Date.now,
  retryDelaysMs = defaultRetryDelaysMs,
  problem = () => undefined,
}: TaskStoreOptions<S>): TaskStore {
  let account: string | null = null
  /** The account whose tasks are in the list; unchanged while nobody is signed in. */
  let owner: string | null = null
  let expired = false
  let entries: ReadonlyMap<string, Entry> = new Map()
  let records: TaskRecords = taskRecords(storage, '')
  let listed: readonly Task[] | null = null
  const { notify, subscribe, clear } = createListeners()

  /** The timer that runs for a short time after listeners were notified. */
  let quiet: ReturnType<typeof setTimeout> | undefined
  let untold = false
  const tell = () => {
    untold = false
    quiet = setTimeout(() => {
      quiet = undefined
      if (untold) tell()
    }, tellEveryMs)
    notify()
  }
  const changed = () => {
    listed = null
    untold = true
    if (quiet === undefined) tell()
  }
  const blocked = (): Blocked => {
    if (account === null || expired) return 'session'
    return network.isOnline() ? away : 'offline'
  }
  let away: Away | null = null
  const closed = new AbortController()
  const watch = watchAway({ isOnline: network.isOnline, reachable, wait }, (next) => {
    if (away === next) return
    away = next
    for (const { run } of entries.values()) run.go()
  })
  const stopListening = network.onChange(() => {
    for (const { run } of entries.values()) run.go()
  })

  const createRun = (stored: StoredTask, isNew: boolean): TaskRun =>
    createTaskRun(
      stored,
      {
        services,
        kinds,
        records,
        now,
        blocked,
        isAway: () => watch.isAway(closed.signal),
        back: watch.back,
        sessionEnded() {
          expired = true
          for (const { run } of entries.values()) run.halt()
          changed()
        },
        retryDelaysMs,
        changed,
        problem,
      },
      isNew,
    )
  const lockName = (id: string) => `kejiang-task/${owner}/${id}`
  const put = (id: string, entry: Entry) => {
    entries = new Map(entries).set(id, entry)
    changed()
  }
  /** Removes the task from this window; its lock is released when nothing of it is running any more. */
  const release = (id: string, last: () => Promise<void> = async () => undefined) => {
    const entry = entries.get(id)
    if (!entry) return
    entries = new Map([...entries].filter(([other]) => other !== id))
    entry.gone.abort()
    entry.run.leave()
    const free = () => {
      entry.release?.()
      entry.release = null
    }
    entry.run
      .idle()
      .then(last)
      .then(free, (error: unknown) => {
        free()
        problem(error)
      })
    changed()
  }

  const dismiss = (id: string) => {
    const entry = entries.get(id)
    const task = entry?.run.view()
    if (!entry || !task || task.pause === 'other-window') return
    const book = records
    entry.run.cancel()
    release(id, async () => {
      await book.remove(id)
      // If the code does not load, the kind's own cleanup removes the rest later.
      if (task.isAttended) (await kinds(task.kind).catch(() => null))?.removed?.(task, services)
    })
  }

  /** Lists a task found in the storage, and takes it over when no other window has its lock. */
  const adopt = async (id: string, book: TaskRecords) => {
    const stored = await book.load(id)
    if (stored === null || book !== records || entries.has(id)) return
    if (stored.head.endedAt !== null && now() - stored.head.endedAt > forgetAfterMs) return book.remove(id)
    const entry: Entry = { run: createRun(stored, false), gone: new AbortController(), release: null }
    put(id, entry)
    const free = await locks.acquire(lockName(id), entry.gone.signal)
    if (free === null) return
    if (entry.gone.signal.aborted) return free()
    entry.release = free
    const left = await book.load(id)
    if (entry.gone.signal.aborted) return
    if (left === null) return release(id)
    entry.run.own(left)
    if (isOver(left)) dismiss(id)
  }

  const open = async (book: TaskRecords) => {
    await book.sweep()
    const ids = await book.list()
    const failures: unknown[] = []
    await Promise.all(ids.map((id) => adopt(id, book).catch((error: unknown) => failures.push(error))))
    if (failures.length > 0) problem(failures[0])
  }

  return {
    use(next) {
      if (next === account && !expired) return
      account = next
      expired = false
      if (next === null) {
        for (const { run } of entries.values()) run.halt()
        return changed()
      }
      if (next !== owner) {
        for (const id of entries.keys()) release(id)
        owner = next
        records = taskRecords(storage, next)
        open(records).catch(problem)
      }
      for (const { run } of entries.values()) run.go()
      changed()
    },

    start({ id = `${now().toString(36)}-${randomId()}`, kind, title, scope, items, input, isAttended, needsPage }) {
      const keys = items.map((item) => item.key)
      const names = items.map((item) => item.name)
      if (new Set(keys).size !== keys.length) throw new Error('the items of a task need keys of their own')
      const head: TaskHead = {
        ...{ id, kind, title, scope, startedAt: now(), keys, names, paused: false, endedAt: null },
        ...(isAttended && { isAttended }),
        ...(needsPage && { needsPage }),
      }
      const stored: StoredTask = { head, items: items.map(newItem), saved: new Map(), ...(input !== undefined && { input }) }
      const run = createRun(stored, true)
      const entry: Entry = { run, gone: new AbortController(), release: null }
      put(id, entry)
      const book = records
      const keepAndBegin = async () => {
        try {
          // No other window knows the id yet, so the lock is free.
          entry.release = await locks.acquire(lockName(id), entry.gone.signal)
          await (input === undefined ? book.writeHead(head) : book.create(stored))
        } catch {
          // The storage is full: the task runs nevertheless, and the page asks before it is closed.
          run.loseAll()
          return run.begin()
        }
        if (storage.isLasting?.() === false) run.loseAll()
        run.begin()
        if (input === undefined) await book.writeInputs(id, items, (key) => run.lose(key))
      }
      keepAndBegin().catch(problem)
      return id
    },
    async takeIn(task, whose) {
      const book = whose === owner ? records : taskRecords(storage, whose)
      const { id } = task.head
      if ((await book.load(id)) !== null) return
      await book.create(task)
      adopt(id, book).catch(problem)
    },
    allIds: async () => new Set([...(await allTaskIds(storage)), ...entries.keys()]),

    get: (id) => entries.get(id)?.run.view(),
    list() {
      listed ??= [...entries.values()].map(({ run }) => run.view()).sort((a, b) => a.startedAt - b.startedAt)
      return listed
    },
    subscribe,
    retryFailed: (id) => entries.get(id)?.run.retryFailed(),
    replaceItem: (id, key, item) => entries.get(id)?.run.replaceItem(key, item),
    cancel(id) {
      const entry = entries.get(id)
      if (entry?.run.view().isAttended) dismiss(id)
      else entry?.run.cancel()
    },
    pause: (id) => entries.get(id)?.run.pause(),
    resume: (id, answer) => void entries.get(id)?.run.resume(answer).catch(problem),
    dismiss,
    wouldLose: () => [...entries.values()].some(({ run }) => run.wouldLose()),
    close() {
      stopListening()
      closed.abort()
      for (const id of entries.keys()) release(id)
      clear()
      clearTimeout(quiet)
    },
  }
}
