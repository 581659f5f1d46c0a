/** Queries of the orders, of one order with its designs, and of the sync that fetches orders from a marketplace. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { NotFoundError } from '../../../contract/call-errors'
import { maxIdsPerCall, taskStatus } from '../../../contract/constants'
import type { OrderQuery } from '../../../contract/types'
import { readPage } from '../read-list'
import type { Api } from '../services'

export const orderKeys = {
  all: ['orders'] as const,
  lists: () => [...orderKeys.all, 'list'] as const,
  list: (query: OrderQuery) => [...orderKeys.lists(), query] as const,
  details: () => [...orderKeys.all, 'detail'] as const,
  detail: (id: number) => [...orderKeys.details(), id] as const,
  versions: (customizationId: number, version: number) => [...orderKeys.all, 'versions', customizationId, version] as const,
  buyerDesigns: (orderOriginalId: string) => [...orderKeys.all, 'buyer-designs', orderOriginalId] as const,
  reviews: (pageNo: number) => [...orderKeys.all, 'reviews', pageNo] as const,
  comparison: (customizationId: number, version: number) => [...orderKeys.all, 'comparison', customizationId, version] as const,
  pushLines: (customizationIds: readonly number[]) => [...orderKeys.all, 'push-lines', ...customizationIds] as const,
  syncStates: () => [...orderKeys.all, 'sync-states'] as const,
  manualNumber: () => [...orderKeys.all, 'manual-number'] as const,
  counts: (shopId: number | null) => [...orderKeys.all, 'counts', shopId] as const,
  picking: (filter: Omit<OrderQuery, 'pageNo' | 'pageSize'>) => [...orderKeys.all, 'picking', filter] as const,
  fileImports: () => [...orderKeys.all, 'file-imports'] as const,
  sync: (taskId: number) => ['order-sync', taskId] as const,
}

/**
 * Reads one page of the orders that match the filters, newest first. The previous page stays on screen while the next one loads.
 */
export const ordersQuery = (api: Api, query: OrderQuery) =>
  queryOptions({
    queryKey: orderKeys.list(query),
    queryFn: readPage(api, 'orders', { query }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

/** Reads how many orders are behind each tab, of one shop or of all, again every minute: others work, too. */
export const orderCountsQuery = (api: Api, shopId: number | null) =>
  queryOptions({
    queryKey: orderKeys.counts(shopId),
    queryFn: ({ signal }) =>
      api.orders.counts({ query: shopId === null ? {} : { shopId: String(shopId) } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval: 60_000,
    meta: { quiet: true },
  })

/** Counts the pieces of each case that the orders of a filter need. */
export const orderPickingQuery = (api: Api, filter: Omit<OrderQuery, 'pageNo' | 'pageSize'>) =>
  queryOptions({
    queryKey: orderKeys.picking(filter),
    queryFn: ({ signal }) => api.orders.picking({ query: filter }, { signal, quiet: true }),
    meta: { quiet: true },
  })

/** Reads how the syncs of the shops go, with the orders that could not be read. */
export const syncStatesQuery = (api: Api) =>
  queryOptions({
    queryKey: orderKeys.syncStates(),
    queryFn: ({ signal }) => api.orders.syncStates({}, { signal, quiet: true }),
    staleTime: 30_000,
    // Their times are shown as so many minutes ago.
    refetchInterval: 60_000,
    meta: { quiet: true },
  })

/** Reads the number that the next order by hand would get. Without one the server gives it none the less. */
export const manualNumberQuery = (api: Api) =>
  queryOptions({
    queryKey: orderKeys.manualNumber(),
    queryFn: ({ signal }) => api.manualOrders.number({}, { signal, quiet: true }),
    meta: { quiet: true },
  })

/** Imports of files that are shown. */
const shownImports = 20

/** Reads the latest imports of files, with how far each came and what it left out. */
export const fileImportsQuery = (api: Api) =>
  queryOptions({
    queryKey: orderKeys.fileImports(),
    queryFn: readPage(api, 'orderFileImports', { query: { pageSize: String(shownImports) } }),
    meta: { quiet: true },
  })

/** Reads one order with the designs as they were when it arrived. */
export const orderQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: orderKeys.detail(id),
    queryFn: ({ signal }) => api.orders.get({ params: { id } }, { signal, quiet: true }),
    staleTime: 10_000,
  })

/** Reads the versions of a customization's design; `version` is the present one. */
export const versionsQuery = (api: Api, id: number, version: number) =>
  queryOptions({
    queryKey: orderKeys.versions(id, version),
    queryFn: ({ signal }) => api.customizations.versions({ params: { id } }, { signal, quiet: true }),
    meta: { quiet: true },
  })

/** Reads the buyers' designs that are bound to an order. */
export const buyerDesignsQuery = (api: Api, { originalId, shopId }: { readonly originalId: string; readonly shopId: number }) =>
  queryOptions({
    queryKey: orderKeys.buyerDesigns(originalId),
    queryFn: ({ signal }) =>
      api.buyerDesigns.list({ query: { keyword: originalId, shopId: String(shopId), pageSize: '100' } }, { signal, quiet: true }),
    meta: { quiet: true },
  })

export const reviewPageSize = 20

/** Reads one page of the buyers' designs that wait for the seller's review, newest first. */
export const reviewQueueQuery = (api: Api, pageNo: number) =>
  queryOptions({
    queryKey: orderKeys.reviews(pageNo),
    queryFn: ({ signal }) =>
      api.buyerDesigns.list(
        { query: { underReview: 'true', pageNo: String(pageNo), pageSize: String(reviewPageSize) } },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    meta: { quiet: true },
  })

/** Draws the design again and compares; it takes the server some seconds. */
export const comparisonQuery = (api: Api, id: number, version: number) =>
  queryOptions({
    queryKey: orderKeys.comparison(id, version),
    queryFn: ({ signal }) => api.customizations.compare({ params: { id } }, { signal, quiet: true, timeoutMs: 60_000 }),
    staleTime: 60_000,
    retry: false,
    meta: { quiet: true },
  })

/** Interval of the queries about a running sync, ms. */
const pollMs = 1000

/**
 * Reads a sync task, every second while it runs. After a network failure it is queried again, because the server continues the
 * work; a task that the server does not know is not.
 */
export const syncTaskQuery = (api: Api, taskId: number) =>
  queryOptions({
    queryKey: orderKeys.sync(taskId),
    queryFn: ({ signal }) => api.orders.syncTask({ params: { taskId } }, { signal, quiet: true }),
    refetchInterval: ({ state }) => {
      if (state.error instanceof NotFoundError) return false
      return state.data === undefined || state.data.status === taskStatus.running ? pollMs : false
    },
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
    meta: { quiet: true },
  })

/** Reads what was sent to factories of these customizations. A failure shows nothing: the order's own push status remains. */
export const pushLinesQuery = (api: Api, customizationIds: readonly number[]) =>
  queryOptions({
    queryKey: orderKeys.pushLines(customizationIds),
    queryFn: ({ signal }) =>
      customizationIds.length === 0
        ? []
        : api.pushes.lines(
            { query: { customizationIds: customizationIds.slice(0, maxIdsPerCall).join(',') } },
            { signal, quiet: true },
          ),
    meta: { quiet: true },
  })
