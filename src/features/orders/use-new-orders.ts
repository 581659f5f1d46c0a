import { useEffect, useState } from 'react'
import type { Order } from '../../../contract/types'
import { keepLastSeen, lastSeenOrder } from './local-memory'

/** Order ids grow in the order of arrival, whenever the buyer ordered. */
const newestOf = (orders: readonly Order[]): number => Math.max(0, ...orders.map((order) => order.id))

export interface NewOrders {
  isNew(order: Order): boolean
  /** Treats all orders that are known now as seen. */
  lookAgain(): void
}

/**
 * Tells which orders came in since the seller last opened the list. At the first visit no order is new.
 *
 * @param orders the page on screen; undefined while it is not known.
 */
export function useNewOrders(username: string | undefined, orders: readonly Order[] | undefined): NewOrders {
  /** Highest id seen before this visit; null while it is not known. */
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
