/** Queries of the account's credits: the balance, recharges and usage. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readPage } from '../read-list'
import type { Api } from '../services'

/** Limits are milliseconds, both included; absent ones do not filter. */
export interface RechargePage {
  readonly pageNo: number
  readonly pageSize: number
  readonly createdAtStart?: number
  readonly createdAtEnd?: number
}

export interface UsagePage extends RechargePage {
  readonly shopId?: number
  /** The customization number as sellers see it. */
  readonly orderId?: number
  /** The order's number on its platform. */
  readonly orderOriginalId?: string
}

export const creditKeys = {
  all: ['credits'] as const,
  current: () => [...creditKeys.all, 'current'] as const,
  recharges: () => [...creditKeys.all, 'recharges'] as const,
  recharge: (page: RechargePage) => [...creditKeys.recharges(), page] as const,
  usages: () => [...creditKeys.all, 'usages'] as const,
  usage: (page: UsagePage) => [...creditKeys.usages(), page] as const,
  usageDetail: (id: number) => [...creditKeys.usages(), 'detail', id] as const,
}

/** Reads the account's balance, the part of it that expires next, and whether it ever bought credits. */
export const creditsQuery = (api: Api) =>
  queryOptions({
    queryKey: creditKeys.current(),
    queryFn: ({ signal }) => api.credits.current({}, { signal, quiet: true }),
    staleTime: 10_000,
  })

/** Reads one page of the recharges, newest first. The previous page stays on screen while the next one loads. */
export const rechargeRecordsQuery = (api: Api, page: RechargePage) =>
  queryOptions({
    queryKey: creditKeys.recharge(page),
    queryFn: readPage(api, 'rechargeRecords', { query: { ...page } }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

/** Reads one page of the usage records, newest first. */
export const usageRecordsQuery = (api: Api, page: UsagePage) =>
  queryOptions({
    queryKey: creditKeys.usage(page),
    queryFn: readPage(api, 'usageRecords', { query: { ...page } }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

/** Reads one deduction with the pictures it paid for; it never changes. */
export const usageDetailQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: creditKeys.usageDetail(id),
    queryFn: ({ signal }) => api.usageRecords.get({ params: { id } }, { signal, quiet: true }),
    staleTime: 60_000,
  })
