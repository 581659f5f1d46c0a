import type { PlatformStorage } from '../platform'

/** One place texts may be kept; any method may throw or reject when the place is closed or full. */
export interface StorageLayer {
  get(key: string): Promise<string | null>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
}

/**
 * The first layer that takes a value keeps it: localStorage; IndexedDB when that is full or closed, as in a cross-site frame;
 * memory when the page may keep nothing. A value lives in one layer only, so that an old one never comes back.
 */
export function layeredStorage(layers: readonly StorageLayer[]): PlatformStorage {
  const removeFrom = async (others: readonly StorageLayer[], key: string) => {
    for (const layer of others) await layer.remove(key).catch(() => undefined)
  }
  return {
    async get(key) {
      for (const layer of layers) {
        const value = await layer.get(key).catch(() => null)
        if (value !== null) return value
      }
      return null
    },
    async set(key, value) {
      let cause: unknown
      for (const layer of layers) {
        try {
          await layer.set(key, value)
        } catch (error) {
          cause = error
          continue
        }
        await removeFrom(
          layers.filter((other) => other !== layer),
          key,
        )
        return
      }
      throw cause
    },
    remove: (key) => removeFrom(layers, key),
  }
}

/** Values under `kejiang.` in localStorage; every access is asynchronous, so that a closed one rejects instead of throwing. */
const localLayer = (prefix: string): StorageLayer => ({
  get: async (key) => localStorage.getItem(prefix + key),
  set: async (key, value) => localStorage.setItem(prefix + key, value),
  remove: async (key) => localStorage.removeItem(prefix + key),
})

/** IndexedDB, loaded when it is needed: most pages never need it. */
const databaseLayer = (prefix: string): StorageLayer => ({
  async get(key) {
    const { get } = await import('idb-keyval')
    const value: unknown = await get(prefix + key)
    return typeof value === 'string' ? value : null
  },
  async set(key, value) {
    const { set } = await import('idb-keyval')
    await set(prefix + key, value)
  },
  async remove(key) {
    const { del } = await import('idb-keyval')
    await del(prefix + key)
  },
})

/** Lives as long as the page. */
export function memoryLayer(): StorageLayer {
  const values = new Map<string, string>()
  return {
    get: async (key) => values.get(key) ?? null,
    set: async (key, value) => {
      values.set(key, value)
    },
    remove: async (key) => {
      values.delete(key)
    },
  }
}

/** What a page can keep by itself. */
export const pageStorage = (prefix: string): PlatformStorage =>
  layeredStorage([localLayer(prefix), databaseLayer(prefix), memoryLayer()])
