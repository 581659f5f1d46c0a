/** Holds the tasks of this window: which exist, for which account, and when they may run. Independent of React. */
import type { WindowNews } from '../../../adapters/storage/window-news'
import { delay, type Wait } from '../../../contract/ground/delay'
import { randomHex } from '../../../contract/ground/hex'
import { createListeners } from '../../../contract/ground/listeners'
import { type Connectivity, type Outage, watchOutage } from '../outage'
import { newItem } from './task-items'
import { bestLocks, type TaskLocks } from './task-locks'
import { allTaskIds, type StoredTask, type TaskHead, type TaskRecords, taskRecords } from './task-record'
import { createTaskRun, type TaskRun } from './task-run'
import { browserTaskStorage, type TaskStorage } from './task-storage'
import type { AnyTaskKind, BlockReason, NewItem, NewTask, Task } from './types'

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
  /** Tells other windows about ended and removed tasks; absent: they find out when they are reloaded. */
  readonly news?: WindowNews
  /** Absent: the online state that the browser reports. */
  readonly network?: Network
  /** Whether the server responds at all; absent: it is assumed to. */
  readonly isReachable?: Connectivity['isReachable']
  /** Absent: real time. */
  readonly wait?: Wait
  readonly now?: () => number
  readonly retryDelaysMs?: readonly number[]
  readonly onProblem?: (error: unknown) => void
  /** Whose answers the work waits for, as the seller calls it; absent: 服务器. */
  readonly peer?: string
}

export interface TaskStore {
  readonly peer: string
  /**
   * Sets the account whose tasks run; nothing runs before the first call. Null: nobody is signed in, and running work stops and
   * waits for the same account. Another account: the tasks of the previous one leave the list and stay in the storage until it
   * returns.
   */
  setAccount(account: string | null): void
  /** Starts a task at once and returns its id. */
  start<I>(task: NewTask<I>): string
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
   * @param decide applies the seller's decision to the checkpoint of the kind; the result is stored before the work continues.
   */
  resume(id: string, decide?: (saved: unknown) => unknown): void
  /** Removes an ended task from the list and the storage; a running one is cancelled first. */
  dismiss(id: string): void
  /** Whether work would be lost if the page were closed now: inputs that could not be stored. */
  hasUnsavedWork(): boolean
  /** Stops all tasks; they stay in the storage. */
  close(): void
}

/** Ended tasks that nobody dismissed are removed after this time, ms. */
const removeEndedAfterMs = 3 * 24 * 3600_000
const defaultRetryDelaysMs = [1000, 3000, 9000]
/** Minimum interval between notifications of the listeners, ms: an upload of 500 files changes faster than anybody can see. */
const notifyEveryMs = 150

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
const isAttendedSuccess = ({ head, items }: StoredTask) =>
  head.isAttended === true && head.endedAt !== null && items.every(({ state }) => state === 'done')

interface Entry {
  readonly run: TaskRun
  /** Aborted when the task leaves this window. */
  readonly removal: AbortController
  release: (() => void) | null
}

