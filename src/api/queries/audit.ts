/** Reads of who did what. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { routes } from '../../../contract/routes'
import type { Api } from '../services'
import { pageReply } from '../shape'

/** One page of the entries, the newest first. What was done a moment ago is there when the list is looked at. */
export const auditQuery = (api: Api, { pageNo, pageSize }: { readonly pageNo: number; readonly pageSize: number }) =>
  queryOptions({
    queryKey: ['audit', pageNo, pageSize],
    queryFn: async ({ signal }) =>
      pageReply(routes.audit.list, await api.audit.list({ query: { pageNo, pageSize } }, { signal, quiet: true })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
