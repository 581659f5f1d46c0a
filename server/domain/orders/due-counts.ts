/** Counts orders that are to be shipped, and failed pushes, from the few rows that are so: orders and parts of orders. */
import { sql } from 'kysely'
import { shipSoonMs } from '../../../contract/rules/ship-until'
import type { Ctx } from '../../kernel/context'

interface DueCounts {
  readonly late: number
  readonly soon: number
  readonly failed: number
}

/**
 * Returns how many orders at the top are late or to be shipped soon, as time alone decides, and of how many a push failed: the few rows
 * that are so are read, of orders and of their parts.
 */
export async function countDue({ db, actor, clock }: Pick<Ctx, 'db' | 'actor' | 'clock'>): Promise<DueCounts> {
  const now = clock.now()
  const own = sql`account_id = ${actor.accountId}`
  const { rows } = await sql<DueCounts>`
    select count(distinct top) filter (where ship_until <= ${now}::timestamptz)::int as "late",
      count(distinct top) filter (where ship_until > ${now}::timestamptz)::int as "soon",
      (select count(distinct coalesce(parent_id, id))::int from shop_order where ${own} and push_status = 'failed') as failed
    from (
      select coalesce(parent_id, id) as top, ship_until from shop_order
      where ${own} and not is_over and ship_until is not null and ship_until <= ${new Date(now.getTime() + shipSoonMs)}::timestamptz
    ) due`.execute(db)
  return rows[0] ?? { late: 0, soon: 0, failed: 0 }
}
