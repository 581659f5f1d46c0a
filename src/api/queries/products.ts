/** Queries of a shop's products and of the customization settings of their SKUs. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '../services'

export interface ProductPage {
  readonly shopId: number
  readonly pageNo: number
  readonly pageSize: number
  readonly keyword: string
}

export const productKeys = {
  all: ['products'] as const,
  ofShop: (shopId: number) => [...productKeys.all, shopId] as const,
  lists: (shopId: number) => [...productKeys.ofShop(shopId), 'list'] as const,
  list: ({ shopId, ...page }: ProductPage) => [...productKeys.lists(shopId), page] as const,
  onSale: (shopId: number, keyword: string) => [...productKeys.ofShop(shopId), 'on-sale', keyword] as const,
  settings: (shopId: number) => [...productKeys.ofShop(shopId), 'settings'] as const,
  settingsOf: (shopId: number, productOriginalIds: readonly string[]) =>
    [...productKeys.settings(shopId), productOriginalIds] as const,
}

/** Reads one page of a shop's products; the previous page of the same shop stays on screen while the next one loads. */
export const productsQuery = (api: Api, page: ProductPage) =>
  queryOptions({
    queryKey: productKeys.list(page),
    queryFn: ({ signal }) => {
      const { keyword, ...rest } = page
      const query = keyword === '' ? rest : page
      return api.products.list({ query }, { signal, quiet: true })
    },
    placeholderData: (before, query) => (query?.queryKey[1] === page.shopId ? keepPreviousData(before) : undefined),
    staleTime: 10_000,
  })

/** Reads what a shop has on sale on its marketplace, page by page; the marketplace is not asked again within a minute. */
export const onSaleQuery = (api: Api, shopId: number, keyword: string) =>
  infiniteQueryOptions({
    queryKey: productKeys.onSale(shopId, keyword),
    queryFn: ({ signal, pageParam }) =>
      api.products.onSale(
        { query: { shopId, ...(pageParam !== null && { page: pageParam }), ...(keyword !== '' && { keyword }) } },
        { signal, quiet: true },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 60_000,
    retry: false,
  })

/**
 * Reads the settings of some products of a shop, at most 100; SKUs without settings are absent. Without products there is no
 * call.
 */
export const settingsQuery = (api: Api, shopId: number, productOriginalIds: readonly string[]) =>
  queryOptions({
    queryKey: productKeys.settingsOf(shopId, productOriginalIds),
    queryFn: ({ signal }) =>
      api.customizationSettings.list(
        { query: { shopId, productOriginalIds: productOriginalIds.join(',') } },
        { signal, quiet: true },
      ),
    enabled: productOriginalIds.length > 0,
    staleTime: 10_000,
  })
