/**
 * One run phase: the work on a task whose kind has `before` and `after`: from a `before` until the work is halted, stopped or
 * ended. The next phase begins when nothing of this one is running any more, so that two phases never use what the items share.
 */
import type { AnyTaskKind, WholeTaskContext } from './types'

interface RunPhaseDeps<S> {
  readonly kind: AnyTaskKind<S>
  readonly services: S
  /** Returns the current task; its signal is aborted with this phase. */
  readonly contextFor: (signal: AbortSignal) => WholeTaskContext
  /** Whether no item is running. */
  readonly isIdle: () => boolean
  /** Called when `before` or `after` rejected and the work had not been halted. */
  readonly onFailure: (error: unknown) => void
  /** Called when nothing of the phase is running any more. */
  readonly onClosed: () => void
}

export interface RunPhase {
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
  onItemEnded(): void
  /** Resolves when nothing of the phase is running any more. */
  readonly whenClosed: Promise<void>
}

export function openRunPhase<S>({ kind, services, contextFor, isIdle, onFailure, onClosed }: RunPhaseDeps<S>): RunPhase {
  const controller = new AbortController()
  const { signal } = controller
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
    if (isReady) kind.onHalted?.(shared)
    resolveClosed()
    onClosed()
  }
  const runGuarded = async (work: () => Promise<void>): Promise<boolean> => {
    isBusy = true
    try {
      await work()
    } catch (error) {
      if (!signal.aborted) onFailure(error)
      controller.abort()
    }
    isBusy = false
    closeIfIdle()
    return !signal.aborted
  }
  const ready = runGuarded(async () => {
    shared = await kind.before?.(contextFor(signal), services)
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
      return runGuarded(async () => kind.after?.(contextFor(signal), services, shared)).finally(() => {
        isFinishing = false
      })
    },
    halt() {
      controller.abort()
      closeIfIdle()
    },
    onItemEnded: closeIfIdle,
    whenClosed,
  }
}
