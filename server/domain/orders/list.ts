/** Lists orders: those at the top, newest first, with their children. */
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { codesIn } from '../../../contract/rules/design-code'
import { orderTexts } from '../../../contract/rules/order-texts'
import { shipSoonMs } from '../../../contract/rules/ship-until'
import type { Ctx } from '../../kernel/context'
import { requireOwned } from '../../kernel/owned'
import type { Database } from '../../kernel/tables'
import { hasBegun } from '../buyer/unplaced'
import { countDue } from './due-counts'
import { orderColumns, withItems } from './rows'
import { whereDownloaded, whereHeld, whereState, whereWhollyPushed } from './state-sql'
import { cachedTotal, changesOf } from './totals'

type Calls = AppContract['orders']
type Query = Parsed<Calls['list']>['query']
type Filter = Omit<Query, 'pageNo' | 'pageSize'>
type Where = ExpressionBuilder<Database, 'shop_order'>

/** Condition that holds for an order or one of its children. The subquery runs once, not per order. */
const inOrderOrChildren = (accountId: number, condition: RawBuilder<SqlBool>) => sql<SqlBool>`(${condition} or id in (
  select parent_id from shop_order where account_id = ${accountId} and parent_id is not null and ${condition}))`

/** The searched text of an order and of its child orders, written exactly as in the index so that PostgreSQL uses it. */
const searchedText = sql`(search || coalesce(E'\\n' || search_below, ''))`

/**
 * A number is searched by trigrams, because few orders contain it. Any other word may be in every order, so the newest orders are
 * scanned until a page is full. PostgreSQL's statistics cannot distinguish the two cases.
 */
const containsKeyword = (keyword: string): RawBuilder<SqlBool> =>
  /\d{6}/.test(keyword)
    ? sql`${searchedText} like ${`%${escapeLike(keyword)}%`}`
    : sql`position(${keyword.toLowerCase()} in ${searchedText}) > 0`

/** Condition that a buyer's design of one of these 定制编号 is bound to an order, or that the order's texts name it. */
const hasDesignOf = (accountId: number, codes: readonly string[]) => sql<SqlBool>`((shop_id, original_id) in (
  select shop_id, order_original_id from buyer_design where account_id = ${accountId} and code = any(${[...codes]}::text[]))
  or design_codes <> '{}' and design_codes && ${[...codes]}::text[])`

/** An order is found by its words, and by the 定制编号 of its designs, in any spelling. */
function isFoundBy(accountId: number, keyword: string): RawBuilder<SqlBool> {
  const codes = codesIn(keyword)
  if (codes.length === 0) return containsKeyword(keyword)
  return sql`(${containsKeyword(keyword)} or ${inOrderOrChildren(accountId, hasDesignOf(accountId, codes))})`
}

const escapeLike = (keyword: string): string => keyword.toLowerCase().replace(/[\\%_]/g, '\\$&')

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

function conditions(where: Where, { actor: { accountId }, clock }: Pick<Ctx, 'actor' | 'clock'>, query: Filter) {
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
  if (keyword) all.push(isFoundBy(accountId, keyword))
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
export const matchingOrders = (ctx: Ctx, filter: Filter) =>
  ctx.db.selectFrom('shop_order').where((where) => conditions(where, ctx, filter))

function totalOf(ctx: Ctx, filter: Filter, changes: string | undefined): Promise<number> {
  // Time alone makes orders due: such a total is as old as the minute.
  const key = filter.shipUntil === undefined ? filter : { ...filter, minute: Math.floor(ctx.clock.now().getTime() / 60_000) }
  return cachedTotal(ctx, key, changes, async () => {
    const { shipUntil, ...others } = filter
    const isAlone = Object.values(others).every((value) => value === undefined)
    if (isAlone && (shipUntil === 'late' || shipUntil === 'soon')) return (await countDue(ctx))[shipUntil]
    const { total } = await matchingOrders(ctx, filter).select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
    return total
  })
}

/** Rejects with 'not-found' for a shop of another account. */
export async function listOrders(ctx: Ctx, query: Query): Promise<Reply<Calls['list']>> {
  const { db, actor } = ctx
  const { pageNo, pageSize, ...filter } = query
  const page = matchingOrders(ctx, filter)
    .select(orderColumns)
    .$if(query.shipUntil !== undefined, (due) => due.orderBy(sql`(is_over or ship_until is null)`).orderBy('ship_until'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
  // The page and its children are read in one statement: a round trip takes as long as reading either.
  const found = await db
    .with('page', () => page)
    .selectFrom('page')
    .select(orderColumns)
    .select(hasBegun('page').as('has_begun'))
    .select(changesOf(actor.accountId).as('changes'))
    .select(sql<number>`row_number() over ()`.as('place'))
    .unionAll((eb) =>
      eb
        .selectFrom('shop_order')
        .select(orderColumns)
        .select(hasBegun('shop_order').as('has_begun'))
        .select(sql<string>`null`.as('changes'))
        .select(sql<number>`null`.as('place'))
        .where('account_id', '=', actor.accountId)
        .where(sql<boolean>`parent_id = any(array(select id from page))`),
    )
    .orderBy('place')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const rows = found.filter(({ parent_id }) => parent_id === null)
  // The children of an order are shown the oldest first.
  const children = found.filter(({ parent_id }) => parent_id !== null).reverse()
  // Any found order proves that the shop is the account's own.
  if (rows.length === 0 && query.shopId !== undefined) await requireOwned(ctx, 'shop', query.shopId, '店铺')
  const totalItems = await totalOf(ctx, filter, rows[0]?.changes)
  return { items: rows.length === 0 ? [] : await withItems(ctx, rows, children), totalItems }
}
