/** Access to IndexedDB: if it cannot be opened or never responds, calls reject with a text for the seller and never throw. */
import { del, delMany, entries, get, getMany, keys, promisifyRequest, set, setMany, type UseStore, update } from 'idb-keyval'

/** The database cannot be used at all, and the call stored nothing. The message can be shown. */
export class DatabaseClosedError extends Error {
  override readonly name = 'DatabaseClosedError'
  constructor(cause: unknown) {
    super('浏览器不让这个页面保存内容', { cause })
  }
}

/** A database that has not opened after this time counts as closed, ms; if it opens later, later calls use it. */
const openWithinMs = 3000

function open(name: string, store: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.result.createObjectStore(store)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new DOMException('another page holds an older version', 'VersionError'))
  })
}

const timeout = (ms: number): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new DOMException('the database does not open', 'TimeoutError')), ms)
  })

/**
 * Returns a database with one key-value store; it opens at the first use. Every method may reject: with a DatabaseClosedError if
 * the page has no database, with the browser's own error if a value cannot be cloned or the disk is full.
 */
export function pageDatabase(name: string, store: string) {
  let opened: IDBDatabase | null = null
  let opening: { readonly database: Promise<IDBDatabase>; readonly deadline: Promise<never> } | null = null

  const openDatabase = () => {
    const database = open(name, store)
    const deadline = timeout(openWithinMs)
    // `use` races the two promises; this handler prevents an unhandled rejection of the loser.
    deadline.catch(() => undefined)
    database.then(
      (ready) => {
        opened = ready
        // The browser closes the database when its data is cleared; the next use opens a new one.
        ready.onclose = () => {
          opened = null
          opening = null
        }
      },
      () => {
        opening = null
      },
    )
    return { database, deadline }
  }
  const use: UseStore = async (mode, operation) => {
    if (opened === null) {
      try {
        opening ??= openDatabase()
        await Promise.race([opening.database, opening.deadline])
      } catch (error) {
        throw new DatabaseClosedError(error)
      }
    }
    const database = opened as IDBDatabase | null
    if (database === null) throw new DatabaseClosedError(null)
    return operation(database.transaction(store, mode).objectStore(store))
  }
  return {
    get: <T>(key: string) => get<T>(key, use),
    set: (key: string, value: unknown) => set(key, value, use),
    del: (key: string) => del(key, use),
    keys: () => keys<string>(use),
    entries: <T>() => entries<string, T>(use),
    getMany: (wanted: readonly string[]) => getMany<unknown>([...wanted], use),
    setMany: (pairs: readonly (readonly [string, unknown])[]) =>
      setMany(
        pairs.map(([key, value]) => [key, value]),
        use,
      ),
    delMany: (unwanted: readonly string[]) => delMany([...unwanted], use),
    update: (key: string, change: (old: unknown) => unknown) => update(key, change, use),
    /**
     * Makes one change in a transaction that is committed in the same task. Without `commit()` a transaction ends only after its
     * requests have been answered, and a tab killed before that loses the change.
     */
    commit: (change: (values: IDBObjectStore) => unknown): Promise<void> =>
      use('readwrite', (values) => {
        change(values)
        const settled = promisifyRequest<void>(values.transaction)
        values.transaction.commit()
        return settled
      }),
  }
}
