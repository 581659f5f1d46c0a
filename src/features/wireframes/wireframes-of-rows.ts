import { queryOptions } from '@tanstack/react-query'
import type { Wireframe } from '../../../contract/types'
import { catalogueKeys } from '../../api/queries/catalogue'
import type { Api } from '../../api/services'

/** Most ids the server takes in one call. */
const idsPerCall = 1000

/** Wireframes by however many ids; ids that are gone are left out. Read anew each time: a batch decides by their sizes. */
export const manyWireframesQuery = (api: Api, ids: readonly number[]) =>
  queryOptions({
    queryKey: [...catalogueKeys.wireframes(ids), 'all'] as const,
    queryFn: async ({ signal }) => {
      const found: Wireframe[] = []
      for (let at = 0; at < ids.length; at += idsPerCall) {
        const query = { ids: ids.slice(at, at + idsPerCall).join(',') }
        found.push(...(await api.wireframes.list({ query }, { signal, quiet: true })))
      }
      return found
    },
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
