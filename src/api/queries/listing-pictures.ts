import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../services'

export const listingKeys = { runs: () => ['listing-pictures'] as const }

/** Time between two looks at runs that are being drawn, ms. */
const pollMs = 1500

/** Reads the runs whose pictures are kept, the latest first; again and again while one is being drawn. */
export const listingRunsQuery = (api: Api) =>
  queryOptions({
    queryKey: listingKeys.runs(),
    queryFn: ({ signal }) => api.listingPictures.list({}, { signal, quiet: true, again: true }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status !== 'done') ? pollMs : false),
    meta: { quiet: true },
  })
