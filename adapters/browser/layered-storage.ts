/** Storage of texts in the page, with fallbacks. */
import type { PlatformStorage } from '../platform'
import { pageDatabase } from '../storage/database'
import { localValues } from '../storage/values'

/** One storage for texts; its methods reject if it is inaccessible or full. */
export interface StorageLayer {
  get(key: string): Promise<string | null>
  set(key: string, value: string): Promise<void>
  remove(key: string): Promise<void>
}

/**
 * Stores each value in the first layer that accepts it and removes it from the others, so that an old value never returns.
 * `set` rejects only if no layer accepts the value.
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

/** Stores values in localStorage, under keys with the prefix. */
const localLayer = (prefix: string): StorageLayer => ({
  get: async (key) => localValues.getItem(prefix + key),
  async set(key, value) {
    if (localValues.setItem(prefix + key, value)) return
    // `setItem` stored the value in memory only; remove it and let the next layer try.
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

/** Stores values in memory, for the life of the page. */
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

/** Returns the page's storage: localStorage; IndexedDB if that is full or inaccessible, as in cross-site frames; else memory. */
export const pageStorage = (prefix: string): PlatformStorage =>
  layeredStorage([localLayer(prefix), databaseLayer(prefix), memoryLayer()])
