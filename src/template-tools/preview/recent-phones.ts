/** Stores the last phones that a seller previewed on, per username on this machine. */
import { localValues } from '../../../adapters/storage/values'
import { integer, type Of, object, storedList, text } from '../../../contract/ground/schema'

const phone = object({ brandId: integer, brandName: text(), modelId: integer, modelName: text() })
export type RecentPhone = Of<typeof phone>

export const maxRecentPhones = 3

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const keyOf = (username: string) => `kejiang.recentPhones.${encodeURIComponent(username)}`

/** Returns the recent phones, newest first. Invalid stored values are ignored. */
export const recentPhones = (username: string, storage: Storage = localValues): readonly RecentPhone[] =>
  storedList(phone, storage.getItem(keyOf(username))).slice(0, maxRecentPhones)

/** Puts a phone first and drops the fourth. Returns the new list. */
export function rememberPhone(username: string, phone: RecentPhone, storage: Storage = localValues): readonly RecentPhone[] {
  return store(username, [phone, ...recentPhones(username, storage).filter((other) => other.modelId !== phone.modelId)], storage)
}

/** Removes a phone that no longer exists. Returns the new list. */
export function forgetPhone(username: string, modelId: number, storage: Storage = localValues): readonly RecentPhone[] {
  return store(
    username,
    recentPhones(username, storage).filter((other) => other.modelId !== modelId),
    storage,
  )
}

function store(username: string, phones: readonly RecentPhone[], storage: Storage): readonly RecentPhone[] {
  const recent = phones.slice(0, maxRecentPhones)
  storage.setItem(keyOf(username), JSON.stringify(recent))
  return recent
}
