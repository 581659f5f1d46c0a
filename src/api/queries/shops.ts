/** Queries of the shops and of their customization links. */
import { queryOptions } from '@tanstack/react-query'
import { readList } from '../read-list'
import type { Api } from '../services'

export const shopKeys = {
  all: ['shops'] as const,
  list: () => [...shopKeys.all, 'list'] as const,
  urls: () => [...shopKeys.all, 'urls'] as const,
}

/** Reads all shops of the account, in the order in which they were added. */
export const shopsQuery = (api: Api) =>
  queryOptions({
    queryKey: shopKeys.list(),
    queryFn: readList(api, 'shops', {}),
    staleTime: 30_000,
  })

/** Reads every shop's customization links with their targets. */
export const customizationUrlsQuery = (api: Api) =>
  queryOptions({
    queryKey: shopKeys.urls(),
    queryFn: readList(api, 'customizationUrls', {}),
    staleTime: 30_000,
  })
