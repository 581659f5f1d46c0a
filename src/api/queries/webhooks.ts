/** Queries of webhooks and of what was sent to them; always fresh, because events are sent at any time. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { WebhookDelivery } from '../../../contract/types'
import { readList } from '../read-list'
import type { Api } from '../services'

export const webhookKeys = {
  all: ['webhooks'] as const,
  list: () => [...webhookKeys.all, 'list'] as const,
  deliveries: (id: number, state: string, shown: number) => [...webhookKeys.all, 'deliveries', id, state, shown] as const,
  delivery: (id: number) => [...webhookKeys.all, 'delivery', id] as const,
}

export const webhooksQuery = (api: Api) =>
  queryOptions({ queryKey: webhookKeys.list(), queryFn: readList(api, 'webhooks', {}), staleTime: 0 })

/** How often an open list of deliveries is read again, ms. */
const lookMs = 5000

/** Reads the newest `shown` deliveries of a webhook, in one state or ('') in all. */
export const deliveriesQuery = (api: Api, id: number, state: WebhookDelivery['status'] | '', shown: number) =>
  queryOptions({
    queryKey: webhookKeys.deliveries(id, state, shown),
    queryFn: ({ signal }) =>
      api.webhookDeliveries.list(
        { query: { webhookId: id, pageNo: 1, pageSize: shown, ...(state !== '' && { state }) } },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: lookMs,
  })

export const deliveryQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: webhookKeys.delivery(id),
    queryFn: ({ signal }) => api.webhookDeliveries.get({ params: { id } }, { signal, quiet: true }),
    staleTime: 0,
    refetchInterval: lookMs,
  })
