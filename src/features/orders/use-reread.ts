import { useCallback, useRef } from 'react'
import type { Order } from '../../../contract/types'
import { useApi } from '../../api/services'
import type { Picks } from './use-picks'

const lanes = 4

/**
 * Reads ticked orders that are not on screen anew, so that what is paid for there is known too. An order that cannot be read stays
 * as it was: the server charges nothing twice, whatever this window believes.
 */
export function useReread(picks: Picks, shown: readonly Order[]): () => Promise<void> {
  const api = useApi()
  const now = useRef({ picks, shown })
  now.current = { picks, shown }
  const round = useRef(0)
  return useCallback(async () => {
    round.current++
    const mine = round.current
    const { picks: ticked, shown: page } = now.current
    const onPage = new Set(page.flatMap((order) => [order.id, ...order.childOrders.map((child) => child.id)]))
    const wanted = [...new Set(ticked.picked.map(({ order }) => order.id))].filter((id) => !onPage.has(id))
    const read: Order[] = []
    const lane = async () => {
      // A later round reads them all again.
      for (let id = wanted.pop(); id !== undefined && mine === round.current; id = wanted.pop()) {
        const order = await api.orders.get({ params: { id } }, { quiet: true }).catch(() => null)
        if (order !== null) read.push(order)
      }
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    if (read.length > 0) now.current.picks.refresh(read)
  }, [api])
}
