/** Query of the trash, and the restore from it. */

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
    // Every deletion on any screen adds an entry.
    staleTime: 0,
  })

/** The sentence in delete confirmations about restoring. */
export const restorableText = `删除后 ${trashDays} 天内可以在「回收站」恢复。`

/**
 * Returns a function that restores deleted items with their old ids and reloads every list; it resolves to the message for the
 * seller.
 * The caller shows a failure.
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
