import type { Order } from '../../../contract/types'
import type { Api } from '../../api/services'
import { type OrderFilters, toQuery } from './order-filters'

const pageSize = 500

export interface OrderPage {
  readonly items: readonly Order[]
  /** Orders of this page and of those before it. */
  readonly readCount: number
  readonly totalItems: number
}

/**
 * Reads the orders that pass the filters, page after page, until `most` have been read. It ends without a further page when `signal` is
 * aborted, and throws the server's error.
 */
export async function* orderPages(
  api: Api,
  filters: OrderFilters,
  most: number,
  signal: AbortSignal,
): AsyncGenerator<OrderPage, void> {
  let after: string | undefined
  for (let pageNo = 1, readCount = 0; ; pageNo++) {
    const page = toQuery(filters, { pageNo, pageSize: Math.min(pageSize, most) })
    // Orders that come meanwhile move no other to a further page.
    const query = after === undefined ? page : { ...page, pageNo: 1, after }
    const { items, totalItems, next } = await api.orders.list({ query }, { signal, quiet: true, again: true })
    if (signal.aborted) return
    readCount += items.length
    after = next
    yield { items, readCount, totalItems }
    if (items.length === 0 || readCount >= Math.min(totalItems, most)) return
  }
}
