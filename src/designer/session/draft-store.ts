import { pageDatabase } from '../../../adapters/storage/database'
import { type Presence, pagePresence } from '../../../adapters/storage/presence'
import type { Draft, DraftStore } from './types'

/** Shared database connection: one per designer would stay open after the designer closes. */
const drafts = pageDatabase('kejiang-drafts', 'designer')

/**
 * Stores drafts in IndexedDB, which survives a crash of the page and of the client and has room for designs of any size.
 *
 * @param owner identifies this open designer among all others, also those in other pages; must never be reused.
 */
export function indexedDbDrafts(owner: string, presence: Presence = pagePresence()): DraftStore {
  const releaseOwner = presence.register(owner)
  return {
    async orphaned(key) {
      const found = await drafts.entries<unknown>()
      const withKey = found.filter(([id]) => hasKey(id, key))
      const owned = await Promise.all(withKey.map(([id]) => isOwned(id, key, presence)))
      return withKey.filter((_, i) => !owned[i]).map(([id, draft]) => ({ id, draft }))
    },
    set: (key, draft) => drafts.commit((store) => store.put(draft, idOf(key, owner))),
    delete: (key) => drafts.commit((store) => store.delete(idOf(key, owner))),
    deleteOrphaned: (id) => drafts.commit((store) => store.delete(id)),
    close: releaseOwner,
  }
}

const idOf = (key: string, owner: string) => `${key}/${owner}`
const hasKey = (id: string, key: string) => id.startsWith(`${key}/`)
const isOwned = (id: string, key: string, presence: Presence): Promise<boolean> => presence.isPresent(id.slice(key.length + 1))

export interface MemoryDrafts extends DraftStore {
  readonly entries: Map<string, unknown>
  /** Returns the store of another designer on the same machine. */
  nextDesigner(): MemoryDrafts
}

/**
 * Stores drafts in memory, for tests and pages without storage. Those of the first designer are stored under their key and `/1`.
 */
export function memoryDrafts(machine = { entries: new Map<string, unknown>(), open: new Set<string>(), count: 0 }): MemoryDrafts {
  const owner = String(++machine.count)
  machine.open.add(owner)
  const presence = { register: () => () => {}, isPresent: async (name: string) => machine.open.has(name) }
  return {
    entries: machine.entries,
    nextDesigner: () => memoryDrafts(machine),
    async orphaned(key) {
      const withKey = [...machine.entries].filter(([id]) => hasKey(id, key))
      const owned = await Promise.all(withKey.map(([id]) => isOwned(id, key, presence)))
      return withKey.filter((_, i) => !owned[i]).map(([id, draft]) => ({ id, draft }))
    },
    async set(key: string, draft: Draft) {
      machine.entries.set(idOf(key, owner), draft)
    },
    async delete(key) {
      machine.entries.delete(idOf(key, owner))
    },
    async deleteOrphaned(id) {
      machine.entries.delete(id)
    },
    close: () => void machine.open.delete(owner),
  }
}
