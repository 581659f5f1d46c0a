import { useRef } from 'react'
import type { Order } from '../../../contract/types'
import { useApi } from '../../api/services'
import { useLatest } from '../../ui/use-latest'
import type { Picks } from './use-picks'

const parallelReads = 4

/**
 * Returns a function that reads ticked orders which are not on screen again, to learn which of their pictures are paid for. An
 * order that cannot be read stays as it was: the server charges nothing twice, whatever this window shows.
 */
export function useReread(picks: Picks, shown: readonly Order[]): () => Promise<void> {
  const api = useApi()
  const refresh = useLatest(picks.refresh)
  const callCount = useRef(0)
  return useLatest(async () => {
    callCount.current++
    const callNumber = callCount.current
    const onPage = new Set(shown.flatMap((order) => [order.id, ...order.childOrders.map((child) => child.id)]))
    const idsToRead = [...new Set(picks.picked.map(({ order }) => order.id))].filter((id) => !onPage.has(id))
    const readOrders: Order[] = []
    const readNext = async () => {
      // Stop when a later call has started: it reads all orders again.
      for (let id = idsToRead.pop(); id !== undefined && callNumber === callCount.current; id = idsToRead.pop()) {
        const order = await api.orders.get({ params: { id } }, { quiet: true, again: true }).catch(() => null)
        if (order !== null) readOrders.push(order)
      }
    }
    await Promise.all(Array.from({ length: parallelReads }, readNext))
    if (readOrders.length > 0) refresh(readOrders)
  })
}
