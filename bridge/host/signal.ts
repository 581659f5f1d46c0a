/** A replacement for AbortController, which a mini-program's logic layer may lack. */
import type { CancelSignal } from './types'

export interface Canceller {
  readonly signal: CancelSignal
  abort(): void
}

export function createCanceller(): Canceller {
  let listeners: (() => void)[] = []
  // A plain field: engines build an object with a getter slowly, and every call has a signal.
  const signal = {
    aborted: false,
    onAbort(listener: () => void) {
      if (signal.aborted) {
        listener()
        return () => {}
      }
      listeners.push(listener)
      return () => {
        listeners = listeners.filter((other) => other !== listener)
      }
    },
  }
  return {
    signal,
    abort() {
      if (signal.aborted) return
      signal.aborted = true
      const all = listeners
      listeners = []
      for (const listener of all) listener()
    },
  }
}
