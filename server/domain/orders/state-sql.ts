/**
 * What counts as downloaded, pushed and held back, as the database asks it: the rules of `contract/rules/order-state.ts` in SQL.
 * `unpaid_images`, `fully_pushed` and `held_items` are kept by triggers. order-state.test.ts and filters.property.test.ts compare them
 * with the rules.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PushStatus } from '../../../contract/rules/order-state'

type Condition = RawBuilder<SqlBool>

// Written out, without parameters, for the partial indexes of shop_order to be found.
export const whereDownloaded = (isSo: boolean): Condition => (isSo ? sql`unpaid_images = 0` : sql`unpaid_images > 0`)
export const whereWhollyPushed = (isSo: boolean): Condition => (isSo ? sql`fully_pushed` : sql`not fully_pushed`)
export const whereHeld = (isSo: boolean): Condition => (isSo ? sql`held_items > 0` : sql`held_items = 0`)

/** Of an order `o` by itself. */
export const isNotPushed: Condition = sql`o.push_status <> 'pushed'`

/** Of a row `line` of push_line; each is null where a design was never sent. */
export const lineStates = {
  pushed: sql`line.status = 'pushed'`,
  leased: sql`line.lease_until is not null`,
  failed: sql`line.status = 'failed' or (line.status = 'claimed' and line.lease_until is null)`,
} as const

/** Of an order with `total` designs, as many of them pushed, leased and failed as the columns of these names count. */
export const pushStatusSql: RawBuilder<PushStatus> = sql`
  case when pushed > 0 and pushed = total then 'pushed' when leased > 0 then 'pushing' when failed > 0 then 'failed' else 'none' end`
