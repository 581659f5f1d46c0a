/**
 * SQL conditions for orders that are downloaded, pushed or held: the rules of `contract/rules/order-state.ts` in SQL. Triggers
 * maintain `unpaid_images`, `fully_pushed`, `held_items`, `order_state`
 * and `is_over`; only the last one means something in a part, too. order-state.test.ts compares these conditions with the rules on their
 * shared cases, and filters.property.test.ts after random changes.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderState } from '../../../contract/rules/item-state'
import type { PushStatus } from '../../../contract/rules/order-state'

type Condition = RawBuilder<SqlBool>

// Written without parameters, so that PostgreSQL uses the partial indexes of shop_order.
export const whereDownloaded = (isSo: boolean): Condition => (isSo ? sql`unpaid_images = 0` : sql`unpaid_images > 0`)
export const whereWhollyPushed = (isSo: boolean): Condition =>
  isSo ? sql`fully_pushed` : sql`(not fully_pushed and not is_over)`
export const whereHeld = (isSo: boolean): Condition => (isSo ? sql`held_items > 0` : sql`held_items = 0`)
export const whereState = (state: OrderState): Condition => sql`order_state = ${state}`

/** Condition that an item `item` is shipped, refunded or closed; `isOver` of the rules. */
export const itemIsOver: Condition = sql`item_group(item.state) in ('shipped', 'closed')`

/** Condition on a single order `o`, without its children. */
export const isNotPushed: Condition = sql`o.push_status <> 'pushed'`

/** Conditions on a row `line` of push_line; each is null where a design was never sent. */
export const lineStates = {
  pushed: sql`line.status = 'pushed'`,
  leased: sql`line.lease_until is not null`,
  failed: sql`line.status = 'failed' or (line.status = 'claimed' and line.lease_until is null)`,
} as const

/**
 * Push status of an order with `total` designs, of which the columns `pushed`, `leased` and `failed` count those in each state.
 */
export const pushStatusSql: RawBuilder<PushStatus> = sql`
  case when pushed > 0 and pushed = total then 'pushed' when leased > 0 then 'pushing' when failed > 0 then 'failed' else 'none' end`
