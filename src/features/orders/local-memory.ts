/** Values that the order screen stores in this browser, per user: started syncs and the newest order that was seen. */
import { localValues } from '../../../adapters/storage/values'

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

/** A sync that was started in this browser and whose end has not been seen. */
export interface StartedSync {
  readonly taskId: number
  readonly shopId: number
}

const syncKey = (username: string) => `kejiang.orderSync.${encodeURIComponent(username)}`
const seenKey = (username: string) => `kejiang.orderSeen.${encodeURIComponent(username)}`

function readValue(key: string, storage: Storage): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    // The stored text is not JSON, so this program did not write it.
    return null
  }
}

const writeValue = (key: string, value: unknown, storage: Storage): void => {
  storage.setItem(key, JSON.stringify(value))
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

function isStartedSync(value: unknown): value is StartedSync {
  if (typeof value !== 'object' || value === null) return false
  const { taskId, shopId } = value as Partial<Record<keyof StartedSync, unknown>>
  return isId(taskId) && isId(shopId)
}

/** Syncs that are still polled after a reload. */
export function startedSyncs(username: string, storage: Storage = localValues): readonly StartedSync[] {
  const stored = readValue(syncKey(username), storage)
  return Array.isArray(stored) ? stored.filter(isStartedSync) : []
}

export const storeSyncs = (username: string, syncs: readonly StartedSync[], storage: Storage = localValues): void =>
  writeValue(syncKey(username), syncs, storage)

/** Highest order id that was seen in this browser; null when the list was never opened. */
export function lastSeenOrder(username: string, storage: Storage = localValues): number | null {
  const stored = readValue(seenKey(username), storage)
  return stored === 0 || isId(stored) ? stored : null
}

export const storeLastSeen = (username: string, id: number, storage: Storage = localValues): void =>
  writeValue(seenKey(username), id, storage)
