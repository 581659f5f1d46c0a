/** One task of one account: when it works, pauses, stops and ends while this window has its lock; `item-queue` runs its items. */
import { SessionExpiredError } from '../../../contract/call-errors'
import { tracedMessage } from '../support-facts'
import { createItemQueue } from './item-queue'
import { openRunPhase, type RunPhase } from './run-phase'
import { createTaskItems, type Item, newItem, resetItem } from './task-items'
import type { StoredTask, TaskHead, TaskRecords } from './task-record'
import { createTaskState } from './task-state'
import { type AnyTaskKind, type BlockReason, type Task, TaskStop } from './types'

export interface RunDeps<S> {
  readonly services: S
  readonly kinds: (kind: string) => Promise<AnyTaskKind<S>>
  readonly records: TaskRecords
  readonly now: () => number
  readonly blockedBy: () => BlockReason
  /** Whether the server is away: then the item waits for `whenBack` and is retried. */
  readonly isAway: () => Promise<boolean>
  readonly whenBack: () => Promise<void>
  /** Called when the storage has a new end, or that the task goes on after all: other windows show it, too. */
  readonly onEndStored: () => void
  /** Called when the server reported that the session has ended. */
  readonly onSessionEnded: () => void
  /** Pauses before the retries after a short failure of the network or the server, ms. */
  readonly retryDelaysMs: readonly number[]
  readonly onChange: () => void
  /** Called with errors that do not belong to an item, such as a kind's `onEnded` that threw, so that they can be logged. */
  readonly onProblem: (error: unknown) => void
}

export interface TaskRun {
  view(): Task
  /** Allows a new task to start, once everything that must be stored before has been stored. */
  allowStart(): void
  /** Starts the work, or continues it after it was blocked. */
  proceed(): void
  /** Stops running items; they wait for the next `proceed`. */
  halt(): void
  /** Stops for good: the task no longer belongs to this window or account. */
  detach(): void
  retryFailed(): void
  replaceItem(key: string, item: { readonly name: string; readonly input: unknown }): void
  cancel(): void
  pause(): void
  /** Continues after a pause, a stop or a reload. `decide` applies the seller's decision to the kind's checkpoint. */
  resume(decide?: (saved: unknown) => unknown): Promise<void>
  /** Called when this window got the lock. `stored`: the task as the previous window left it; absent: unchanged. */
  onLockAcquired(stored?: StoredTask): void
  /** Called with what the window that has the lock stored. */
  onStoredElsewhere(stored: StoredTask): void
  /** Resolves when nothing of the task is running any more. */
  whenIdle(): Promise<void>
  /** Whether work would be lost with the page: unfinished items that are not stored, or an attended task that needs the page. */
  hasUnsavedWork(): boolean
  markUnstored(key: string): void
  /** Called when the task could not be stored at all. */
  markAllUnstored(): void
}

const notLoadedText = '功能没有加载成功，请检查网络后重试'

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

const isUnfinishedTask = ({ head, items }: StoredTask) => head.endedAt === null || items.some((item) => item.state === 'waiting')

