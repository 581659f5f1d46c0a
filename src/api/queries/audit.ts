/** Query of the audit log, which records who did what. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AuditActor } from '../../../contract/constants'
import { readPage } from '../read-list'
import type { Api } from '../services'

interface AuditFilter {
  readonly pageNo: number
  readonly pageSize: number
  /** Undefined: whoever acted. */
  readonly actor: AuditActor | undefined
}

/** Reads one page of the entries, newest first; always fresh, so that recent actions are listed. */
export const auditQuery = (api: Api, { pageNo, pageSize, actor }: AuditFilter) =>
  queryOptions({
    queryKey: ['audit', pageNo, pageSize, actor],
    queryFn: readPage(api, 'audit', { query: { pageNo, pageSize, ...(actor && { actor }) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
