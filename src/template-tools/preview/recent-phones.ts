/** Stores the last phones that a seller previewed on, per username on this machine. */
import { localValues } from '../../../adapters/storage/values'

export interface RecentPhone {
  readonly brandId: number
  readonly brandName: string
  readonly modelId: number
  readonly modelName: string
}

export const maxRecentPhones = 3

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const keyOf = (username: string) => `kejiang.recentPhones.${encodeURIComponent(username)}`

function isPhone(value: unknown): value is RecentPhone {
  if (typeof value !== 'object' || value === null) return false
  const { brandId, brandName, modelId, modelName } = value as Partial<Record<keyof RecentPhone, unknown>>
  return (
    Number.isSafeInteger(brandId) &&
    Number.isSafeInteger(modelId) &&
    typeof brandName === 'string' &&
    typeof modelName === 'string'
  )
}

/** Returns the recent phones, newest first. Invalid stored values are ignored. */
export function recentPhones(username: string, storage: Storage = localValues): readonly RecentPhone[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(username)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPhone).slice(0, maxRecentPhones) : []
  } catch {
    // Ignore unreadable storage: recent phones are a convenience, and the selects still work.
    return []
  }
}

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
