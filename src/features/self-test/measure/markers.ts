/** Writes markers into every storage of a page, and looks for them at a later visit. */
import type { PlatformStorage } from '../../../../adapters/platform'
import { DatabaseClosedError, pageDatabase } from '../../../../adapters/storage/database'
import { localValues, type PageValues, sessionValues } from '../../../../adapters/storage/values'

export interface Marker {
  /** Id of the page load that wrote it. */
  readonly visit: string
  /** ms since 1970 of the first visit whose marker survived, and of the last visit. */
  readonly first: number
  readonly last: number
}

export type StorageName = 'localStorage' | 'sessionStorage' | 'indexedDB' | 'client'
export const storageLabels: Readonly<Record<StorageName, string>> = {
  localStorage: 'localStorage',
  sessionStorage: 'sessionStorage',
  indexedDB: 'IndexedDB',
  client: '千牛存储',
}

const key = 'kejiang.self-test.marker'
/** The client adds a prefix of its own to keys. */
const clientKey = 'self-test.marker'

const webStorage = (values: PageValues): PlatformStorage => ({
  get: async () => values.getItem(key),
  async set(_, value) {
    // A store that silently falls back to memory persists nothing.
    if (!values.setItem(key, value)) throw new DatabaseClosedError(null)
  },
  remove: async () => values.removeItem(key),
})

/** The database that the idb-keyval library uses by default. */
const database = pageDatabase('keyval-store', 'keyval')

/** The storages that this page has; each may still refuse access. */
export function openStorages(client: PlatformStorage | null): ReadonlyMap<StorageName, PlatformStorage> {
  const storages = new Map<StorageName, PlatformStorage>([
    ['localStorage', webStorage(localValues)],
    ['sessionStorage', webStorage(sessionValues)],
    [
      'indexedDB',
      {
        get: async () => {
          const value: unknown = await database.get(key)
          return typeof value === 'string' ? value : null
        },
        set: (_, value) => database.set(key, value),
        remove: () => database.del(key),
      },
    ],
  ])
  if (client) {
    storages.set('client', {
      get: () => client.get(clientKey),
      set: (_, value) => client.set(clientKey, value),
      remove: () => client.remove(clientKey),
    })
  }
  return storages
}

function markerOf(text: string | null): Marker | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    const { visit, first, last } = value as Readonly<Record<string, unknown>>
    return typeof visit === 'string' && typeof first === 'number' && typeof last === 'number' ? { visit, first, last } : null
  } catch {
    // The text is of another program or truncated, so it is no marker.
    return null
  }
}

/** `kept`: from an earlier load; `lost`: written and gone; `written`: the next load will tell; `refused`: stores nothing. */
export type Persistence = 'kept' | 'lost' | 'written' | 'refused'

export interface MarkerCheck {
  readonly persistence: Persistence
  /** ms since the first visit that this storage remembers. */
  readonly age: number
}

/**
 * Looks for an earlier marker and writes this visit's. A marker of another visit proves that the storage survived a page load.
 *
 * @param expected id of the previous visit, when the page was reloaded to test this.
 */
export async function checkMarker(
  storage: PlatformStorage,
  { visit, expected, now }: { readonly visit: string; readonly expected: string | null; readonly now: number },
): Promise<MarkerCheck> {
  try {
    const earlier = markerOf(await storage.get(key))
    const marker: Marker = { visit, first: earlier?.first ?? now, last: now }
    await storage.set(key, JSON.stringify(marker))
    const stored = markerOf(await storage.get(key))
    if (stored?.visit !== visit) return { persistence: 'refused', age: 0 }
    if (earlier && earlier.visit !== visit) return { persistence: 'kept', age: Math.max(0, now - earlier.first) }
    return { persistence: expected === null || earlier !== null ? 'written' : 'lost', age: 0 }
  } catch {
    return { persistence: 'refused', age: 0 }
  }
}
