import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../services'

export const meKey = ['me'] as const

/** Reads the signed-in user; once per session. */
export const meQuery = (api: Api) =>
  queryOptions({
    queryKey: meKey,
    queryFn: ({ signal }) => api.users.me({}, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
