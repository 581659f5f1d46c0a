/**
 * One stretch of work on a task whose kind has `before` and `after`: from a `before` until the work is halted, stopped or ended.
 * The
 * next stretch begins when nothing of this one is running any more, so that two stretches never use what the items share.
 */
import type { TaskKind, WholeTask } from './types'

interface StretchDeps<S> {
  // biome-ignore lint/suspicious/noExplicitAny: only a kind knows its inputs and results
  readonly kind: TaskKind<any, any, S, any>
  readonly services: S
  /** Returns the current task; its signal is aborted with this stretch. */
  readonly whole: (signal: AbortSignal) => WholeTask
  /** Whether no item is running. */
  readonly isIdle: () => boolean
  /** Called when `before` or `after` rejected and the work had not been halted. */
  readonly failed: (error: unknown) => void
  /** Called when nothing of the stretch is running any more. */
  readonly closed: () => void
}

export interface Stretch {
  /** The value that `before` returned. */
  readonly shared: unknown
  /** Whether `before` succeeded and the work is not halted, so that items may run. */
  readonly isOpen: boolean
  readonly isHalted: boolean
  /** Resolves when `before` has ended; false when it failed or was halted. */
  readonly ready: Promise<boolean>
  /** Runs `after`; null when it is running already. */
  finish(): Promise<boolean> | null
  halt(): void
  /** Must be called when an item has ended. */
  itemEnded(): void
  /** Resolves when nothing of the stretch is running any more. */
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
