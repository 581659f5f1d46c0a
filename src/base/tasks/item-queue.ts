/**
 * The queue of one task's waiting items: runs as many at a time as their kind allows, retries each after short failures, and
 * decides what becomes of one that failed. Used by `task-run`.
 */
import pLimit, { type LimitFunction } from 'p-limit'
import { BusyError, OfflineError, SessionExpiredError } from '../../../contract/call-errors'
import { delay } from '../../../contract/ground/delay'
import { failureMessage } from '../failure-texts'
import { tracedMessage } from '../support-facts'
import type { Status, TaskItems } from './task-items'
import { type AnyTaskKind, type BlockReason, FinalFailure, TaskStop } from './types'

interface ItemQueueDeps<S> {
  readonly services: S
  readonly items: TaskItems
  readonly blockedBy: () => BlockReason
  /** Pauses before the retries after a short failure of the network or the server, ms. */
  readonly retryDelaysMs: readonly number[]
  /** See WholeTaskContext. */
  readonly waitUntilBack: (signal: AbortSignal) => Promise<boolean>
  /** Whether an item of this kind may begin now. */
  readonly mayRun: (kind: AnyTaskKind<S>) => boolean
  readonly isCancelling: () => boolean
  /** Returns the value that `before` of the kind returned. */
  readonly shared: () => unknown
  readonly onSessionEnded: () => void
  /** Called when an item stops the whole task. */
  readonly onStop: (reason: TaskStop) => void
  /** Called when an item has ended, or was stopped and is waiting again. */
  readonly onItemEnded: (kind: AnyTaskKind<S>, state: Status['state']) => void
}

const isTransient = (error: unknown) =>
  error instanceof OfflineError ||
  error instanceof BusyError ||
  (error instanceof Error && error.name === 'PlatformError' && 'retryable' in error && error.retryable === true)

export function createItemQueue<S>(deps: ItemQueueDeps<S>) {
  const { items, services, blockedBy, waitUntilBack } = deps
  let limit: LimitFunction | null = null
  const queued = new Set<string>()
  const running = new Map<string, { readonly controller: AbortController; readonly done: Promise<void> }>()

  /** Runs one item until it succeeded, failed for a reason of its own, or was stopped. */
  const runWithRetries = async (kind: AnyTaskKind<S>, key: string, input: unknown, signal: AbortSignal): Promise<unknown> => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await kind.run(
          input,
          {
            signal,
            saved: items.checkpointOf(key),
            progress(loaded, total) {
              if (signal.aborted) return
              items.progress(key, loaded, total)
            },
            checkpoint: (value) => items.checkpoint(key, value),
          },
          services,
          deps.shared(),
        )
      } catch (error) {
        const blocked = blockedBy()
        if (signal.aborted || (blocked !== null && blocked !== 'away') || !isTransient(error)) throw error
        if (await waitUntilBack(signal)) {
          // Attempts while the server was away do not count as retries.
          attempt = -1
        } else {
          const pause = deps.retryDelaysMs[attempt]
          if (pause === undefined) throw error
          items.forgetProgress(key)
          items.set(key, { loaded: 0, autoRetry: { retry: attempt + 1, reason: failureMessage(error) } })
          await delay(pause, signal).catch(() => undefined)
        }
        if (signal.aborted) throw error
      }
    }
  }

  const statusAfter = (error: unknown, signal: AbortSignal): Status => {
    if (deps.isCancelling()) return { state: 'cancelled' }
    if (signal.aborted) return { state: 'waiting' }
    if (error instanceof SessionExpiredError) {
      deps.onSessionEnded()
      return { state: 'waiting' }
    }
    if (error instanceof TaskStop) {
      deps.onStop(error)
      return { state: 'waiting' }
    }
    if (isTransient(error) && blockedBy() === 'offline') return { state: 'waiting' }
    return { state: 'failed', error: tracedMessage(error), ...(error instanceof FinalFailure && { isFinal: true }) }
  }

  const runItem = async (kind: AnyTaskKind<S>, key: string) => {
    queued.delete(key)
    const item = items.itemOf(key)
    if (!deps.mayRun(kind) || item?.state !== 'waiting') return
    const controller = new AbortController()
    let finish = () => {}
    const done = new Promise<void>((resolve) => {
      finish = resolve
    })
    running.set(key, { controller, done })
    items.set(key, { state: 'running', loaded: 0, total: 0 })
    let status: Status
    try {
      status = { state: 'done', result: await runWithRetries(kind, key, item.input, controller.signal) }
    } catch (error) {
      status = statusAfter(error, controller.signal)
    }
    if (status.state !== 'waiting') {
      await items.storeStatus(key, status)
      items.markStored(key)
    }
    items.forgetProgress(key)
    running.delete(key)
    items.set(key, { ...status, autoRetry: undefined })
    finish()
    deps.onItemEnded(kind, status.state)
  }

  return {
    has: (key: string) => queued.has(key),
    /** Queues all waiting items that are not queued yet. */
    addWaiting(kind: AnyTaskKind<S>) {
      limit ??= pLimit(kind.concurrency)
      for (const { key, state } of items.list()) {
        if (state !== 'waiting' || queued.has(key)) continue
        queued.add(key)
        void limit(() => runItem(kind, key))
      }
    },
    /** Removes the items that have not begun. */
    clear() {
      limit?.clearQueue()
      queued.clear()
    },
    /** Aborts the running items; they wait to be queued again. */
    halt() {
      for (const { controller } of running.values()) controller.abort()
    },
    runningKeys: () => [...running.keys()],
    /** Whether no item is running. */
    isIdle: () => running.size === 0,
    /** Resolves when no item is running any more. */
    async whenIdle() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
