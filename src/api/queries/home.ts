/** Queries of the home screen. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TrendKind, trendDays } from '../../../contract/rules/home'
import type { Api } from '../services'

export type TrendDays = (typeof trendDays)[number]

export const homeKeys = { all: ['home'] as const }

/** Reads what is to do and the numbers, again every minute while the screen is open. */
export const homeQuery = (api: Api) =>
  queryOptions({
    queryKey: [...homeKeys.all, 'overview'] as const,
    queryFn: ({ signal }) => api.home.get({}, { signal, quiet: true }),
    staleTime: 10_000,
    refetchInterval: 60_000,
    meta: { quiet: true },
  })

/** Reads the counts per day by shop, template or model; those of the former period stay while the next ones load. */
export const trendsQuery = (api: Api, by: TrendKind, days: TrendDays) =>
  queryOptions({
    queryKey: [...homeKeys.all, 'trends', by, days] as const,
    queryFn: ({ signal }) => api.home.trends({ query: { by, days } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: { quiet: true },
  })
