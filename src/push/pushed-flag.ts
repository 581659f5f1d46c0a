/** Remembers whether an order was pushed to a factory from this machine; the last step of the tutorial uses it. */
import { localValues } from '../../adapters/storage/values'
import type { Me } from '../../contract/types'

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const keyOf = (account: string) => `kejiang.orderPushed.${encodeURIComponent(account)}`

/** Returns the account of the flag: sub-accounts share their main account's. */
export const accountOf = ({ username, mainUsername }: Pick<Me, 'username' | 'mainUsername'>): string => mainUsername ?? username

export const readPushedFlag = (account: string, storage: Storage = localValues): boolean =>
  storage.getItem(keyOf(account)) === '1'

/** Call it after each order that reached a factory. */
export const markPushed = (account: string, storage: Storage = localValues): void => storage.setItem(keyOf(account), '1')
