/** Where tasks outlive the page: IndexedDB, with Blobs and Files as they are. */
import { createStore, delMany, getMany, keys, setMany, update } from 'idb-keyval'

export interface TaskStorage {
  /** Keys that begin with this text. */
  keys(prefix: string): Promise<readonly string[]>
  read(keys: readonly string[]): Promise<readonly unknown[]>
  /** All of these or none. Rejects when a value cannot be cloned or there is no room. */
  write(entries: readonly (readonly [string, unknown])[]): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  /** Reads and writes one value with no other window in between. */
  update(key: string, change: (old: unknown) => unknown): Promise<void>
}

/** The browser's own database. Opened at the first use, so that a page without one only fails there. */
export function browserTaskStorage(name = 'kejiang-tasks'): TaskStorage {
  let opened: ReturnType<typeof createStore> | null = null
  const store = () => {
    opened ??= createStore(name, 'tasks')
    return opened
  }
  return {
    keys: async (prefix) => (await keys<string>(store())).filter((key) => key.startsWith(prefix)),
    read: async (wanted) => getMany([...wanted], store()),
    write: async (entries) =>
      setMany(
        entries.map(([key, value]) => [key, value]),
        store(),
      ),
    remove: async (gone) => delMany([...gone], store()),
    update: async (key, change) => update(key, change, store()),
  }
}

/** Holds what it is given until the page goes. */
export function memoryTaskStorage(values: Map<string, unknown> = new Map()): TaskStorage {
  return {
    keys: async (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
    read: async (wanted) => wanted.map((key) => values.get(key)),
    async write(entries) {
      for (const [key, value] of entries) values.set(key, value)
    },
    async remove(gone) {
      for (const key of gone) values.delete(key)
    },
    async update(key, change) {
      values.set(key, change(values.get(key)))
    },
  }
}
