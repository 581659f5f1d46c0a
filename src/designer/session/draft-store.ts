import { createStore, del, get, set } from 'idb-keyval'
import type { DraftStore } from './types'

/** One connection for the page: each designer that opened its own would leave it open when it closes. */
let opened: ReturnType<typeof createStore> | undefined

/** Opened at first use: in a private window opening throws, and that is a failed draft, not a failed designer. */
function store() {
  opened ??= createStore('kejiang-drafts', 'designer')
  return opened
}

/** Drafts in IndexedDB: survives a crash of the page and of the client, and holds designs of any size. */
export function indexedDbDrafts(): DraftStore {
  return {
    get: async (key) => get(key, store()),
    set: async (key, draft) => set(key, draft, store()),
    delete: async (key) => del(key, store()),
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
