import { useRef } from 'react'
import type { Order } from '../../../contract/types'
import { useApi } from '../../api/services'
import { useLatest } from '../../ui/use-latest'
import type { Picks } from './use-picks'

const lanes = 4

/**
 * Returns a function that reads ticked orders which are not on screen again, to learn which of their pictures are paid for. An
 * order that cannot be read stays as it was: the server charges nothing twice, whatever this window shows.
 */
export function useReread(picks: Picks, shown: readonly Order[]): () => Promise<void> {
  const api = useApi()
  const refresh = useLatest(picks.refresh)
  const round = useRef(0)
  return useLatest(async () => {
    round.current++
    const mine = round.current
    const onPage = new Set(shown.flatMap((order) => [order.id, ...order.childOrders.map((child) => child.id)]))
    const wanted = [...new Set(picks.picked.map(({ order }) => order.id))].filter((id) => !onPage.has(id))
    const read: Order[] = []
    const lane = async () => {
      // Stop when a later call has started: it reads all orders again.
      for (let id = wanted.pop(); id !== undefined && mine === round.current; id = wanted.pop()) {
        const order = await api.orders.get({ params: { id } }, { quiet: true }).catch(() => null)
        if (order !== null) read.push(order)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    if (read.length > 0) refresh(read)
  })
}
