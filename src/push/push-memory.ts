/** Remembers the last chosen factory on this machine. */
import { localValues } from '../../adapters/storage/values'

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const keyOf = (account: string) => `kejiang.pushFactory.${encodeURIComponent(account)}`

export function lastFactory(account: string, storage: Storage = localValues): number | null {
  const id = Number(storage.getItem(keyOf(account)))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export const storeFactory = (account: string, factoryId: number, storage: Storage = localValues): void =>
  storage.setItem(keyOf(account), String(factoryId))
