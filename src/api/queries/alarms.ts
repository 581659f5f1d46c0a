/** Queries of the alarms: designs that were paid for or sent to a factory and need the seller since. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readPage } from '../read-list'
import type { Api } from '../services'
import { orderKeys } from './orders'

/** Whatever changes orders or pushes changes alarms, too. */
const alarmKeys = [...orderKeys.all, 'alarms'] as const

interface AlarmPage {
  readonly pageNo: number
  readonly pageSize: number
}

export const alarmsQuery = (api: Api, { pageNo, pageSize }: AlarmPage) =>
  queryOptions({
    queryKey: [...alarmKeys, pageNo, pageSize],
    queryFn: readPage(api, 'alarms', { query: { pageNo, pageSize } }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    meta: { quiet: true },
  })