export function createTaskStore<S>({
  services,
  kinds,
  storage = browserTaskStorage(),
  locks = bestLocks(storage),
  news,
  network = browserNetwork,
  isReachable = async () => true,
  wait = delay,
  now = Date.now,
  retryDelaysMs = defaultRetryDelaysMs,
  onProblem = () => undefined,
  peer = '服务器',
}: TaskStoreOptions<S>): TaskStore {
  let account: string | null = null
  /** The account whose tasks are in the list; unchanged while nobody is signed in. */
  let listedAccount: string | null = null
  let isSessionExpired = false
  let entries: ReadonlyMap<string, Entry> = new Map()
  let records: TaskRecords = taskRecords(storage, '')
  let cachedList: readonly Task[] | null = null
  const { notify, subscribe, clear } = createListeners()

  /** The timer that runs for a short time after listeners were notified. */
  let throttleTimer: ReturnType<typeof setTimeout> | undefined
  let hasPending = false
  const notifyThrottled = () => {
    hasPending = false
    throttleTimer = setTimeout(() => {
      throttleTimer = undefined
      if (hasPending) notifyThrottled()
    }, notifyEveryMs)
    notify()
  }
  const onChange = () => {
    cachedList = null
    hasPending = true
    if (throttleTimer === undefined) notifyThrottled()
  }
  const blockedBy = (): BlockReason => {
    if (account === null || isSessionExpired) return 'session'
    return network.isOnline() ? outage : 'offline'
  }
  let outage: Outage | null = null
  const closing = new AbortController()
  const outageWatch = watchOutage({ isOnline: network.isOnline, isReachable, wait }, (next) => {
    if (outage === next) return
    outage = next
    for (const { run } of entries.values()) run.proceed()
  })
  const stopListening = network.onChange(() => {
    for (const { run } of entries.values()) run.proceed()
  })

  const createRun = (stored: StoredTask, isNew: boolean): TaskRun =>
    createTaskRun(
      stored,
      {
        services,
        kinds,
        records,
        now,
        blockedBy,
        isAway: () => outageWatch.isAway(closing.signal),
        whenBack: outageWatch.whenBack,
        onEndStored: () => news?.announce(stored.head.id),
        onSessionEnded() {
          isSessionExpired = true
          for (const { run } of entries.values()) run.halt()
          onChange()
        },
        retryDelaysMs,
        onChange,
        onProblem,
      },
      isNew,
    )
  const lockName = (id: string) => `kejiang-task/${listedAccount}/${id}`
  const addEntry = (id: string, entry: Entry) => {
    entries = new Map(entries).set(id, entry)
    onChange()
  }
  /** Removes the task from this window; its lock is released when nothing of it is running any more. */
  const detachTask = (id: string, cleanUp: () => Promise<void> = async () => undefined) => {
    const entry = entries.get(id)
    if (!entry) return
    entries = new Map([...entries].filter(([other]) => other !== id))
    entry.removal.abort()
    entry.run.detach()
    const releaseLock = () => {
      entry.release?.()
      entry.release = null
    }
    entry.run
      .whenIdle()
      .then(cleanUp)
      .then(releaseLock, (error: unknown) => {
        releaseLock()
        onProblem(error)
      })
    onChange()
  }

  const dismiss = (id: string) => {
    const entry = entries.get(id)
    const task = entry?.run.view()
    if (!entry || !task || task.pause === 'other-window') return
    const accountRecords = records
    entry.run.cancel()
    detachTask(id, async () => {
      await accountRecords.remove(id)
      news?.announce(id)
      // If the code does not load, the kind's own cleanup removes the rest later.
      if (task.isAttended) (await kinds(task.kind).catch(() => null))?.onRemoved?.(task, services)
    })
  }

  /** Removes a task that ended well, unless the window that did it still shows it. */
  const removeOnceFree = async ({ head: { id, kind } }: StoredTask, accountRecords: TaskRecords) => {
    const releaseLock = await locks.acquire(lockName(id), closing.signal)
    const current = releaseLock && (await accountRecords.load(id))
    if (current && isAttendedSuccess(current)) {
      await accountRecords.remove(id)
      ;(await kinds(kind).catch(() => null))?.onRemoved?.(createRun(current, false).view(), services)
    }
    releaseLock?.()
  }

  /** Looks at what the window that works on a task stored of it. */
  const readElsewhere = async (id: string) => {
    const entry = entries.get(id)
    if (!entry || entry.release !== null || entry.run.view().pause !== 'other-window') return
    const accountRecords = records
    const stored = await accountRecords.load(id)
    if (accountRecords !== records || entries.get(id) !== entry || entry.run.view().pause !== 'other-window') return
    if (stored === null || isAttendedSuccess(stored)) detachTask(id)
    else entry.run.onStoredElsewhere(stored)
    if (stored !== null && isAttendedSuccess(stored)) removeOnceFree(stored, accountRecords).catch(onProblem)
  }
  const stopHearing = news?.onNews((id) => {
    for (const known of id === null ? entries.keys() : [id]) readElsewhere(known).catch(onProblem)
  })

  /** Lists a task found in the storage, and takes it over when no other window has its lock. */
  const takeOver = async (id: string, accountRecords: TaskRecords) => {
    const stored = await accountRecords.load(id)
    if (stored === null || accountRecords !== records || entries.has(id)) return
    if (stored.head.endedAt !== null && now() - stored.head.endedAt > removeEndedAfterMs) return accountRecords.remove(id)
    if (isAttendedSuccess(stored)) return removeOnceFree(stored, accountRecords)
    const entry: Entry = { run: createRun(stored, false), removal: new AbortController(), release: null }
    addEntry(id, entry)
    const releaseLock = await locks.acquire(lockName(id), entry.removal.signal)
    if (releaseLock === null) return
    if (entry.removal.signal.aborted) return releaseLock()
    entry.release = releaseLock
    const current = await accountRecords.load(id)
    if (entry.removal.signal.aborted) return
    if (current === null) return detachTask(id)
    entry.run.onLockAcquired(current)
    if (isAttendedSuccess(current)) dismiss(id)
  }

  const loadTasks = async (accountRecords: TaskRecords) => {
    await accountRecords.removeOrphans()
    const ids = await accountRecords.list()
    const failures: unknown[] = []
    await Promise.all(ids.map((id) => takeOver(id, accountRecords).catch((error: unknown) => failures.push(error))))
    if (failures.length > 0) onProblem(failures[0])
  }

  return {
    setAccount(next) {
      if (next === account && !isSessionExpired) return
      account = next
      isSessionExpired = false
      if (next === null) {
        for (const { run } of entries.values()) run.halt()
        return onChange()
      }
      if (next !== listedAccount) {
        for (const id of entries.keys()) detachTask(id)
        listedAccount = next
        records = taskRecords(storage, next)
        loadTasks(records).catch(onProblem)
      }
      for (const { run } of entries.values()) run.proceed()
      onChange()
    },

    start({ id = `${now().toString(36)}-${randomHex(8)}`, kind, title, scope, items, input, isAttended, needsPage }) {
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
      const entry: Entry = { run, removal: new AbortController(), release: null }
      addEntry(id, entry)
      const accountRecords = records
      const storeAndStart = async () => {
        try {
          // No other window knows the id yet, so the lock is free.
          entry.release = await locks.acquire(lockName(id), entry.removal.signal)
          await (input === undefined ? accountRecords.writeHead(head) : accountRecords.create(stored))
        } catch {
          // The storage is full: the task runs nevertheless, and the page asks before it is closed.
          run.markAllUnstored()
          return run.allowStart()
        }
        if (storage.isLasting?.() === false) run.markAllUnstored()
        run.allowStart()
        if (input === undefined) await accountRecords.writeInputs(id, items, (key) => run.markUnstored(key))
      }
      storeAndStart().catch(onProblem)
      return id
    },
    allIds: async () => new Set([...(await allTaskIds(storage)), ...entries.keys()]),

    peer,
    get: (id) => entries.get(id)?.run.view(),
    list() {
      cachedList ??= [...entries.values()].map(({ run }) => run.view()).sort((a, b) => a.startedAt - b.startedAt)
      return cachedList
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
    resume: (id, decide) => void entries.get(id)?.run.resume(decide).catch(onProblem),
    dismiss,
    hasUnsavedWork: () => [...entries.values()].some(({ run }) => run.hasUnsavedWork()),
    close() {
      stopListening()
      stopHearing?.()
      closing.abort()
      for (const id of entries.keys()) detachTask(id)
      clear()
      clearTimeout(throttleTimer)
    },
  }
}
