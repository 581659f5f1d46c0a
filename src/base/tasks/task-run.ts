/** One task of one account: what its items are at, and the work on them while this window has the task's lock. */
import pLimit, { type LimitFunction } from 'p-limit'
import { delay } from '../../../contract/delay'
import type { Away } from '../away'
import { BusyError, OfflineError, SessionExpiredError } from '../errors'
import { failureText } from '../failure-texts'
import { lostInput, type StoredTask, type TaskHead, type TaskRecords } from './task-record'
import type { NewItem, Task, TaskItem, TaskKind } from './types'

/** Kinds of every input and result live in one registry; each knows its own. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyTaskKind<S> = TaskKind<any, any, S>

/** Why no task of this window may work now. */
export type Blocked = Away | 'session' | null

export interface RunDeps<S> {
  readonly services: S
  readonly kinds: (kind: string) => Promise<AnyTaskKind<S>>
  readonly records: TaskRecords
  readonly now: () => number
  readonly blocked: () => Blocked
  /** Whether the server is away: then the item waits for `back`, and is tried again. */
  readonly isAway: () => Promise<boolean>
  readonly back: () => Promise<void>
  /** The server said that the session is over. */
  readonly sessionEnded: () => void
  /** Pauses before a try after the network or the server only passed through a bad moment, ms. */
  readonly retryDelaysMs: readonly number[]
  readonly changed: () => void
  /** A kind's `ended` that threw, and the like: nobody's item failed, but somebody must know. */
  readonly problem: (error: unknown) => void
}

export interface TaskRun {
  view(): Task
  /** Begins, or goes on after whatever blocked it. */
  go(): void
  /** Stops what is under way; it waits for the next `go`. */
  halt(): void
  /** Stops for good: the task is not this window's or this account's any more. */
  leave(): void
  retryFailed(): void
  replaceItem(key: string, item: { readonly name: string; readonly input: unknown }): void
  cancel(): void
  setPaused(paused: boolean): void
  /** Takes over: this window has the lock. `stored`: how the window before left it; absent: as it is. */
  own(stored?: StoredTask): void
  /** Resolves when nothing of it is under way any more. */
  idle(): Promise<void>
  /** Items that would be lost with the page: not settled and not kept. */
  wouldLose(): boolean
  lose(key: string): void
}

type Item = TaskItem<unknown, unknown>

const progressEveryMs = 100
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

export const newItem = ({ key, name, input }: NewItem<unknown>): Item => ({
  key,
  name,
  input,
  state: 'waiting',
  loaded: 0,
  total: 0,
})

const isOpen = ({ head, items }: StoredTask) => head.endedAt === null || items.some((item) => item.state === 'waiting')

