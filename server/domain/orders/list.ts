/** Lists orders: those at the top, newest first, with their children. */
import { type RawBuilder, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Reply } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { requireOwned } from '../../kernel/owned'
import { hasBegun } from '../buyer/unplaced'
import { isFoundBy, matchingOrders, type OrderFilter, type OrderQuery } from './filters'
import { frequentFrom, type IndexedPart, indexedPart, knowsLetters, sampleSize } from './keyword'
import { countOrders, exactly, type Total } from './list-total'
import { orderColumns, withItems } from './rows'
import { changesOf } from './totals'

/** How the list is sorted: the newest first, or those that are to be shipped first. */
const sequenceOf = ({ shipUntil }: OrderFilter): RawBuilder<unknown> =>
  shipUntil === undefined
    ? sql`created_at desc, id desc`
    : sql`(is_over or ship_until is null), ship_until, created_at desc, id desc`

/** The orders of a page in their sequence, and the total of the filter where finding the page has counted it. */
interface Found {
  readonly page: ReturnType<typeof matchingOrders>
  readonly total?: Total
}

const readPage = (ctx: Ctx, { pageNo, pageSize, ...filter }: OrderQuery): Found['page'] =>
  matchingOrders(ctx, filter)
    .orderBy(sequenceOf(filter))
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)

/** Counts the newest orders of the other filters, and those of them that have the keyword. */
async function sampleOf(ctx: Ctx, keyword: string, others: OrderFilter) {
  const newest = matchingOrders(ctx, others)
    .selectAll()
    .orderBy(sequenceOf({}))
    .limit(sampleSize + 1)
  const { rows } = await sql<{ read: number; found: number; hasLetters: boolean }>`
    select ${knowsLetters} as "hasLetters", count(*)::int as read, count(*) filter (where ${isFoundBy(ctx.actor.accountId, keyword, 'read')})::int as found
    from (${newest}) shop_order`.execute(ctx.db)
  return rows[0] ?? { read: 0, found: 0, hasLetters: false }
}

/** Reads the page of a keyword that few orders have: the index finds all of them. */
async function lookUpPage(ctx: Ctx, { pageNo, pageSize, ...filter }: OrderQuery, part: IndexedPart): Promise<Found> {
  const matching = matchingOrders(ctx, filter, part).select(['id', 'created_at', 'is_over', 'ship_until'])
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with found as materialized (${matching})
    select array(select id from found order by ${sequenceOf(filter)} limit ${pageSize} offset ${(pageNo - 1) * pageSize}) as ids,
      (select count(*)::int from found) as total`.execute(ctx.db)
  const page = ctx.db
    .selectFrom('shop_order')
    .where('account_id', '=', ctx.actor.accountId)
    .where(sql<boolean>`id = any(${rows[0]?.ids ?? []}::bigint[])`)
    .orderBy(sequenceOf(filter))
  return { page, total: exactly(rows[0]?.total ?? 0) }
}

/** Decides by the newest orders of the other filters whether those with a keyword are read or looked up. */
async function findPage(ctx: Ctx, query: OrderQuery): Promise<Found> {
  const { pageNo: _, pageSize: __, keyword, ...others } = query
  if (!keyword) return { page: readPage(ctx, query) }
  const sample = await sampleOf(ctx, keyword, others)
  if (sample.read <= sampleSize) return { page: readPage(ctx, query), total: exactly(sample.found) }
  const part = indexedPart(keyword, sample.hasLetters)
  if (part === null || sample.found >= frequentFrom[part.kind]) return { page: readPage(ctx, query) }
  return lookUpPage(ctx, query, part)
}

/** Rejects with 'not-found' for a shop of another account. */
export async function listOrders(ctx: Ctx, query: OrderQuery): Promise<Reply<AppContract['orders']['list']>> {
  const { db, actor } = ctx
  const found = await findPage(ctx, query)
  // The page and its children are read in one statement: a round trip takes as long as reading either.
  const read = await db
    .with('page', () => found.page.select(orderColumns))
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
  const rows = read.filter(({ parent_id }) => parent_id === null)
  // The children of an order are shown the oldest first.
  const children = read.filter(({ parent_id }) => parent_id !== null).reverse()
  // Any found order proves that the shop is the account's own.
  if (rows.length === 0 && query.shopId !== undefined) await requireOwned(ctx, 'shop', query.shopId, '店铺')
  const { total, isLeast } = found.total ?? (await countOrders(ctx, query, { changes: rows[0]?.changes, length: rows.length }))
  const items = rows.length === 0 ? [] : await withItems(ctx, rows, children)
  return { items, totalItems: total, ...(isLeast && { totalIsLeast: true as const }) }
}
