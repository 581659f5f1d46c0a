/** Values that the order screen stores in this browser, per user: started syncs, the newest order that was seen, its rows and columns. */
import { localValues } from '../../../adapters/storage/values'
import { fitting, type Of, object, storedList, such } from '../../../contract/ground/schema'
import { firstOrderLayout, type OrderLayout, orderDensities } from '../../../contract/rules/order-layout'

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const id = such<number>('is no id', (value) => Number.isSafeInteger(value) && Number(value) > 0)

/** A sync that was started in this browser and whose end has not been seen. */
const startedSync = object({ taskId: id, shopId: id })
export type StartedSync = Of<typeof startedSync>

const syncKey = (username: string) => `kejiang.orderSync.${encodeURIComponent(username)}`
const layoutKey = (username: string) => `kejiang.orderLayout.${encodeURIComponent(username)}`
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

/** How the user wants the order list; what was not stored, or by another version, is as the program begins it. */
export function orderLayout(username: string, storage: Storage = localValues): OrderLayout {
  const stored = readValue(layoutKey(username), storage)
  if (typeof stored !== 'object' || stored === null) return firstOrderLayout
  const { density, choices, order } = stored as Partial<Record<keyof OrderLayout, unknown>>
  const entries = typeof choices === 'object' && choices !== null ? Object.entries(choices) : []
  return {
    density: orderDensities.find((one) => one === density) ?? firstOrderLayout.density,
    choices: Object.fromEntries(entries.filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean')),
    order: Array.isArray(order) ? order.filter((key): key is string => typeof key === 'string') : [],
  }
}

export const storeOrderLayout = (username: string, layout: OrderLayout, storage: Storage = localValues): void =>
  writeValue(layoutKey(username), layout, storage)

/** Syncs that are still polled after a reload. */
export const startedSyncs = (username: string, storage: Storage = localValues): readonly StartedSync[] =>
  storedList(startedSync, storage.getItem(syncKey(username)))

export const storeSyncs = (username: string, syncs: readonly StartedSync[], storage: Storage = localValues): void =>
  writeValue(syncKey(username), syncs, storage)

/** Highest order id that was seen in this browser; null when the list was never opened. */
export function lastSeenOrder(username: string, storage: Storage = localValues): number | null {
  const stored = readValue(seenKey(username), storage)
  return stored === 0 ? 0 : fitting(id, stored)
}

export const storeLastSeen = (username: string, id: number, storage: Storage = localValues): void =>
  writeValue(seenKey(username), id, storage)
