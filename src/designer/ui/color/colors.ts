/** Colours as sellers type them, and those that a user chose last on this machine. */
import { localValues } from '../../../../adapters/storage/values'
import { readHex } from '../../../../contract/ground/hex-color'

/** Returns #rrggbb in lower case, as a colour input requires. */
export const toFullHex = (color: string): string => readHex(color) ?? color

export const maxRecentColors = 8

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>
const keyOf = (username: string) => `kejiang.recentColors.${encodeURIComponent(username)}`

/** Returns the colours that a user chose last, the newest first. */
export function readRecentColors(username: string, storage: Storage = localValues): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(username)) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.flatMap((color) => (typeof color === 'string' ? (readHex(color) ?? []) : [])).slice(0, maxRecentColors)
  } catch {
    // Unreadable colours are a convenience that is lost.
    return []
  }
}

/** Stores a chosen colour as the newest and returns all of them. */
export function rememberColor(username: string, color: string, storage: Storage = localValues): readonly string[] {
  const newest = toFullHex(color)
  const recent = [newest, ...readRecentColors(username, storage).filter((other) => other !== newest)].slice(0, maxRecentColors)
  storage.setItem(keyOf(username), JSON.stringify(recent))
  return recent
}
