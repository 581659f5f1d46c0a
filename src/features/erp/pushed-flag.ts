/**
 * Whether an order was pushed to a factory from this machine: the last step of the tutorial. A closed or full storage costs the tick,
 * nothing else.
 */
import type { Me } from '../../../contract/types'

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const keyOf = (account: string) => `kejiang.orderPushed.${encodeURIComponent(account)}`

/** What the flag is kept under: sub-accounts share their account's. */
export const accountOf = ({ username, mainUsername }: Pick<Me, 'username' | 'mainUsername'>): string => mainUsername ?? username

export function readPushedFlag(account: string, storage: Storage = localStorage): boolean {
  try {
    return storage.getItem(keyOf(account)) === '1'
  } catch {
    return false
  }
}

/** To be called after each order that reached a factory. */
export function markPushed(account: string, storage: Storage = localStorage): void {
  try {
    storage.setItem(keyOf(account), '1')
  } catch {
    // As above.
  }
}
