import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readList, readPage } from '../read-list'
import type { Api } from '../services'

export interface TemplatePage {
  readonly collectionId: number
  readonly pageNo: number
  readonly pageSize: number
}

export const templateKeys = {
  all: ['templates'] as const,
  collections: () => [...templateKeys.all, 'collections'] as const,
  lists: () => [...templateKeys.all, 'list'] as const,
  list: (page: TemplatePage) => [...templateKeys.lists(), page] as const,
  detail: (id: number) => [...templateKeys.all, 'detail', id] as const,
}

export const templateCollectionsQuery = (api: Api) =>
  queryOptions({
    queryKey: templateKeys.collections(),
    queryFn: readList(api, 'templateCollections', {}),
    staleTime: 30_000,
  })

/** Reads one page of a collection. The previous page stays on screen while the next one loads. */
export const templateListQuery = (api: Api, page: TemplatePage) =>
  queryOptions({
    queryKey: templateKeys.list(page),
    queryFn: readPage(api, 'templates', { query: { ...page } }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

/** Reads a whole template for the designer; never from the cache, because a save must state the newest revision. */
export const templateQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: templateKeys.detail(id),
    queryFn: ({ signal }) => api.templates.get({ params: { id } }, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
  })
