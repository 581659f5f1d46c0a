/** Queries of the placeholder pictures of AI cut-outs. */
import { queryOptions } from '@tanstack/react-query'
import type { AiCutoutType } from '../../../contract/constants'
import { readList } from '../read-list'
import type { Api } from '../services'

export const placeholderKeys = {
  all: ['placeholders'] as const,
  ofType: (type: AiCutoutType) => [...placeholderKeys.all, type] as const,
}

/** Reads all placeholder pictures of one type, oldest first. */
export const placeholdersQuery = (api: Api, type: AiCutoutType) =>
  queryOptions({
    queryKey: placeholderKeys.ofType(type),
    queryFn: readList(api, 'cutoutPlaceholders', { query: { aiCutoutType: type } }),
    staleTime: 30_000,
  })
