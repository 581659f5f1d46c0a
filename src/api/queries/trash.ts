/** Reads of the trash, and the way out of it. */

import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { maxIdsPerCall, type TrashKind, trashDays } from '../../../contract/constants'
import { batchesOf } from '../../base/batches'
import { readPage } from '../read-list'
import { type Api, useApi } from '../services'

export const trashKeys = { all: ['trash'] as const }

export const trashQuery = (api: Api, page: { readonly pageNo: number; readonly pageSize: number }) =>
  queryOptions({
    queryKey: [...trashKeys.all, page],
    queryFn: readPage(api, 'trash', { query: page }),
    placeholderData: keepPreviousData,
    // Every deletion on any screen adds to it.
    staleTime: 0,
  })

/** What a confirmation says of the way back. */
export const restorableText = `删除后 ${trashDays} 天内可以在「回收站」恢复。`

/**
 * Puts deleted items back by the ids they had, and reads every list anew; answers what to tell the seller. The caller shows the
 * failure.
 */
export function useRestore(): (kind: TrashKind, ids: readonly number[]) => Promise<string> {
  const api = useApi()
  const queries = useQueryClient()
  return async (kind, ids) => {
    try {
      for (const some of batchesOf(ids, maxIdsPerCall)) await api.trash.restore({ body: { kind, ids: some } }, { quiet: true })
    } finally {
      void queries.invalidateQueries()
    }
    return '已恢复'
  }
}
