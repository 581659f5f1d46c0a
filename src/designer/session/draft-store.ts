import { createStore, get, promisifyRequest } from 'idb-keyval'
import type { DraftStore } from './types'

/** One connection for the page: each designer that opened its own would leave it open when it closes. */
let opened: ReturnType<typeof createStore> | undefined

/** Opened at first use: in a private window opening throws, and that is a failed draft, not a failed designer. */
function store() {
  opened ??= createStore('kejiang-drafts', 'designer')
  return opened
}

/**
 * One change as a transaction of its own, closed in the same task: left to itself a transaction is closed by the page once its
 * request is answered, and a tab killed before that takes the change with it.
 */
function write(change: (drafts: IDBObjectStore) => unknown): Promise<void> {
  return store()('readwrite', (drafts) => {
    change(drafts)
    const settled = promisifyRequest<void>(drafts.transaction)
    drafts.transaction.commit()
    return settled
  })
}

/** Drafts in IndexedDB: survives a crash of the page and of the client, and holds designs of any size. */
export function indexedDbDrafts(): DraftStore {
  return {
    get: async (key) => get(key, store()),
    set: async (key, draft) => write((drafts) => drafts.put(draft, key)),
    delete: async (key) => write((drafts) => drafts.delete(key)),
  }
}

/** Drafts in memory, for tests and for pages without storage. */
export function memoryDrafts(): DraftStore & { readonly entries: ReadonlyMap<string, unknown> } {
  const entries = new Map<string, unknown>()
  return {
    entries,
    get: async (key) => entries.get(key),
    set: async (key, draft) => {
      entries.set(key, draft)
    },
    delete: async (key) => {
      entries.delete(key)
    },
  }
}