export function createTaskRun<S>(first: StoredTask, deps: RunDeps<S>, isNew: boolean): TaskRun {
  let head: TaskHead = first.head
  let items: readonly Item[] = first.items
  let places = new Map(items.map((item, place) => [item.key, place]))
  let owned = isNew
  let cancelling = false
  /** Work is left, or was left when `ended` was told last. */
  let open = isOpen(first)
  let limit: LimitFunction | null = null
  let view: Task | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const saved = new Map(first.saved)
  const queued = new Set<string>()
  const active = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>()
  const progress = new Map<string, { readonly loaded: number; readonly total: number }>()
  const lost = new Set<string>()

  const changed = () => {
    view = null
    deps.changed()
  }
  const itemAt = (key: string): Item | undefined => items[places.get(key) ?? -1]
  const edit = (fields: ReadonlyMap<string, Partial<Item>>) => {
    const next = [...items]
    for (const [key, change] of fields) {
      const place = places.get(key)
      const item = place === undefined ? undefined : next[place]
      if (place !== undefined && item) next[place] = { ...item, ...change }
    }
    items = next
    changed()
  }
  const set = (key: string, change: Partial<Item>) => edit(new Map([[key, change]]))
  const without = ({ error: _, result: __, ...item }: Item): Item => item

  const keep = async (key: string, status: Pick<Item, 'state'> & Partial<Item>) => {
    const { state, result, error } = status
    try {
      await deps.records.writeStatus(head.id, key, {
        state,
        ...(saved.has(key) && { saved: saved.get(key) }),
        ...(result !== undefined && { result }),
        ...(error !== undefined && { error }),
      })
    } catch {
      // No room, or not cloneable: it holds until the page goes, and the page then asks before it does.
      if (state === 'waiting' || state === 'running') lost.add(key)
    }
  }
  const keepHead = (fields: Partial<TaskHead>) => {
    head = { ...head, ...fields }
    // As above; a head that cannot be written again is an older one, which does no harm.
    return deps.records.writeHead(head).catch(() => undefined)
  }

  const flush = () => {
    timer = undefined
    if (progress.size === 0) return
    const fields = new Map(progress)
    progress.clear()
    edit(fields)
  }

  const mayWork = () => owned && !cancelling && !head.paused && deps.blocked() === null

  /** One item until it worked, failed for a reason of its own, or was stopped. */
  const attempt = async (kind: AnyTaskKind<S>, key: string, input: unknown, signal: AbortSignal): Promise<unknown> => {
    for (let tries = 0; ; tries++) {
      try {
        return await kind.run(
          input,
          {
            signal,
            saved: saved.get(key),
            progress(loaded, total) {
              if (signal.aborted) return
              progress.set(key, { loaded, total })
              timer ??= setTimeout(flush, progressEveryMs)
            },
            async checkpoint(value) {
              saved.set(key, value)
              await keep(key, { state: 'waiting' })
            },
          },
          deps.services,
        )
      } catch (error) {
        const before = deps.blocked()
        if (signal.aborted || (before !== null && before !== 'away') || !isTransient(error)) throw error
        if (await deps.isAway()) {
          await Promise.race([deps.back(), aborted(signal)])
          // A server that was away has failed none of it.
          tries = -1
        } else {
          const pause = deps.retryDelaysMs[tries]
          if (pause === undefined) throw error
          progress.delete(key)
          set(key, { loaded: 0, again: { retry: tries + 1, reason: textOf(error) } })
          await delay(pause, signal).catch(() => undefined)
        }
        if (signal.aborted) throw error
      }
    }
  }

  const outcomeOf = (error: unknown, signal: AbortSignal): Pick<Item, 'state'> & Partial<Item> => {
    if (cancelling) return { state: 'cancelled' }
    if (signal.aborted) return { state: 'waiting' }
    if (error instanceof SessionExpiredError) {
      deps.sessionEnded()
      return { state: 'waiting' }
    }
    if (isTransient(error) && deps.blocked() === 'offline') return { state: 'waiting' }
    return { state: 'failed', error: textOf(error) }
  }

  const work = async (kind: AnyTaskKind<S>, key: string) => {
    queued.delete(key)
    const item = itemAt(key)
    if (!mayWork() || item?.state !== 'waiting') return
    const stop = new AbortController()
    let finish = () => {}
    const done = new Promise<void>((resolve) => {
      finish = resolve
    })
    active.set(key, { stop, done })
    set(key, { state: 'running', loaded: 0, total: 0 })
    let outcome: Pick<Item, 'state'> & Partial<Item>
    try {
      outcome = { state: 'done', result: await attempt(kind, key, item.input, stop.signal) }
    } catch (error) {
      outcome = outcomeOf(error, stop.signal)
    }
    if (outcome.state !== 'waiting') await keep(key, outcome)
    if (outcome.state !== 'waiting') lost.delete(key)
    progress.delete(key)
    active.delete(key)
    set(key, { ...outcome, again: undefined })
    finish()
    void settle(kind)
    // It was stopped and let go again before it could hear of either.
    if (outcome.state === 'waiting') go()
  }

  /** Ends the round when nothing is left of it. */
  const settle = async (kind: AnyTaskKind<S> | null) => {
    if (!open || active.size > 0 || items.some((item) => item.state === 'waiting' || item.state === 'running')) return
    open = false
    cancelling = false
    clearTimeout(timer)
    timer = undefined
    changed()
    try {
      kind?.ended?.(run.view(), deps.services)
    } catch (error) {
      deps.problem(error)
    }
    await keepHead({ endedAt: deps.now(), paused: false })
  }

  const start = async () => {
    let kind: AnyTaskKind<S>
    try {
      kind = await deps.kinds(head.kind)
    } catch {
      if (!mayWork()) return
      const waiting = items.filter((item) => item.state === 'waiting' && !queued.has(item.key))
      edit(new Map(waiting.map((item) => [item.key, { state: 'failed' as const, error: notLoaded }])))
      void settle(null)
      return
    }
    if (!mayWork()) return
    limit ??= pLimit(kind.atOnce)
    for (const { key, state } of items) {
      if (state !== 'waiting' || queued.has(key)) continue
      queued.add(key)
      void limit(() => work(kind, key))
    }
    void settle(kind)
  }

  const go = () => {
    if (mayWork() && open) void start()
    else changed()
  }

  const reopen = (edits: ReadonlyMap<string, Item>) => {
    if (edits.size === 0) return
    items = items.map((item) => edits.get(item.key) ?? item)
    open = true
    changed()
    void keepHead({ endedAt: null })
    for (const [key, item] of edits) void keep(key, item)
    go()
  }

  const halt = () => {
    for (const { stop } of active.values()) stop.abort()
  }

  const stateOf = (): Pick<Task, 'state' | 'pause'> => {
    if (!owned) return { state: 'paused', pause: 'other-window' }
    if (!open) return { state: 'ended' }
    if (cancelling) return { state: 'running' }
    const blocked = deps.blocked()
    if (blocked !== null) return { state: 'paused', pause: blocked }
    return { state: head.paused ? 'paused' : 'running' }
  }

  const run: TaskRun = {
    view() {
      if (view !== null) return view
      const { id, kind, title, scope, startedAt } = head
      view = { id, kind, title, scope, startedAt, items, ...stateOf(), ...(run.wouldLose() && { isHeldByPage: true }) }
      return view
    },
    go,
    halt,
    leave() {
      owned = false
      halt()
    },
    retryFailed() {
      if (!owned) return
      const failed = items.filter((item) => item.state === 'failed' && item.error !== lostInput)
      reopen(new Map(failed.map((item) => [item.key, { ...without(item), state: 'waiting', loaded: 0, total: 0 }])))
    },
    replaceItem(key, { name, input }) {
      const item = itemAt(key)
      if (!owned || !item || (item.state !== 'failed' && item.state !== 'cancelled')) return
      // What the old input had reached is not true of the new one.
      saved.delete(key)
      const fixed = newItem({ key, name, input })
      void deps.records.writeInputs(head.id, [fixed], (unkept) => lost.add(unkept))
      reopen(new Map([[key, fixed]]))
    },
    cancel() {
      if (!owned || !open) return
      cancelling = true
      limit?.clearQueue()
      queued.clear()
      const waiting = items.filter((item) => item.state === 'waiting')
      edit(new Map(waiting.map((item) => [item.key, { state: 'cancelled' as const }])))
      for (const item of waiting) lost.delete(item.key)
      // Those under way too: if the page goes before they have stopped, they must not begin again. What they reach is kept over it.
      for (const key of [...waiting.map((item) => item.key), ...active.keys()]) void keep(key, { state: 'cancelled' })
      halt()
      void deps.kinds(head.kind).then(settle, () => settle(null))
    },
    setPaused(paused) {
      if (!owned || !open || cancelling || head.paused === paused) return
      void keepHead({ paused })
      if (paused) halt()
      changed()
      if (!paused) go()
    },
    own(stored) {
      owned = true
      if (stored) {
        head = stored.head
        items = stored.items
        places = new Map(items.map((item, place) => [item.key, place]))
        saved.clear()
        for (const [key, value] of stored.saved) saved.set(key, value)
        open = isOpen(stored)
      }
      changed()
      go()
    },
    async idle() {
      while (active.size > 0) await Promise.all([...active.values()].map(({ done }) => done))
    },
    wouldLose: () =>
      lost.size > 0 && items.some((item) => lost.has(item.key) && item.state !== 'done' && item.state !== 'cancelled'),
    lose(key) {
      lost.add(key)
      changed()
    },
  }
  return run
}
