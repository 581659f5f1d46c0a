import { pageDatabase } from '../../../adapters/storage/database'
import type { DraftStore } from './types'

/** One connection for the page: each designer that opened its own would leave it open when it closes. */
const drafts = pageDatabase('kejiang-drafts', 'designer')

/** Drafts in IndexedDB: survives a crash of the page and of the client, and holds designs of any size. */
export const indexedDbDrafts = (): DraftStore => ({
  get: (key) => drafts.get(key),
  set: (key, draft) => drafts.commit((store) => store.put(draft, key)),
  delete: (key) => drafts.commit((store) => store.delete(key)),
})

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
