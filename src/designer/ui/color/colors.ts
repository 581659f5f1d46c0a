/** Colours as sellers type them, and those that a user chose last on this machine. */
import { localValues } from '../../../../adapters/storage/values'
import { readHex } from '../../../../contract/ground/hex-color'
import { storedList, such } from '../../../../contract/ground/schema'

/** Returns #rrggbb in lower case, as a colour input requires. */
export const toFullHex = (color: string): string => readHex(color) ?? color

export const maxRecentColors = 8

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>
const color = such<string>('is no colour', (value) => typeof value === 'string' && readHex(value) !== null)
const keyOf = (username: string) => `kejiang.recentColors.${encodeURIComponent(username)}`

/** Returns the colours that a user chose last, the newest first. */
export const readRecentColors = (username: string, storage: Storage = localValues): readonly string[] =>
  storedList(color, storage.getItem(keyOf(username)))
    .map(toFullHex)
    .slice(0, maxRecentColors)

/** Stores a chosen colour as the newest and returns all of them. */
export function rememberColor(username: string, chosen: string, storage: Storage = localValues): readonly string[] {
  const newest = toFullHex(chosen)
  const recent = [newest, ...readRecentColors(username, storage).filter((other) => other !== newest)].slice(0, maxRecentColors)
  storage.setItem(keyOf(username), JSON.stringify(recent))
  return recent
}
