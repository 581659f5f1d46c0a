/** Query of what the server tells the account without having been asked. */
import { queryOptions } from '@tanstack/react-query'
import { readPage } from '../read-list'
import type { Api } from '../services'

export const notificationKeys = { all: ['notifications'] as const }

/** Reads the newest ones, again every minute. A failure opens no dialog: nobody asked. */
export const notificationsQuery = (api: Api, pageSize: number) =>
  queryOptions({
    queryKey: [...notificationKeys.all, pageSize],
    queryFn: readPage(api, 'notifications', { query: { pageNo: '1', pageSize: String(pageSize) } }),
    staleTime: 10_000,
    refetchInterval: 60_000,
    meta: { quiet: true },
  })
