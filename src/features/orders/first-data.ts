import type { QueryClient } from '@tanstack/react-query'
import { orderViewsQuery } from '../../api/queries/order-views'
import { ordersQuery } from '../../api/queries/orders'
import { shopsQuery } from '../../api/queries/shops'
import type { Api } from '../../api/services'
import { pageIn } from '../../ui/list-page'
import { pageSizes, readFilters, toQuery } from './order-filters'

/** Reads the shops and the page of orders that the screen shows at these parameters. */
export default async function readFirstData(
  { api, queries }: { readonly api: Api; readonly queries: QueryClient },
  params: URLSearchParams,
): Promise<void> {
  const get = (name: string) => params.get(name) ?? ''
  const filters = readFilters(get)
  const readShops = () => queries.fetchQuery({ ...shopsQuery(api), meta: { quiet: true } })
  // The server does not know a shop that an old link names, so it is asked for orders of the account's own shops only.
  if (filters.shopId !== null && !(await readShops()).some(({ id }) => id === filters.shopId)) return
  // An open view says which columns are drawn.
  const readViews = async () => {
    if (params.has('view')) await queries.fetchQuery(orderViewsQuery(api)).catch(() => undefined)
  }
  const readOrders = queries.fetchQuery({ ...ordersQuery(api, toQuery(filters, pageIn(get, pageSizes))), meta: { quiet: true } })
  await Promise.all([readOrders, readShops(), readViews()])
}
