/** Reads of who did what. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readPage } from '../read-list'
import type { Api } from '../services'

/** One page of the entries, the newest first. What was done a moment ago is there when the list is looked at. */
export const auditQuery = (api: Api, { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number }) =>
  queryOptions({
    queryKey: ['audit', pageNo, pageSize],
    queryFn: readPage(api, 'audit', { query: { pageNo, pageSize } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
