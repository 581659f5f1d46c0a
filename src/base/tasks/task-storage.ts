/** The storage in which tasks survive the page: IndexedDB, which stores Blobs and Files directly. */
import { DatabaseClosedError, pageDatabase } from '../../../adapters/storage/database'

/** Shown beside work that would be lost with the page. */
export const lostWithPageText = '浏览器不让这个页面保存内容，做完之前请不要关闭或刷新页面'

export interface TaskStorage {
  /** Returns the keys that begin with this text. */
  keys(prefix: string): Promise<readonly string[]>
  read(keys: readonly string[]): Promise<readonly unknown[]>
  /** Writes all entries or none. Rejects when a value cannot be cloned or the storage is full. */
  write(entries: readonly (readonly [string, unknown])[]): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  /** Reads and writes one value atomically, with no other window in between. */
  update(key: string, change: (old: unknown) => unknown): Promise<void>
  /** False: written values are lost with the page. Absent: they are persistent. */
  isLasting?(): boolean
}

/** Uses IndexedDB, or memory where the page has no database. */
export function browserTaskStorage(name = 'kejiang-tasks'): TaskStorage {
  const database = pageDatabase(name, 'tasks')
  return orMemory({
    keys: async (prefix) => (await database.keys()).filter((key) => key.startsWith(prefix)),
    read: (keys) => database.getMany(keys),
    write: (entries) => database.setMany(entries),
    remove: (keys) => database.delMany(keys),
    update: (key, change) => database.update(key, change),
  })
}

/** Uses `database` until a call finds it closed, and from then on memory, as long as the page lives. */
export function orMemory(database: TaskStorage): TaskStorage {
  const memory = memoryTaskStorage()
  let isClosed = false
  const withFallback = async <T>(operation: (storage: TaskStorage) => Promise<T>): Promise<T> => {
    if (isClosed) return operation(memory)
    try {
      return await operation(database)
    } catch (error) {
      if (!(error instanceof DatabaseClosedError)) throw error
      isClosed = true
      return operation(memory)
    }
  }
  return {
    keys: (prefix) => withFallback((storage) => storage.keys(prefix)),
    read: (keys) => withFallback((storage) => storage.read(keys)),
    write: (entries) => withFallback((storage) => storage.write(entries)),
    remove: (keys) => withFallback((storage) => storage.remove(keys)),
    update: (key, change) => withFallback((storage) => storage.update(key, change)),
    isLasting: () => !isClosed,
  }
}

/** Stores values until the page is closed. */
export function memoryTaskStorage(values: Map<string, unknown> = new Map()): TaskStorage {
  return {
    keys: async (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
    read: async (keys) => keys.map((key) => values.get(key)),
    async write(entries) {
      for (const [key, value] of entries) values.set(key, value)
    },
    async remove(keys) {
      for (const key of keys) values.delete(key)
    },
    async update(key, change) {
      values.set(key, change(values.get(key)))
    },
  }
}
