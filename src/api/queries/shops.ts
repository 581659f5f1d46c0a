/** Queries of the shops and of their customization links. */
import { queryOptions } from '@tanstack/react-query'
import { readList } from '../read-list'
import type { Api } from '../services'

export const shopKeys = {
  all: ['shops'] as const,
  list: () => [...shopKeys.all, 'list'] as const,
  keys: (id: number) => [...shopKeys.all, 'keys', id] as const,
  urls: () => [...shopKeys.all, 'urls'] as const,
}

/** Reads all shops of the account, in the order in which they were added. */
export const shopsQuery = (api: Api) =>
  queryOptions({
    queryKey: shopKeys.list(),
    queryFn: readList(api, 'shops', {}),
    staleTime: 30_000,
  })

/** Reads what is known of the keys with which a shop is connected. */
export const shopKeysQuery = (api: Api, id: number) =>
  queryOptions({ queryKey: shopKeys.keys(id), queryFn: ({ signal }) => api.shops.keys({ params: { id } }, { signal }) })

/** Reads every shop's customization links with their targets. */
export const customizationUrlsQuery = (api: Api) =>
  queryOptions({
    queryKey: shopKeys.urls(),
    queryFn: readList(api, 'customizationUrls', {}),
    staleTime: 30_000,
  })