export function createTaskRun<S>(initial: StoredTask, deps: RunDeps<S>, isNew: boolean): TaskRun {
  let head: TaskHead = initial.head
  let hasLock = isNew
  let mayStart = !isNew
  let isCancelling = false
  /** Whether work is left, or was left when `onEnded` was last called. */
  let isUnfinished = isUnfinishedTask(initial)
  let view: Task | null = null
  let isLostWithPage = initial.head.needsPage ?? false
  let stop: TaskStop | null = null
  /** Whether an earlier page left the task unfinished and the seller has not resumed it yet. */
  let isAbandoned = !isNew && isUnfinished && initial.head.isAttended === true
  let isResuming = false
  let phase: RunPhase | null = null

  const onChange = () => {
    view = null
    deps.onChange()
  }
  const items = createTaskItems(initial, { records: deps.records, onChange })
  const storeHead = (fields: Partial<TaskHead>) => {
    head = { ...head, ...fields }
    // The window that has the task now writes it; a dismissed task must not be written again.
    if (!hasLock) return Promise.resolve()
    // If the head cannot be written, the storage keeps an older one, which does no harm.
    return deps.records.writeHead(head).catch(() => undefined)
  }

  const mayWork = () =>
    hasLock && mayStart && !isCancelling && !head.paused && !isAbandoned && stop === null && deps.blockedBy() === null
  /** Whether the kind has `before` or `after`, so that its work is divided into run phases. */
  const hasPhases = (kind: AnyTaskKind<S>) => kind.before !== undefined || kind.after !== undefined

  const waitUntilBack = async (signal: AbortSignal): Promise<boolean> => {
    if (!(await deps.isAway())) return false
    await Promise.race([deps.whenBack(), whenAborted(signal)])
    return !signal.aborted
  }

  const taskState = createTaskState(initial, { items, records: deps.records, onChange, waitUntilBack })

  /** Stops the task until the seller resumes it. */
  const stopTask = (reason: TaskStop) => {
    stop ??= reason
    halt()
    onChange()
  }
  const openPhase = (kind: AnyTaskKind<S>): Promise<boolean> => {
    phase ??= openRunPhase({
      kind,
      services: deps.services,
      contextFor: taskState.contextFor,
      isIdle: () => queue.isIdle(),
      onFailure(error) {
        if (error instanceof SessionExpiredError) deps.onSessionEnded()
        else stopTask(error instanceof TaskStop ? error : new TaskStop('failed', tracedMessage(error), { cause: error }))
      },
      onClosed() {
        phase = null
        taskState.setStep(null)
        void endIfDone(kind)
        // The task was halted and allowed to continue before this callback ran.
        proceed()
      },
    })
    return phase.isHalted ? Promise.resolve(false) : phase.ready
  }

  const queue = createItemQueue({
    ...{ services: deps.services, items, blockedBy: deps.blockedBy, retryDelaysMs: deps.retryDelaysMs, waitUntilBack },
    mayRun: (kind) => mayWork() && (!hasPhases(kind) || phase?.isOpen === true),
    isCancelling: () => isCancelling,
    shared: () => phase?.shared,
    onSessionEnded: deps.onSessionEnded,
    onStop: stopTask,
    onItemEnded(kind, state) {
      phase?.onItemEnded()
      void endIfDone(kind)
      // The item was stopped and the task allowed to continue before this callback ran.
      if (state === 'waiting') proceed()
    },
  })

  const hasNoWorkLeft = () =>
    isUnfinished && queue.isIdle() && !items.list().some(({ state }) => state === 'waiting' || state === 'running')

  /** Ends the task when no item is left. */
  const endIfDone = async (kind: AnyTaskKind<S> | null) => {
    if (!hasNoWorkLeft() || phase?.isHalted) return
    if (kind?.after && !isCancelling && !(phase?.isOpen && (await phase.finish()))) return
    if (!hasNoWorkLeft()) return
    isUnfinished = false
    isCancelling = false
    phase?.halt()
    items.stopTimer()
    onChange()
    try {
      kind?.onEnded?.(run.view(), deps.services)
    } catch (error) {
      deps.onProblem(error)
    }
    await storeHead({ endedAt: deps.now(), paused: false })
    deps.onEndStored()
  }

  const queueItems = async () => {
    let kind: AnyTaskKind<S>
    try {
      kind = await deps.kinds(head.kind)
    } catch {
      if (!mayWork()) return
      // Part of the task may be done and paid for, so it is stopped instead of failed.
      if (head.isAttended) return stopTask(new TaskStop('failed', notLoadedText))
      const waiting = items.list().filter((item) => item.state === 'waiting' && !queue.has(item.key))
      items.patch(new Map(waiting.map((item) => [item.key, { state: 'failed' as const, error: notLoadedText }])))
      void endIfDone(null)
      return
    }
    if (!mayWork() || !isUnfinished) return
    if (hasPhases(kind) && !((await openPhase(kind)) && mayWork())) return
    queue.addWaiting(kind)
    void endIfDone(kind)
  }

  const proceed = () => {
    if (mayWork() && isUnfinished) void queueItems()
    else onChange()
  }

  const retryItems = (reset: readonly Item[]) => {
    if (reset.length === 0) return
    isUnfinished = true
    items.replace(reset)
    void storeHead({ endedAt: null }).then(deps.onEndStored)
    for (const item of reset) void items.storeStatus(item.key, item)
    proceed()
  }

  const halt = () => {
    queue.halt()
    phase?.halt()
  }

  const load = (stored: StoredTask) => {
    head = stored.head
    items.load(stored)
    taskState.load(stored)
    isUnfinished = isUnfinishedTask(stored)
  }

  const stateOf = (): Pick<Task, 'state' | 'pause'> => {
    if (!hasLock) return { state: isUnfinished ? 'paused' : 'ended', pause: 'other-window' }
    if (!isUnfinished) return { state: 'ended' }
    if (isCancelling) return { state: 'running' }
    const blocked = deps.blockedBy()
    if (isAbandoned) return { state: 'paused', pause: 'left' }
    if (stop !== null) return { state: 'paused', pause: 'stopped' }
    if (blocked !== null) return { state: 'paused', pause: blocked }
    return { state: head.paused ? 'paused' : 'running' }
  }

  const run: TaskRun = {
    view() {
      if (view !== null) return view
      const { id, kind, title, scope, startedAt, isAttended } = head
      view = {
        ...{ id, kind, title, scope, startedAt, items: items.list(), ...stateOf() },
        ...(run.hasUnsavedWork() && { isLostWithPage: true }),
        ...(isAttended && { isAttended }),
        ...(initial.input !== undefined && { input: initial.input }),
        ...(taskState.saved !== undefined && { saved: taskState.saved }),
        ...(taskState.step !== null && { step: taskState.step }),
        ...(stop !== null && { stop }),
      }
      return view
    },
    allowStart() {
      mayStart = true
      proceed()
    },
    proceed,
    halt,
    detach() {
      hasLock = false
      halt()
    },
    retryFailed() {
      if (!hasLock) return
      const failed = items.list().filter((item) => item.state === 'failed' && !item.isFinal)
      retryItems(failed.map(resetItem))
    },
    replaceItem(key, { name, input }) {
      const item = items.itemOf(key)
      if (!hasLock || !item || (item.state !== 'failed' && item.state !== 'cancelled')) return
      // The checkpoint belongs to the old input.
      items.forgetCheckpoint(key)
      const replacement = newItem({ key, name, input })
      void deps.records.writeInputs(head.id, [replacement], (unstoredKey) => items.markUnstored(unstoredKey))
      retryItems([replacement])
    },
    cancel() {
      if (!hasLock || !isUnfinished) return
      isCancelling = true
      queue.clear()
      const waiting = items.list().filter((item) => item.state === 'waiting')
      items.patch(new Map(waiting.map((item) => [item.key, { state: 'cancelled' as const }])))
      for (const item of waiting) items.markStored(item.key)
      // This includes running items: they must not start again if the page is closed before they stopped. Their final state
      // overwrites it.
      for (const key of [...waiting.map((item) => item.key), ...queue.runningKeys()])
        void items.storeStatus(key, { state: 'cancelled' })
      halt()
      void deps.kinds(head.kind).then(endIfDone, () => endIfDone(null))
    },
    pause() {
      if (!hasLock || !isUnfinished || isCancelling || head.paused) return
      void storeHead({ paused: true })
      halt()
      onChange()
    },
    async resume(decide) {
      if (!hasLock || !isUnfinished || isCancelling || isResuming || (!head.paused && !isAbandoned && stop === null)) return
      if (decide) {
        isResuming = true
        // The decision is stored before the work continues with it.
        await taskState.storeCheckpoint(decide(taskState.saved)).finally(() => {
          isResuming = false
        })
      }
      isAbandoned = false
      stop = null
      if (head.paused) void storeHead({ paused: false })
      onChange()
      proceed()
    },
    onLockAcquired(stored) {
      hasLock = true
      if (stored) {
        load(stored)
        isAbandoned = isUnfinished && head.isAttended === true
      }
      onChange()
      proceed()
    },
    onStoredElsewhere(stored) {
      if (hasLock) return
      load(stored)
      onChange()
    },
    async whenIdle() {
      await queue.whenIdle()
      await phase?.whenClosed
    },
    hasUnsavedWork: () =>
      items.hasUnstoredWork() || (isLostWithPage && head.isAttended === true && hasLock && isUnfinished && !isAbandoned),
    markUnstored: (key) => items.markUnstored(key),
    markAllUnstored() {
      isLostWithPage = true
      items.markUnstored(...items.list().map(({ key }) => key))
    },
  }
  return run
}
