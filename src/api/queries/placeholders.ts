/** Reads of the placeholder pictures of AI cut-outs. */
import { queryOptions } from '@tanstack/react-query'
import type { AiCutoutType } from '../../../contract/constants'
import { routes } from '../../../contract/routes'
import type { Api } from '../services'
import { listReply } from '../shape'

export const placeholderKeys = {
  all: ['placeholders'] as const,
  ofType: (type: AiCutoutType) => [...placeholderKeys.all, type] as const,
}

/** All placeholder pictures of one type, the oldest first. */
export const placeholdersQuery = (api: Api, type: AiCutoutType) =>
  queryOptions({
    queryKey: placeholderKeys.ofType(type),
    queryFn: async ({ signal }) =>
      listReply(
        routes.cutoutPlaceholders.list,
        await api.cutoutPlaceholders.list({ query: { aiCutoutType: type } }, { signal, quiet: true }),
      ),
    staleTime: 30_000,
  })
