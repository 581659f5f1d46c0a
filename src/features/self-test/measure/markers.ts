/** Markers that are written into every place a page can keep something in, and looked for at a later visit. */
import type { PlatformStorage } from '../../../../adapters/platform'
import { DatabaseClosedError, pageDatabase } from '../../../../adapters/storage/database'
import { localValues, type PageValues, sessionValues } from '../../../../adapters/storage/values'

export interface Marker {
  /** The load of the page that wrote it. */
  readonly visit: string
  /** ms since 1970: the first visit it has outlived since, and the last. */
  readonly first: number
  readonly last: number
}

export type Place = 'localStorage' | 'sessionStorage' | 'indexedDB' | 'client'
export const placeNames: Readonly<Record<Place, string>> = {
  localStorage: 'localStorage',
  sessionStorage: 'sessionStorage',
  indexedDB: 'IndexedDB',
  client: '千牛存储',
}

const key = 'kejiang.self-test.marker'
/** The client adds a prefix of its own. */
const clientKey = 'self-test.marker'

const webStorage = (values: PageValues): PlatformStorage => ({
  get: async () => values.getItem(key),
  async set(_, value) {
    // Memory is no place that keeps anything.
    if (!values.setItem(key, value)) throw new DatabaseClosedError(null)
  },
  remove: async () => values.removeItem(key),
})

/** Where a key-value library keeps what it is given without a name. */
const database = pageDatabase('keyval-store', 'keyval')

/** Only the places that are there; each may still refuse. */
export function places(client: PlatformStorage | null): ReadonlyMap<Place, PlatformStorage> {
  const found = new Map<Place, PlatformStorage>([
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
    found.set('client', {
      get: () => client.get(clientKey),
      set: (_, value) => client.set(clientKey, value),
      remove: () => client.remove(clientKey),
    })
  }
  return found
}

function markerOf(text: string | null): Marker | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return null
    const { visit, first, last } = value as Readonly<Record<string, unknown>>
    return typeof visit === 'string' && typeof first === 'number' && typeof last === 'number' ? { visit, first, last } : null
  } catch {
    // Something else's text, or half a marker: none of ours.
    return null
  }
}

/** `kept`: of an earlier load; `lost`: was written and is gone; `written`: the next load will tell; `refused`: keeps nothing. */
export type Keeping = 'kept' | 'lost' | 'written' | 'refused'

export interface Looked {
  readonly keeping: Keeping
  /** ms since the first visit that this place remembers. */
  readonly age: number
}

/**
 * Looks for an earlier marker, and writes this visit's. A place that had one of another visit has kept it over a load of the page.
 *
 * @param expected the visit right before, when the page was reloaded for this.
 */
export async function look(
  place: PlatformStorage,
  { visit, expected, now }: { readonly visit: string; readonly expected: string | null; readonly now: number },
): Promise<Looked> {
  try {
    const before = markerOf(await place.get(key))
    const marker: Marker = { visit, first: before?.first ?? now, last: now }
    await place.set(key, JSON.stringify(marker))
    const back = markerOf(await place.get(key))
    if (back?.visit !== visit) return { keeping: 'refused', age: 0 }
    if (before && before.visit !== visit) return { keeping: 'kept', age: Math.max(0, now - before.first) }
    return { keeping: expected === null || before !== null ? 'written' : 'lost', age: 0 }
  } catch {
    return { keeping: 'refused', age: 0 }
  }
}
