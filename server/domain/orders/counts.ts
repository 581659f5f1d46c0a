/** Counts the orders behind each tab of the order list, out of the sums that the home screen reads (docs/adr/0057). */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Reply } from '../../../contract/core'
import { orderTabKeys } from '../../../contract/rules/order-findings'
import type { Ctx } from '../../kernel/context'
import { countsOf } from '../home/counts'

type Counts = Reply<AppContract['orders']['counts']>

/** @param shopId counts the orders of this shop alone; a shop of another account has none. */
export async function countTabs({ db, actor }: Pick<Ctx, 'db' | 'actor'>, shopId?: number): Promise<Counts> {
  const isCounted = shopId === undefined ? sql`true` : sql`shop_id = ${shopId}`
  const { rows } = await sql<{ key: string; count: number }>`
    select key, sum(count)::int as count from ${countsOf(actor.accountId, 'todo', 0)} counted where ${isCounted} group by key
    union all
    select 'all', coalesce(sum(count), 0)::int from ${countsOf(actor.accountId, 'orders', 0)} counted where ${isCounted}`.execute(
    db,
  )
  const counts = new Map(rows.map(({ key, count }) => [key, count]))
  return Object.fromEntries(orderTabKeys.map((key) => [key, counts.get(key) ?? 0])) as Counts
}
