/** One task of one account: the state of its items, and their execution while this window has the task's lock. */
import pLimit, { type LimitFunction } from 'p-limit'
import { delay } from '../../../contract/delay'
import type { Away } from '../away'
import { BusyError, OfflineError, SessionExpiredError } from '../errors'
import { failureText } from '../failure-texts'
import { createTaskItems, type Item, newItem, type Status, untried } from './task-items'
import type { StoredTask, TaskHead, TaskRecords } from './task-record'
import { openStretch, type Stretch } from './task-stretch'
import { createWhole } from './task-whole'
import { FinalFailure, type Task, type TaskKind, TaskStop } from './types'

/** One registry holds kinds with different inputs and results; only each kind knows its own types. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyTaskKind<S> = TaskKind<any, any, S, any>

/** Why no task of this window may run now. */
export type Blocked = Away | 'session' | null

export interface RunDeps<S> {
  readonly services: S
  readonly kinds: (kind: string) => Promise<AnyTaskKind<S>>
  readonly records: TaskRecords
  readonly now: () => number
  readonly blocked: () => Blocked
  /** Whether the server is away: then the item waits for `back` and is retried. */
  readonly isAway: () => Promise<boolean>
  readonly back: () => Promise<void>
  /** Called when the server reported that the session has ended. */
  readonly sessionEnded: () => void
  /** Pauses before the retries after a short failure of the network or the server, ms. */
  readonly retryDelaysMs: readonly number[]
  readonly changed: () => void
  /** Called with errors that do not belong to an item, such as a kind's `ended` that threw, so that they can be logged. */
  readonly problem: (error: unknown) => void
}

export interface TaskRun {
  view(): Task
  /** Allows a new task to start, once everything that must be stored before has been stored. */
  begin(): void
  /** Starts the work, or continues it after it was blocked. */
  go(): void
  /** Stops running items; they wait for the next `go`. */
  halt(): void
  /** Stops for good: the task no longer belongs to this window or account. */
  leave(): void
  retryFailed(): void
  replaceItem(key: string, item: { readonly name: string; readonly input: unknown }): void
  cancel(): void
  pause(): void
  /** Continues after a pause, a stop or a reload. `answer` applies the seller's decision to the kind's checkpoint. */
  resume(answer?: (saved: unknown) => unknown): Promise<void>
  /** Called when this window got the lock. `stored`: the task as the previous window left it; absent: unchanged. */
  own(stored?: StoredTask): void
  /** Resolves when nothing of the task is running any more. */
  idle(): Promise<void>
  /** Whether work would be lost with the page: unfinished items that are not stored, or an attended task that needs the page. */
  wouldLose(): boolean
  lose(key: string): void
  /** Called when the task could not be stored at all. */
  loseAll(): void
}

const notLoaded = '功能没有加载成功，请检查网络后重试'

const isTransient = (error: unknown) =>
  error instanceof OfflineError ||
  error instanceof BusyError ||
  (error instanceof Error && error.name === 'PlatformError' && 'retryable' in error && error.retryable === true)

const textOf = (error: unknown) => (error instanceof Error && error.message !== '' ? error.message : failureText.unknown)

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

const isOpen = ({ head, items }: StoredTask) => head.endedAt === null || items.some((item) => item.state === 'waiting')

