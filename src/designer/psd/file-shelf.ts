/**
 * Where PSD files wait while their artboards become templates. A file of 300 MB with twenty artboards lies here once, and twenty
 * items of a task name it; it outlives a reload.
 */
import { createStore, del, entries, get, set } from 'idb-keyval'

export interface FileShelf {
  /** Keeps a file under this key. Rejects when there is no room or no database. */
  put(key: string, file: Blob): Promise<void>
  /** Undefined when it is not there any more. */
  get(key: string): Promise<Blob | undefined>
  drop(key: string): Promise<void>
}

interface Shelved {
  readonly file: Blob
  /** ms since 1970 */
  readonly since: number
}

/** Files of tasks that nobody came back to are thrown away after this time, ms. */
const keptFor = 7 * 24 * 3600_000

/** The browser's database. Opened at the first use, so that a page without one only fails there. */
export function browserShelf(now: () => number = Date.now): FileShelf {
  let opened: ReturnType<typeof createStore> | null = null
  const store = () => {
    opened ??= createStore('kejiang-psd', 'files')
    return opened
  }
  const sweep = async () => {
    const old = (await entries<string, Shelved>(store())).filter(([, { since }]) => now() - since > keptFor)
    await Promise.all(old.map(([key]) => del(key, store())))
  }
  return {
    async put(key, file) {
      await sweep()
      await set(key, { file, since: now() } satisfies Shelved, store())
    },
    get: async (key) => (await get<Shelved>(key, store()))?.file,
    drop: (key) => del(key, store()),
  }
}
