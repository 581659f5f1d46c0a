/** Tells the worker of this process that there is something to do; those of other processes find it by themselves. */
export interface Bell {
  ring(): void
  /** Answers how to stop listening. */
  listen(heard: () => void): () => void
}

export function createBell(): Bell {
  const listeners = new Set<() => void>()
  return {
    ring() {
      for (const heard of listeners) heard()
    },
    listen(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
}
