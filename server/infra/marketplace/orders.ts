/** Orders, from the marketplace's fields to ours. */
import { Failure } from '../../kernel/failure'
import type { MarketplaceOrder, OrderRange } from '../../ports/marketplace'
import type { TopClient } from './top-client'

// biome-ignore lint/correctness/useYield: filled in with the order import.
export async function* readOrders(
  _client: TopClient,
  _session: string,
  _range: OrderRange,
): AsyncIterable<readonly MarketplaceOrder[]> {
  throw new Failure('unavailable', '订单同步即将开放')
}
