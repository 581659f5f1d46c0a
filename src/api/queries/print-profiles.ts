/** Queries of print profiles. */
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../services'

export const printProfileKeys = { all: ['print-profiles'] as const }

export const printProfilesQuery = (api: Api) =>
  queryOptions({
    queryKey: printProfileKeys.all,
    queryFn: ({ signal }) => api.printProfiles.list({}, { signal, quiet: true }),
    staleTime: 60_000,
    meta: { quiet: true },
  })
