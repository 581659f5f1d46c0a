/** Makes the client's storage optional: if it fails, the page's own storage takes over. */
import type { PlatformStorage } from '../platform'

/** Marks in the page's storage a value that the client could not remove. */
const removed = '\u0000'

/**
 * Returns a storage that uses the client's, and the page's own once the client refuses or does not answer, so that a failing
 * client never prevents starting, signing in or signing out. A value in the page's storage takes precedence over the client's:
 * it is newer, because it was stored there after the client had failed.
 *
 * @param client returns the client's storage, null if there is none; its calls must settle.
 */
export function optionalStorage(client: () => Promise<PlatformStorage | null>, own: PlatformStorage): PlatformStorage {
  let failed = false
  /** Resolves with whether the client has done the work. */
  const tryClient = async (work: (storage: PlatformStorage) => Promise<void>): Promise<boolean> => {
    if (failed) return false
    try {
      const storage = await client()
      if (storage === null) return false
      await work(storage)
      return true
    } catch {
      failed = true
      return false
    }
  }
  return {
    async get(key) {
      const ownValue = await own.get(key)
      if (ownValue !== null) return ownValue === removed ? null : ownValue
      let value: string | null = null
      await tryClient(async (storage) => {
        value = await storage.get(key)
      })
      return value
    },
    async set(key, value) {
      if (await tryClient((storage) => storage.set(key, value))) await own.remove(key)
      else await own.set(key, value)
    },
    async remove(key) {
      const isRemoved = (await tryClient((storage) => storage.remove(key))) || (await client().catch(() => undefined)) === null
      if (isRemoved) await own.remove(key)
      else await own.set(key, removed)
    },
  }
}
