/** Reads of the shops and of their customization links. */
import { queryOptions } from '@tanstack/react-query'
import { readList } from '../read-list'
import type { Api } from '../services'

export const shopKeys = {
  all: ['shops'] as const,
  list: () => [...shopKeys.all, 'list'] as const,
  urls: () => [...shopKeys.all, 'urls'] as const,
}

/** All shops of the account, in the order they were added. */
export const shopsQuery = (api: Api) =>
  queryOptions({
    queryKey: shopKeys.list(),
    queryFn: readList(api, 'shops', {}),
    staleTime: 30_000,
  })

/** Every shop's customization links with what each leads to. */
export const customizationUrlsQuery = (api: Api) =>
  queryOptions({
    queryKey: shopKeys.urls(),
    queryFn: readList(api, 'customizationUrls', {}),
    staleTime: 30_000,
  })
