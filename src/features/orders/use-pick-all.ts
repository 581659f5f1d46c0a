/** Ticks all orders that pass the filters, page after page. */
import { useEffect, useRef, useState } from 'react'
import { routes } from '../../../contract/routes'
import type { Order } from '../../../contract/types'
import { useApi } from '../../api/services'
import { pageReply } from '../../api/shape'
import { type OrderFilters, toQuery } from './order-filters'

/** Most orders ticked at once: actions on them are planned in this page's memory. */
export const mostPicked = 20_000
const pageSize = 500

export interface PickAll {
  /** Orders read so far; null when no reading is under way. */
  readonly read: number | null
  readonly error: unknown
  begin(): void
  /** Stops reading; what was ticked until then stays ticked. */
  stop(): void
}

/** @param tick is called with each page of orders as it arrives. */
export function usePickAll(filters: OrderFilters, tick: (orders: readonly Order[]) => void): PickAll {
  const api = useApi()
  const [read, setRead] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const under = useRef<AbortController | null>(null)
  const stop = () => {
    under.current?.abort()
    under.current = null
    setRead(null)
  }
  const question = JSON.stringify(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters end the reading
  useEffect(() => {
    return () => {
      under.current?.abort()
      under.current = null
      setRead(null)
    }
  }, [question])
  const work = async ({ signal }: AbortController) => {
    for (let pageNo = 1, seen = 0; ; pageNo++) {
      const query = toQuery(filters, { pageNo, pageSize })
      const { items, totalItems } = pageReply(routes.orders.list, await api.orders.list({ query }, { signal, quiet: true }))
      if (signal.aborted) return
      tick(items)
      seen += items.length
      setRead(seen)
      if (items.length === 0 || seen >= Math.min(totalItems, mostPicked)) return setRead(null)
    }
  }
  const begin = () => {
    stop()
    const own = new AbortController()
    under.current = own
    setError(null)
    setRead(0)
    work(own).catch((failure: unknown) => {
      if (own.signal.aborted) return
      setRead(null)
      setError(failure)
    })
  }
  return { read, error, begin, stop }
}
