/** A map that drops its oldest entries when they exceed an age, a count or a total weight. */
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

/**
 * Entries are in two maps. When the younger map holds as many entries as may be kept, it becomes the older one. In a single map that
 * drops an entry for each new one, the dropped entries would stay in memory until a full garbage collection.
 */
export function createMemory<V>(now: () => number, bounds: MemoryBounds): Memory<V> {
  let young = new Map<string, { value: V; at: number; weight: number }>()
  let old: typeof young = new Map()
  let weight = 0
  const drop = (key: string) => {
    const map = young.has(key) ? young : old
    weight -= map.get(key)?.weight ?? 0
    map.delete(key)
  }
  const maxWeight = bounds.maxWeight ?? Number.POSITIVE_INFINITY
  const trim = (at: number) => {
    // A Map iterates in the order of insertion, so the first entry is the oldest.
    for (const map of [old, young]) {
      for (const [key, entry] of map) {
        const fits = old.size + young.size <= bounds.max && weight <= maxWeight
        if (fits && at - entry.at < bounds.keepMs) return
        drop(key)
      }
    }
  }
  return {
    get(key) {
      const entry = young.get(key) ?? old.get(key)
      return entry && now() - entry.at < bounds.keepMs ? entry.value : undefined
    },
    set(key, value, entryWeight = 0) {
      drop(key)
      const at = now()
      young.set(key, { value, at, weight: entryWeight })
      weight += entryWeight
      trim(at)
      if (young.size < bounds.max) return
      old = young
      young = new Map()
    },
    delete: drop,
    clear() {
      young = new Map()
      old = new Map()
      weight = 0
    },
    get size() {
      trim(now())
      return old.size + young.size
    },
  }
}

/** A set that remembers at least its last `least` keys, however long ago they were added. */
export interface Recent {
  has(key: string): boolean
  add(key: string): void
  clear(): void
  readonly size: number
}

/**
 * Keeps two generations of keys and drops the older one as a whole. Dropping the oldest key of a Map with each new one is slow:
 * iteration walks over all deleted entries until the engine rehashes, which with thousands of keys slows down every call.
 */
export function createRecent(minCount: number): Recent {
  let young = new Set<string>()
  let old = new Set<string>()
  return {
    has: (key) => young.has(key) || old.has(key),
    add(key) {
      young.add(key)
      if (young.size < minCount) return
      old = young
      young = new Set()
    },
    clear() {
      young.clear()
      old.clear()
    },
    get size() {
      return young.size + old.size
    },
  }
}
