/** A replacement for AbortController, which a mini-program's logic layer may lack. */
import type { CancelSignal } from './types'

export interface Canceller {
  readonly signal: CancelSignal
  abort(): void
}

export function createCanceller(): Canceller {
  let aborted = false
  let listeners: (() => void)[] = []
  return {
    signal: {
      get aborted() {
        return aborted
      },
      onAbort(listener) {
        if (aborted) {
          listener()
          return () => {}
        }
        listeners.push(listener)
        return () => {
          listeners = listeners.filter((other) => other !== listener)
        }
      },
    },
    abort() {
      if (aborted) return
      aborted = true
      const all = listeners
      listeners = []
      for (const listener of all) listener()
    },
  }
}
