/** Queries of automation rules, of the tags of orders, and of why an order is not pushed by a rule. */
import { queryOptions } from '@tanstack/react-query'
import { readList } from '../read-list'
import type { Api } from '../services'

export const automationKeys = {
  all: ['automation'] as const,
  rules: () => [...automationKeys.all, 'rules'] as const,
  tags: () => [...automationKeys.all, 'tags'] as const,
  order: (orderId: number) => [...automationKeys.all, 'order', orderId] as const,
}

export const automationQuery = (api: Api) =>
  queryOptions({
    queryKey: automationKeys.rules(),
    queryFn: ({ signal }) => api.automationRules.list({}, { signal, quiet: true }),
    staleTime: 0,
  })

export const orderTagsQuery = (api: Api) =>
  queryOptions({ queryKey: automationKeys.tags(), queryFn: readList(api, 'orderTags', {}), staleTime: 30_000 })

/** Runs of a rule that are shown. */
export const runsShown = 50

/** Reads what a rule did last, the newest first. */
export const ruleRunsQuery = (api: Api, ruleId: number) =>
  queryOptions({
    queryKey: [...automationKeys.all, 'runs', ruleId],
    queryFn: ({ signal }) =>
      api.automationRules.runs({ query: { ruleId, pageNo: '1', pageSize: String(runsShown) } }, { signal, quiet: true }),
    staleTime: 0,
  })

/** Reads what the rules decide about an order now; always anew, because it depends on the time. */
export const orderAutomationQuery = (api: Api, orderId: number) =>
  queryOptions({
    queryKey: automationKeys.order(orderId),
    queryFn: ({ signal }) => api.automationRules.explain({ query: { orderId } }, { signal, quiet: true }),
    staleTime: 0,
  })
