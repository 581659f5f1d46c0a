/** Saved views of the order list, of the user alone. */
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ConflictError } from '../../../contract/call-errors'
import type { OrderView, OrderViews } from '../../../contract/types'
import { type Api, useApi } from '../services'

export const orderViewsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['order-views'],
    queryFn: ({ signal }) => api.orderViews.get({}, { signal, quiet: true }),
    staleTime: 60_000,
    meta: { quiet: true },
  })

/** Attempts of a change: another window may change the views between reading and writing them. */
const maxAttempts = 3

/** Returns a function that changes the views as the server has them now; rejects with the server's error. */
export function useChangeOrderViews(): (change: (views: readonly OrderView[]) => readonly OrderView[]) => Promise<void> {
  const api = useApi()
  const queries = useQueryClient()
  return async (change) => {
    for (let attempt = 1; ; attempt++) {
      const { revision, views } = await api.orderViews.get({}, { quiet: true })
      const changed: OrderViews = { revision, views: [...change(views)] }
      try {
        const kept = await api.orderViews.put({ body: changed }, { quiet: true })
        return void queries.setQueryData(orderViewsQuery(api).queryKey, kept)
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt === maxAttempts) throw error
      }
    }
  }
}
