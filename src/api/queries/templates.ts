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
  /** Within the lists, because what changes a list changes them, too. */
  names: () => [...templateKeys.lists(), 'names'] as const,
  byId: (ids: readonly number[]) => [...templateKeys.lists(), 'some', ids] as const,
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

/** Reads the facts of all templates, for searches. */
export const templateNamesQuery = (api: Api) =>
  queryOptions({
    queryKey: templateKeys.names(),
    queryFn: ({ signal }) => api.templates.names({}, { signal, quiet: true }),
    staleTime: 10_000,
    meta: { quiet: true },
  })

/** Reads these templates, in this order. The previous result stays on screen while the next one loads. */
export const templatesByIdQuery = (api: Api, ids: readonly number[]) =>
  queryOptions({
    queryKey: templateKeys.byId(ids),
    queryFn: ({ signal }) => api.templates.some({ query: { ids: ids.join(',') } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    meta: { quiet: true },
  })

/**
 * Returns a sentence for the warning that says which links and products offer the collections or templates that buyers are to lose, by
 * 删除 or 下架; empty when none does. Never rejects: the text states when that could not be read.
 */
export async function templateUseText(
  api: Api,
  { kind, ids, by }: { kind: 'collection' | 'template'; ids: readonly number[]; by: '删除' | '下架' },
): Promise<string> {
  try {
    const { links, skus, emptied } = await api.templateUse.get(
      { query: { kind, ids: ids.join(',') } },
      { quiet: true, again: true },
    )
    const offering = [links > 0 && `${links} 个定制链接`, skus > 0 && `${skus} 个商品规格`].filter((text) => text !== false)
    if (offering.length === 0) return ''
    const which = links + skus === 1 ? '它' : links + skus === emptied ? '它们' : `其中 ${emptied} 个`
    const deadEnd = emptied > 0 ? `，${by}后${which}没有模板可选，买家打开后无法开始设计` : ''
    return `${offering.join('、')}正在使用${deadEnd}。`
  } catch {
    return `没有查到有哪些定制链接和商品正在使用，${by}前请到定制链接和商品管理确认。`
  }
}

/** Reads a whole template for the designer; never from the cache, because a save must state the newest revision. */
export const templateQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: templateKeys.detail(id),
    queryFn: ({ signal }) => api.templates.get({ params: { id } }, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
  })
