/** Says within this process that there is something to do; other processes find it when they poll. */
export interface Signal {
  notify(): void
  /** Returns the function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

export function createSignal(): Signal {
  const listeners = new Set<() => void>()
  return {
    notify() {
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
