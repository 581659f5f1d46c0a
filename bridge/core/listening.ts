/** The listeners of a channel. Both halves' channels use it. */

export interface Listening {
  /** Whether anybody listens. */
  readonly isOn: boolean
  deliver(raw: unknown): void
  /** Adds a listener; returns the function that removes it. */
  listen(listener: (raw: unknown) => void): () => void
}

/** @param open runs before the first listener is added. @param close runs after the last one has been removed. */
export function createListening(open: () => void = () => {}, close: () => void = () => {}): Listening {
  const listeners = new Set<(raw: unknown) => void>()
  return {
    get isOn() {
      return listeners.size > 0
    },
    deliver(raw) {
      for (const listener of [...listeners]) listener(raw)
    },
    listen(listener) {
      if (listeners.size === 0) open()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) close()
      }
    },
  }
}
