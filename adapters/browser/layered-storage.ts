import type { PlatformStorage } from '../platform'
import { pageDatabase } from '../storage/database'
import { localValues } from '../storage/values'

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

/** Values under `kejiang.` in localStorage. */
const localLayer = (prefix: string): StorageLayer => ({
  get: async (key) => localValues.getItem(prefix + key),
  async set(key, value) {
    if (localValues.setItem(prefix + key, value)) return
    // Held in memory only: the next layer may keep it.
    localValues.removeItem(prefix + key)
    throw new Error('local storage is closed or full')
  },
  remove: async (key) => localValues.removeItem(prefix + key),
})

const database = pageDatabase('keyval-store', 'keyval')
const databaseLayer = (prefix: string): StorageLayer => ({
  async get(key) {
    const value: unknown = await database.get(prefix + key)
    return typeof value === 'string' ? value : null
  },
  set: (key, value) => database.set(prefix + key, value),
  remove: (key) => database.del(prefix + key),
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
