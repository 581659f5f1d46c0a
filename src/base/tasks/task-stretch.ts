/**
 * One stretch of work on a task whose kind has `before` and `after`: from a `before` until the work is halted, stands still or has
 * ended. The next stretch begins when nothing of this one is under way any more, so that what the items share is never in two hands.
 */
import type { TaskKind, WholeTask } from './types'

interface StretchDeps<S> {
  // biome-ignore lint/suspicious/noExplicitAny: a kind alone knows its inputs and results
  readonly kind: TaskKind<any, any, S, any>
  readonly services: S
  /** The task as it is now; aborted with this stretch. */
  readonly whole: (signal: AbortSignal) => WholeTask
  /** Whether no item is under way. */
  readonly isIdle: () => boolean
  /** `before` or `after` rejected, and nobody had halted the work. */
  readonly failed: (error: unknown) => void
  /** Nothing of it is under way any more. */
  readonly closed: () => void
}

export interface Stretch {
  /** What `before` returned. */
  readonly shared: unknown
  /** `before` is through and nothing has halted the work: items may run. */
  readonly isOpen: boolean
  readonly isHalted: boolean
  /** Resolves when `before` is through; false: it stands still or was halted. */
  readonly ready: Promise<boolean>
  /** Runs `after`; null when it is running already. */
  finish(): Promise<boolean> | null
  halt(): void
  /** To be called when an item has ended. */
  itemEnded(): void
  /** Resolves when nothing of it is under way any more. */
  readonly whenClosed: Promise<void>
}

export function openStretch<S>({ kind, services, whole, isIdle, failed, closed }: StretchDeps<S>): Stretch {
  const stop = new AbortController()
  const { signal } = stop
  let shared: unknown
  let isReady = false
  let isFinishing = false
  let isBusy = false
  let isClosed = false
  let resolveClosed = () => {}
  const whenClosed = new Promise<void>((resolve) => {
    resolveClosed = resolve
  })

  const closeIfIdle = () => {
    if (isClosed || !signal.aborted || isBusy || !isIdle()) return
    isClosed = true
    if (isReady) kind.close?.(shared)
    resolveClosed()
    closed()
  }
  const guarded = async (work: () => Promise<void>): Promise<boolean> => {
    isBusy = true
    try {
      await work()
    } catch (error) {
      if (!signal.aborted) failed(error)
      stop.abort()
    }
    isBusy = false
    closeIfIdle()
    return !signal.aborted
  }
  const ready = guarded(async () => {
    shared = await kind.before?.(whole(signal), services)
    isReady = true
  })
  return {
    get shared() {
      return shared
    },
    get isOpen() {
      return isReady && !signal.aborted
    },
    get isHalted() {
      return signal.aborted
    },
    ready,
    finish() {
      if (isFinishing) return null
      isFinishing = true
      return guarded(async () => kind.after?.(whole(signal), services, shared)).finally(() => {
        isFinishing = false
      })
    },
    halt() {
      stop.abort()
      closeIfIdle()
    },
    itemEnded: closeIfIdle,
    whenClosed,
  }
}
