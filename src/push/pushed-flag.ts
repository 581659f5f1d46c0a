/** Whether an order was pushed to a factory from this machine: the last step of the tutorial. */
import { localValues } from '../../adapters/storage/values'
import type { Me } from '../../contract/types'

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const keyOf = (account: string) => `kejiang.orderPushed.${encodeURIComponent(account)}`

/** What the flag is kept under: sub-accounts share their account's. */
export const accountOf = ({ username, mainUsername }: Pick<Me, 'username' | 'mainUsername'>): string => mainUsername ?? username

export const readPushedFlag = (account: string, storage: Storage = localValues): boolean =>
  storage.getItem(keyOf(account)) === '1'

/** To be called after each order that reached a factory. */
export const markPushed = (account: string, storage: Storage = localValues): void => storage.setItem(keyOf(account), '1')
