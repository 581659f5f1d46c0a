/** Queries of the orders that wait for a person before a rule may push them. */
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { Approval } from '../../../contract/types'
import { readPage } from '../read-list'
import type { Api } from '../services'

/** Orders that are read at once: enough to look at while the next ones come. */
const pageSize = '20'

export const approvalKeys = { all: ['approvals'] as const }

export const approvalsQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: approvalKeys.all,
    queryFn: ({ pageParam, signal }) =>
      readPage(api, 'approvals', { query: { pageNo: '1', pageSize, ...(pageParam !== null && { after: pageParam }) } })({
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ items }) => (items.length < Number(pageSize) ? undefined : String(items[items.length - 1]?.order.id)),
    placeholderData: keepPreviousData,
    // The queue changes by the answers that are given here; others are found out when an answer is refused.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Returns the order as it waits now; null if it does not wait any more. */
export async function readApproval(api: Api, orderId: number): Promise<Approval | null> {
  const query = { pageNo: '1', pageSize: '1', ...(orderId > 1 && { after: String(orderId - 1) }) }
  const { items } = await api.approvals.list({ query }, { quiet: true })
  return items.find(({ order }) => order.id === orderId) ?? null
}
