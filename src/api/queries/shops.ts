/** Reads of the shops and of their customization links. */
import { queryOptions } from '@tanstack/react-query'
import { routes } from '../../../contract/routes'
import type { Api } from '../services'
import { listReply } from '../shape'

export const shopKeys = {
  all: ['shops'] as const,
  list: () => [...shopKeys.all, 'list'] as const,
  urls: () => [...shopKeys.all, 'urls'] as const,
}

/** All shops of the account, in the order they were added. */
export const shopsQuery = (api: Api) =>
  queryOptions({
    queryKey: shopKeys.list(),
    queryFn: async ({ signal }) => listReply(routes.shops.list, await api.shops.list({}, { signal, quiet: true })),
    staleTime: 30_000,
  })

/** Every shop's customization links with what each leads to. */
export const customizationUrlsQuery = (api: Api) =>
  queryOptions({
    queryKey: shopKeys.urls(),
    queryFn: async ({ signal }) =>
      listReply(routes.customizationUrls.list, await api.customizationUrls.list({}, { signal, quiet: true })),
    staleTime: 30_000,
  })
