import { useEffect, useState } from 'react'
import type { Order } from '../../../contract/types'
import { keepLastSeen, lastSeenOrder } from './local-memory'

/** Ids grow with every order that comes in, whenever its buyer ordered. */
const newestOf = (orders: readonly Order[]): number => Math.max(0, ...orders.map((order) => order.id))

export interface NewOrders {
  isNew(order: Order): boolean
  /** From now on only what comes in later is new. */
  lookAgain(): void
}

/**
 * Which orders came in since the seller last looked at the list. On the very first look none is new.
 *
 * @param orders the page on screen; undefined while it is not known.
 */
export function useNewOrders(username: string | undefined, orders: readonly Order[] | undefined): NewOrders {
  /** Highest id seen before this look; null: not known yet. */
  const [before, setBefore] = useState<number | null>(null)
  const newest = orders === undefined ? null : newestOf(orders)
  useEffect(() => {
    if (username === undefined || newest === null) return
    const seen = lastSeenOrder(username)
    setBefore((old) => old ?? seen ?? newest)
    if (seen === null || newest > seen) keepLastSeen(username, newest)
  }, [username, newest])
  return {
    isNew: (order) => before !== null && order.id > before,
    lookAgain: () => {
      if (username !== undefined) setBefore(lastSeenOrder(username))
    },
  }
}
