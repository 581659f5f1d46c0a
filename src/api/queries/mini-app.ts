/** The mini-app in which buyers customize: its name and logo head the menu. */
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../services'

export const miniAppKey = ['mini-app'] as const

/** Null in `app` while no shop has one. A failure is nobody's concern: the product's own name is shown then. */
export const miniAppQuery = (api: Api) =>
  queryOptions({
    queryKey: miniAppKey,
    queryFn: ({ signal }) => api.miniApp.get({}, { signal, quiet: true }),
    staleTime: 10 * 60_000,
    retry: false,
  })
