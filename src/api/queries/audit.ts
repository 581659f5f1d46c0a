/** Query of the audit log, which records who did what. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readPage } from '../read-list'
import type { Api } from '../services'

/** Reads one page of the entries, newest first; always fresh, so that recent actions are listed. */
export const auditQuery = (api: Api, { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number }) =>
  queryOptions({
    queryKey: ['audit', pageNo, pageSize],
    queryFn: readPage(api, 'audit', { query: { pageNo, pageSize } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
