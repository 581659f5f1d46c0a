/** Ticks all orders that pass the filters, page after page. */
import { useEffect, useRef, useState } from 'react'
import type { Order } from '../../../contract/types'
import { useApi } from '../../api/services'
import type { OrderFilters } from './order-filters'
import { orderPages } from './order-pages'

/** Most orders ticked at once: actions on them are planned in this page's memory. */
export const maxPickedOrders = 20_000

export interface PickAll {
  /** Orders read so far; null when no reading is under way. */
  readonly readCount: number | null
  readonly error: unknown
  start(): void
  /** Stops reading; the orders that were ticked until then stay ticked. */
  stop(): void
}

/** @param onOrders is called with each page of orders as it arrives. */
export function usePickAll(filters: OrderFilters, onOrders: (orders: readonly Order[]) => void): PickAll {
  const api = useApi()
  const [readCount, setReadCount] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const currentReading = useRef<AbortController | null>(null)
  const stop = () => {
    currentReading.current?.abort()
    currentReading.current = null
    setReadCount(null)
  }
  const filtersKey = JSON.stringify(filters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters end the reading
  useEffect(() => {
    return () => {
      currentReading.current?.abort()
      currentReading.current = null
      setReadCount(null)
    }
  }, [filtersKey])
  const readPages = async ({ signal }: AbortController) => {
    for await (const { items, readCount } of orderPages(api, filters, maxPickedOrders, signal)) {
      onOrders(items)
      setReadCount(readCount)
    }
    if (!signal.aborted) setReadCount(null)
  }
  const start = () => {
    stop()
    const reading = new AbortController()
    currentReading.current = reading
    setError(null)
    setReadCount(0)
    readPages(reading).catch((failure: unknown) => {
      if (reading.signal.aborted) return
      setReadCount(null)
      setError(failure)
    })
  }
  return { readCount, error, start, stop }
}
