import { queryOptions } from '@tanstack/react-query'
import { maxIdsPerCall } from '../../../contract/constants'
import type { Wireframe } from '../../../contract/types'
import { catalogueKeys } from '../../api/queries/catalogue'
import type { Api } from '../../api/services'
import { batchesOf } from '../../base/batches'

/** Reads wireframes by any number of ids; deleted ones are left out. Not cached, since a batch decides by their sizes. */
export const manyWireframesQuery = (api: Api, ids: readonly number[]) =>
  queryOptions({
    queryKey: [...catalogueKeys.wireframes(ids), 'all'] as const,
    queryFn: async ({ signal }) => {
      const found: Wireframe[] = []
      for (const batch of batchesOf(ids, maxIdsPerCall)) {
        const query = { ids: batch.join(',') }
        found.push(...(await api.wireframes.list({ query }, { signal, quiet: true })))
      }
      return found
    },
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