export function createTaskRun<S>(first: StoredTask, deps: RunDeps<S>, isNew: boolean): TaskRun {
  let head: TaskHead = first.head
  let owned = isNew
  let isBegun = !isNew
  let cancelling = false
  /** Whether work is left, or was left when `ended` was last called. */
  let open = isOpen(first)
  let limit: LimitFunction | null = null
  let view: Task | null = null
  const queued = new Set<string>()
  const active = new Map<string, { readonly control: AbortController; readonly done: Promise<void> }>()
  let isHeldByPage = first.head.needsPage ?? false
  let stop: TaskStop | null = null
  /** Whether an earlier page left the task unfinished and the seller has not resumed it yet. */
  let isLeft = !isNew && open && first.head.isAttended === true
  let isResuming = false
  let stretch: Stretch | null = null

  const changed = () => {
    view = null
    deps.changed()
  }
  const items = createTaskItems(first, { records: deps.records, changed })
  const keepHead = (fields: Partial<TaskHead>) => {
    head = { ...head, ...fields }
    // The window that has the task now writes it; a dismissed task must not be written again.
    if (!owned) return Promise.resolve()
    // If the head cannot be written, the storage keeps an older one, which does no harm.
    return deps.records.writeHead(head).catch(() => undefined)
  }

  const mayWork = () => owned && isBegun && !cancelling && !head.paused && !isLeft && stop === null && deps.blocked() === null
  /** Whether the kind has `before` or `after`, so that its work is divided into stretches (see `task-stretch`). */
  const isWhole = (kind: AnyTaskKind<S>) => kind.before !== undefined || kind.after !== undefined

  const cameBack = async (signal: AbortSignal): Promise<boolean> => {
    if (!(await deps.isAway())) return false
    await Promise.race([deps.back(), aborted(signal)])
    return !signal.aborted
  }

  const whole = createWhole(first, { items, records: deps.records, changed, cameBack })

  /** Stops the task until the seller resumes it. */
  const standStill = (reason: TaskStop) => {
    stop ??= reason
    halt()
    changed()
  }
  const prepare = (kind: AnyTaskKind<S>): Promise<boolean> => {
    stretch ??= openStretch({
      kind,
      services: deps.services,
      whole: whole.taskFor,
      isIdle: () => active.size === 0,
      failed(error) {
        if (error instanceof SessionExpiredError) deps.sessionEnded()
        else standStill(error instanceof TaskStop ? error : new TaskStop('failed', textOf(error), { cause: error }))
      },
      closed() {
        stretch = null
        whole.setStep(null)
        void settle(kind)
        // The task was halted and allowed to continue before this callback ran.
        go()
      },
    })
    return stretch.isHalted ? Promise.resolve(false) : stretch.ready
  }

  /** Runs one item until it succeeded, failed for a reason of its own, or was stopped. */
  const tryItem = async (kind: AnyTaskKind<S>, key: string, input: unknown, signal: AbortSignal): Promise<unknown> => {
    for (let tries = 0; ; tries++) {
      try {
        return await kind.run(
          input,
          {
            signal,
            saved: items.savedOf(key),
            progress(loaded, total) {
              if (signal.aborted) return
              items.progress(key, loaded, total)
            },
            checkpoint: (value) => items.checkpoint(key, value),
          },
          deps.services,
          stretch?.shared,
        )
      } catch (error) {
        const before = deps.blocked()
        if (signal.aborted || (before !== null && before !== 'away') || !isTransient(error)) throw error
        if (await cameBack(signal)) {
          // Attempts while the server was away do not count as retries.
          tries = -1
        } else {
          const pause = deps.retryDelaysMs[tries]
          if (pause === undefined) throw error
          items.forgetProgress(key)
          items.set(key, { loaded: 0, again: { retry: tries + 1, reason: textOf(error) } })
          await delay(pause, signal).catch(() => undefined)
        }
        if (signal.aborted) throw error
      }
    }
  }

  const outcomeOf = (error: unknown, signal: AbortSignal): Status => {
    if (cancelling) return { state: 'cancelled' }
    if (signal.aborted) return { state: 'waiting' }
    if (error instanceof SessionExpiredError) {
      deps.sessionEnded()
      return { state: 'waiting' }
    }
    if (error instanceof TaskStop) {
      standStill(error)
      return { state: 'waiting' }
    }
    if (isTransient(error) && deps.blocked() === 'offline') return { state: 'waiting' }
    return { state: 'failed', error: textOf(error), ...(error instanceof FinalFailure && { isFinal: true }) }
  }

  const runItem = async (kind: AnyTaskKind<S>, key: string) => {
    queued.delete(key)
    const item = items.at(key)
    if (!mayWork() || item?.state !== 'waiting' || (isWhole(kind) && !stretch?.isOpen)) return
    const control = new AbortController()
    let finish = () => {}
    const done = new Promise<void>((resolve) => {
      finish = resolve
    })
    active.set(key, { control, done })
    items.set(key, { state: 'running', loaded: 0, total: 0 })
    let outcome: Status
    try {
      outcome = { state: 'done', result: await tryItem(kind, key, item.input, control.signal) }
    } catch (error) {
      outcome = outcomeOf(error, control.signal)
    }
    if (outcome.state !== 'waiting') {
      await items.keep(key, outcome)
      items.found(key)
    }
    items.forgetProgress(key)
    active.delete(key)
    items.set(key, { ...outcome, again: undefined })
    finish()
    stretch?.itemEnded()
    void settle(kind)
    // The item was stopped and the task allowed to continue before this callback ran.
    if (outcome.state === 'waiting') go()
  }

  const isSettled = () =>
    open && active.size === 0 && !items.list().some(({ state }) => state === 'waiting' || state === 'running')

  /** Ends the task when no item is left. */
  const settle = async (kind: AnyTaskKind<S> | null) => {
    if (!isSettled() || stretch?.isHalted) return
    if (kind?.after && !cancelling && !(stretch?.isOpen && (await stretch.finish()))) return
    if (!isSettled()) return
    open = false
    cancelling = false
    stretch?.halt()
    items.stopTimer()
    changed()
    try {
      kind?.ended?.(run.view(), deps.services)
    } catch (error) {
      deps.problem(error)
    }
    await keepHead({ endedAt: deps.now(), paused: false })
  }

  const queueItems = async () => {
    let kind: AnyTaskKind<S>
    try {
      kind = await deps.kinds(head.kind)
    } catch {
      if (!mayWork()) return
      // Part of the task may be done and paid for, so it is stopped instead of failed.
      if (head.isAttended) return standStill(new TaskStop('failed', notLoaded))
      const waiting = items.list().filter((item) => item.state === 'waiting' && !queued.has(item.key))
      items.edit(new Map(waiting.map((item) => [item.key, { state: 'failed' as const, error: notLoaded }])))
      void settle(null)
      return
    }
    if (!mayWork() || !open) return
    if (isWhole(kind) && !((await prepare(kind)) && mayWork())) return
    limit ??= pLimit(kind.atOnce)
    for (const { key, state } of items.list()) {
      if (state !== 'waiting' || queued.has(key)) continue
      queued.add(key)
      void limit(() => runItem(kind, key))
    }
    void settle(kind)
  }

  const go = () => {
    if (mayWork() && open) void queueItems()
    else changed()
  }

  const reopen = (again: readonly Item[]) => {
    if (again.length === 0) return
    open = true
    items.replace(again)
    void keepHead({ endedAt: null })
    for (const item of again) void items.keep(item.key, item)
    go()
  }

  const halt = () => {
    for (const { control } of active.values()) control.abort()
    stretch?.halt()
  }

  const stateOf = (): Pick<Task, 'state' | 'pause'> => {
    if (!owned) return { state: 'paused', pause: 'other-window' }
    if (!open) return { state: 'ended' }
    if (cancelling) return { state: 'running' }
    const blocked = deps.blocked()
    if (isLeft) return { state: 'paused', pause: 'left' }
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
        ...(run.wouldLose() && { isHeldByPage: true }),
        ...(isAttended && { isAttended }),
        ...(first.input !== undefined && { input: first.input }),
        ...(whole.saved !== undefined && { saved: whole.saved }),
        ...(whole.step !== null && { step: whole.step }),
        ...(stop !== null && { stop }),
      }
      return view
    },
    begin() {
      isBegun = true
      go()
    },
    go,
    halt,
    leave() {
      owned = false
      halt()
    },
    retryFailed() {
      if (!owned) return
      const failed = items.list().filter((item) => item.state === 'failed' && !item.isFinal)
      reopen(failed.map(untried))
    },
    replaceItem(key, { name, input }) {
      const item = items.at(key)
      if (!owned || !item || (item.state !== 'failed' && item.state !== 'cancelled')) return
      // The checkpoint belongs to the old input.
      items.forgetCheckpoint(key)
      const fixed = newItem({ key, name, input })
      void deps.records.writeInputs(head.id, [fixed], (unkept) => items.lose(unkept))
      reopen([fixed])
    },
    cancel() {
      if (!owned || !open) return
      cancelling = true
      limit?.clearQueue()
      queued.clear()
      const waiting = items.list().filter((item) => item.state === 'waiting')
      items.edit(new Map(waiting.map((item) => [item.key, { state: 'cancelled' as const }])))
      for (const item of waiting) items.found(item.key)
      // This includes running items: they must not start again if the page is closed before they stopped. Their final state
      // overwrites it.
      for (const key of [...waiting.map((item) => item.key), ...active.keys()]) void items.keep(key, { state: 'cancelled' })
      halt()
      void deps.kinds(head.kind).then(settle, () => settle(null))
    },
    pause() {
      if (!owned || !open || cancelling || head.paused) return
      void keepHead({ paused: true })
      halt()
      changed()
    },
    async resume(answer) {
      if (!owned || !open || cancelling || isResuming || (!head.paused && !isLeft && stop === null)) return
      if (answer) {
        isResuming = true
        // The decision is stored before the work continues with it.
        await whole.keep(answer(whole.saved)).finally(() => {
          isResuming = false
        })
      }
      isLeft = false
      stop = null
      if (head.paused) void keepHead({ paused: false })
      changed()
      go()
    },
    own(stored) {
      owned = true
      if (stored) {
        head = stored.head
        items.load(stored)
        whole.load(stored)
        open = isOpen(stored)
        isLeft = open && head.isAttended === true
      }
      changed()
      go()
    },
    async idle() {
      while (active.size > 0) await Promise.all([...active.values()].map(({ done }) => done))
      await stretch?.whenClosed
    },
    wouldLose: () => items.wouldLose() || (isHeldByPage && head.isAttended === true && owned && open && !isLeft),
    lose: (key) => items.lose(key),
    loseAll() {
      isHeldByPage = true
      items.lose(...items.list().map(({ key }) => key))
    },
  }
  return run
}
