import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { maxIdsPerCall } from '../../../contract/constants'
import type { TemplateCollection, TemplateRow } from '../../../contract/types'
import { templateListQuery, templateNamesQuery, templatesByIdQuery } from '../../api/queries/templates'
import { type Api, useApi } from '../../api/services'
import { batchesOf } from '../../base/batches'
import { useTextMatch } from '../../ui/use-text-match'
import { readAllTemplates } from './batch/read-templates'
import { findTemplates, isOwnOrder, type TemplateFilter } from './find-templates'

export interface TemplateRows {
  /** A page of the templates; undefined until it is read. */
  readonly items: readonly TemplateRow[] | undefined
  /** Number of templates on all pages. */
  readonly total: number
  readonly isPending: boolean
  readonly isError: boolean
  readonly isFetching: boolean
  readonly error: unknown
  /** The rows are those of the previous page or search, shown while new ones are read. */
  readonly isStale: boolean
  refetch(): unknown
  /** Reads the templates of all pages. A failed request shows its own dialog. */
  readAll(): Promise<readonly TemplateRow[]>
}

interface PageOf {
  readonly pageNo: number
  readonly pageSize: number
}

/** Reads a page of a collection in the seller's order or, by a filter, of the templates that it shows. */
export function useTemplateRows(
  collection: TemplateCollection,
  filter: TemplateFilter,
  { pageNo, pageSize }: PageOf,
): TemplateRows {
  const api = useApi()
  const isOwn = isOwnOrder(filter)
  const page = useQuery({ ...templateListQuery(api, { collectionId: collection.id, pageNo, pageSize }), enabled: isOwn })
  const names = useQuery({ ...templateNamesQuery(api), enabled: !isOwn })
  const match = useTextMatch(filter.words)
  const { words, enabled, mode, sort } = filter
  const foundIds = useMemo(
    () => (isOwn ? [] : findTemplates(names.data ?? [], { words, enabled, mode, sort }, collection.id, match)),
    [isOwn, names.data, words, enabled, mode, sort, collection.id, match],
  )
  const pageIds = useMemo(() => foundIds.slice((pageNo - 1) * pageSize, pageNo * pageSize), [foundIds, pageNo, pageSize])
  const found = useQuery({ ...templatesByIdQuery(api, pageIds), enabled: pageIds.length > 0 })

  if (isOwn) {
    const { data, isPending, isError, isFetching, error, isPlaceholderData, refetch } = page
    return {
      items: data?.items,
      total: data?.totalItems ?? 0,
      ...{ isPending, isError, isFetching, error, refetch },
      isStale: isPlaceholderData,
      readAll: () => readAllTemplates(api, collection.id),
    }
  }
  const isNoneFound = names.data !== undefined && pageIds.length === 0
  return {
    items: isNoneFound ? [] : names.data && found.data?.map(withoutNext),
    total: foundIds.length,
    isPending: names.isPending || (!isNoneFound && found.isPending),
    isError: names.isError || found.isError,
    isFetching: names.isFetching || found.isFetching,
    error: names.error ?? found.error,
    isStale: found.isPlaceholderData,
    refetch: () => Promise.all([names.refetch(), ...(isNoneFound ? [] : [found.refetch()])]),
    readAll: () => readTemplatesById(api, foundIds),
  }
}

/** A found template has no place among others. */
const withoutNext = (template: Omit<TemplateRow, 'next'>): TemplateRow => ({ ...template, next: null })

async function readTemplatesById(api: Api, ids: readonly number[]): Promise<readonly TemplateRow[]> {
  const found: TemplateRow[] = []
  for (const batch of batchesOf(ids, maxIdsPerCall)) {
    const rows = await api.templates.some({ query: { ids: batch.join(',') } }, { again: true })
    found.push(...rows.map(withoutNext))
  }
  return found
}
