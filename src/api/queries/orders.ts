/** Reads of the orders, of one order with what it was made from, and of the work that fetches them from a marketplace. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { taskStatus } from '../../../contract/constants'
import type { OrderQuery } from '../../../contract/types'
import { NotFoundError } from '../../base/errors'
import { readPage } from '../read-list'
import type { Api } from '../services'

export const orderKeys = {
  all: ['orders'] as const,
  lists: () => [...orderKeys.all, 'list'] as const,
  list: (query: OrderQuery) => [...orderKeys.lists(), query] as const,
  details: () => [...orderKeys.all, 'detail'] as const,
  detail: (id: number) => [...orderKeys.details(), id] as const,
  sync: (taskId: number) => ['order-sync', taskId] as const,
}

/** One page of the orders that pass the filters, newest first. The page before stays on screen while the next one loads. */
export const ordersQuery = (api: Api, query: OrderQuery) =>
  queryOptions({
    queryKey: orderKeys.list(query),
    queryFn: readPage(api, 'orders', { query }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

/** One order with the designs as they stood when it came in. */
export const orderQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: orderKeys.detail(id),
    queryFn: ({ signal }) => api.orders.get({ params: { id } }, { signal, quiet: true }),
    staleTime: 10_000,
  })

/** How often a running sync is asked about, ms. */
const pollMs = 1000

/**
 * A sync while it runs, asked about every second. A server that cannot be reached is asked again: the work goes on there. A task
 * the server does not know is not.
 */
export const syncTaskQuery = (api: Api, taskId: number) =>
  queryOptions({
    queryKey: orderKeys.sync(taskId),
    queryFn: ({ signal }) => api.orders.syncTask({ params: { taskId } }, { signal, quiet: true }),
    refetchInterval: ({ state }) => {
      if (state.error instanceof NotFoundError) return false
      return state.data === undefined || state.data.status === taskStatus.running ? pollMs : false
    },
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
    meta: { quiet: true },
  })
