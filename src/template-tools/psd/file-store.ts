/**
 * Stores PSD files while their artboards become templates. A file of 300 MB with twenty artboards is stored once and named by
 * twenty task items; it survives a reload.
 */
import { DatabaseClosedError, pageDatabase } from '../../../adapters/storage/database'

export interface FileStore {
  /** Stores a file under this key. Rejects when there is no space. */
  put(key: string, file: Blob): Promise<void>
  /** Returns undefined when the file does not exist any more. */
  get(key: string): Promise<Blob | undefined>
  remove(key: string): Promise<void>
}

interface StoredPsd {
  readonly file: Blob
  /** ms since 1970 */
  readonly since: number
}

/** Files of abandoned tasks are deleted after this time, ms. */
const maxAgeMs = 7 * 24 * 3600_000

const files = pageDatabase('kejiang-psd', 'files')
/** Where the page has no database, files are held here while the page lives. */
const memoryFiles = new Map<string, Blob>()

/** Stores files in the browser's database, or in the page's memory. */
export function browserFileStore(now: () => number = Date.now): FileStore {
  const removeOld = async () => {
    const old = (await files.entries<StoredPsd>()).filter(([, { since }]) => now() - since > maxAgeMs)
    await Promise.all(old.map(([key]) => files.del(key)))
  }
  /** Falls back to memory when the database fails. */
  const withMemoryFallback = async <T>(work: () => Promise<T>, memory: () => T): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof DatabaseClosedError) return memory()
      throw error
    }
  }
  return {
    put: (key, file) =>
      withMemoryFallback(
        async () => {
          await removeOld()
          await files.set(key, { file, since: now() } satisfies StoredPsd)
        },
        () => void memoryFiles.set(key, file),
      ),
    get: (key) =>
      withMemoryFallback(
        async () => (await files.get<StoredPsd>(key))?.file,
        () => memoryFiles.get(key),
      ),
    remove: (key) =>
      withMemoryFallback(
        () => files.del(key),
        () => void memoryFiles.delete(key),
      ),
  }
}
