/** The conditions on orders of each filter of the list. */
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed } from '../../../contract/core'
import { codesIn } from '../../../contract/rules/design-code'
import { orderTexts } from '../../../contract/rules/order-texts'
import { shipSoonMs } from '../../../contract/rules/ship-until'
import type { Ctx } from '../../kernel/context'
import type { Database } from '../../kernel/tables'
import { containsKeyword, type IndexedPart, indexedKeyword } from './keyword'
import { whereDownloaded, whereHeld, whereState, whereWhollyPushed } from './state-sql'

export type OrderQuery = Parsed<AppContract['orders']['list']>['query']
export type OrderFilter = Omit<OrderQuery, 'pageNo' | 'pageSize' | 'after'>
type Where = ExpressionBuilder<Database, 'shop_order'>

/** Condition that holds for an order or one of its children. The subquery runs once, not per order. */
const inOrderOrChildren = (accountId: number, condition: RawBuilder<SqlBool>) => sql<SqlBool>`(${condition} or id in (
  select parent_id from shop_order where account_id = ${accountId} and parent_id is not null and ${condition}))`

/** Condition that a buyer's design of one of these 定制编号 is bound to an order, or that the order's texts name it. */
const hasDesignOf = (accountId: number, codes: readonly string[]) => sql<SqlBool>`((shop_id, original_id) in (
  select shop_id, order_original_id from buyer_design where account_id = ${accountId} and code = any(${[...codes]}::text[]))
  or design_codes <> '{}' and design_codes && ${[...codes]}::text[])`

/** How orders with a keyword are found: by reading those of the other filters, or by what the index finds for it. */
type Access = 'read' | IndexedPart

/** An order is found by its words, and by the 定制编号 of its designs, in any spelling. */
export function isFoundBy(accountId: number, keyword: string, access: Access): RawBuilder<SqlBool> {
  const contains = access === 'read' ? containsKeyword(keyword) : indexedKeyword(keyword, access)
  const codes = codesIn(keyword)
  if (codes.length === 0) return contains
  const hasDesign = hasDesignOf(accountId, codes)
  if (access === 'read') return sql`(${contains} or ${inOrderOrChildren(accountId, hasDesign)})`
  // With "or" PostgreSQL would read all orders.
  return sql`id = any(array(
    select id from shop_order where account_id = ${accountId} and parent_id is null and ${contains}
    union select coalesce(parent_id, id) from shop_order where account_id = ${accountId} and ${hasDesign}))`
}

/**
 * Condition that an order is to be shipped soon, or is late: itself or one of its parts. The subquery reads the few orders and parts that
 * are due.
 */
function isDue(accountId: number, choice: 'late' | 'soon', now: Date): RawBuilder<SqlBool> {
  const from = choice === 'late' ? null : now
  const until = choice === 'late' ? now : new Date(now.getTime() + shipSoonMs)
  return sql`(not is_over and id in (select coalesce(due.parent_id, due.id) from shop_order due where due.account_id = ${accountId}
    and not due.is_over and due.ship_until is not null and due.ship_until <= ${until}
    and (${from}::timestamptz is null or due.ship_until > ${from}::timestamptz)))`
}

/** Condition that a push of an order or of one of its parts failed: the few that did are read, not all orders. */
const hasFailedPush = (
  accountId: number,
) => sql<SqlBool>`id in (select coalesce(failed.parent_id, failed.id) from shop_order failed
  where failed.account_id = ${accountId} and failed.push_status = 'failed')`

function conditions(
  where: Where,
  { actor: { accountId }, clock }: Pick<Ctx, 'actor' | 'clock'>,
  query: OrderFilter,
  access: Access,
) {
  const {
    shopId,
    keyword,
    createdAtStart,
    createdAtEnd,
    downloaded,
    pushed,
    pushFailed,
    held,
    state,
    shipUntil,
    flag,
    mergeSplitStatus,
    tagId,
    heldBack,
    approval,
    finding,
    withText,
  } = query
  const all: Expression<SqlBool>[] = [where('account_id', '=', accountId), where('parent_id', 'is', null)]
  if (shopId !== undefined) all.push(where('shop_id', '=', shopId))
  if (keyword) all.push(isFoundBy(accountId, keyword, access))
  if (createdAtStart !== undefined) all.push(where('created_at', '>=', new Date(createdAtStart)))
  if (createdAtEnd !== undefined) all.push(where('created_at', '<=', new Date(createdAtEnd)))
  if (downloaded !== undefined) all.push(whereDownloaded(downloaded))
  if (pushed !== undefined) all.push(whereWhollyPushed(pushed))
  if (pushFailed) all.push(hasFailedPush(accountId))
  if (held !== undefined) all.push(whereHeld(held))
  if (state !== undefined) all.push(whereState(state))
  if (shipUntil === 'late' || shipUntil === 'soon') all.push(isDue(accountId, shipUntil, clock.now()))
  if (flag !== undefined)
    all.push(flag === 'none' ? where('flag', 'is', null) : inOrderOrChildren(accountId, sql`flag = ${flag}`))
  if (mergeSplitStatus !== undefined) all.push(inOrderOrChildren(accountId, sql`merge_split_status = ${mergeSplitStatus}`))
  if (tagId !== undefined) all.push(sql<SqlBool>`tag_ids @> ${JSON.stringify([tagId])}::jsonb and tag_ids <> '[]'`)
  if (heldBack !== undefined) all.push(heldBack ? sql<SqlBool>`held_back is not null` : sql<SqlBool>`held_back is null`)
  if (approval !== undefined) all.push(where('approval', '=', approval))
  if (approval === 'waiting') all.push(sql<SqlBool>`not is_over`)
  if (finding === 'problem') all.push(sql<SqlBool>`has_problem`)
  else if (finding !== undefined) all.push(sql<SqlBool>`findings <> '{}' and findings @> array[${finding}]`)
  if (withText !== undefined) all.push(inOrderOrChildren(accountId, sql`${sql.ref(orderTexts[withText].column)} is not null`))
  return where.and(all)
}

/** The orders of the account at the top that pass a filter, in no sequence. */
export const matchingOrders = (ctx: Ctx, filter: OrderFilter, access: Access = 'read') =>
  ctx.db.selectFrom('shop_order').where((where) => conditions(where, ctx, filter, access))
