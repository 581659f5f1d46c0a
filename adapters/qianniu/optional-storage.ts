/** The client's storage as something the plugin can do without. */
import type { PlatformStorage } from '../platform'

/** Stands in the page's own storage for a value that the client could not remove. */
const removed = '\u0000'

/**
 * The client's storage, with the page's own behind it: what the client refuses, or does not answer, is kept by the page from then on, so
 * that no failure of it keeps the plugin from starting, signing in or signing out. A value that the page holds is newer than the
 * client's: it was put there because the client failed.
 *
 * @param client the client's storage, null where it has none; its calls must end by themselves.
 */
export function optionalStorage(client: () => Promise<PlatformStorage | null>, own: PlatformStorage): PlatformStorage {
  let failed = false
  /** Whether the client did it. */
  const tried = async (work: (storage: PlatformStorage) => Promise<void>): Promise<boolean> => {
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
      const held = await own.get(key)
      if (held !== null) return held === removed ? null : held
      let value: string | null = null
      await tried(async (storage) => {
        value = await storage.get(key)
      })
      return value
    },
    async set(key, value) {
      if (await tried((storage) => storage.set(key, value))) await own.remove(key)
      else await own.set(key, value)
    },
    async remove(key) {
      const gone = (await tried((storage) => storage.remove(key))) || (await client().catch(() => undefined)) === null
      if (gone) await own.remove(key)
      else await own.set(key, removed)
    },
  }
}
