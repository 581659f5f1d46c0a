import { useEffect, useState } from 'react'
import type { Order } from '../../../contract/types'
import { lastSeenOrder, storeLastSeen } from './local-memory'

/** Order ids grow in the order of arrival, whenever the buyer ordered. */
const newestOf = (orders: readonly Order[]): number => Math.max(0, ...orders.map((order) => order.id))

export interface NewOrders {
  isNew(order: Order): boolean
  /** Treats all orders that are known now as seen. */
  markAllSeen(): void
}

/**
 * Tells which orders came in since the seller last opened the list. At the first visit no order is new.
 *
 * @param orders the page on screen; undefined while it is not known.
 */
export function useNewOrders(username: string | undefined, orders: readonly Order[] | undefined): NewOrders {
  /** Highest id seen before this visit; null while it is not known. */
  const [seenBefore, setSeenBefore] = useState<number | null>(null)
  const newest = orders === undefined ? null : newestOf(orders)
  useEffect(() => {
    if (username === undefined || newest === null) return
    const seen = lastSeenOrder(username)
    setSeenBefore((old) => old ?? seen ?? newest)
    if (seen === null || newest > seen) storeLastSeen(username, newest)
  }, [username, newest])
  return {
    isNew: (order) => seenBefore !== null && order.id > seenBefore,
    markAllSeen: () => {
      if (username !== undefined) setSeenBefore(lastSeenOrder(username))
    },
  }
}
