/** A map that forgets: by age, by count and (where entries weigh something) by weight, the oldest first. */
export interface Memory<V> {
  get(key: string): V | undefined
  set(key: string, value: V, weight?: number): void
  delete(key: string): void
  clear(): void
  readonly size: number
}

export interface MemoryBounds {
  /** Milliseconds. */
  readonly keepMs: number
  readonly max: number
  readonly maxWeight?: number
}

export function createMemory<V>(now: () => number, bounds: MemoryBounds): Memory<V> {
  const entries = new Map<string, { value: V; at: number; weight: number }>()
  let weight = 0
  const drop = (key: string) => {
    weight -= entries.get(key)?.weight ?? 0
    entries.delete(key)
  }
  const trim = () => {
    // A Map iterates in the order of insertion, so the first entry is the oldest.
    for (const [key, entry] of entries) {
      const fits = entries.size <= bounds.max && weight <= (bounds.maxWeight ?? Number.POSITIVE_INFINITY)
      if (fits && now() - entry.at < bounds.keepMs) return
      drop(key)
    }
  }
  return {
    get(key) {
      const entry = entries.get(key)
      return entry && now() - entry.at < bounds.keepMs ? entry.value : undefined
    },
    set(key, value, entryWeight = 0) {
      drop(key)
      entries.set(key, { value, at: now(), weight: entryWeight })
      weight += entryWeight
      trim()
    },
    delete: drop,
    clear() {
      entries.clear()
      weight = 0
    },
    get size() {
      trim()
      return entries.size
    },
  }
}
