/** Lists orders: those at the top, newest first, with their children. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Reply } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { hasBegun } from '../buyer/unplaced'
import { isFoundBy, matchingOrders, type OrderFilter, type OrderQuery } from './filters'
import { frequentFrom, type IndexedPart, indexedPart, knowsLetters, sampleSize } from './keyword'
import { countOrders, exactly, mostRead, type Total } from './list-total'
import { orderColumns, withItems } from './rows'
import { changesOf } from './totals'

/** How the list is sorted: the newest first, or those that are to be shipped first. */
const sequenceOf = ({ shipUntil }: OrderFilter): RawBuilder<unknown> =>
  shipUntil === undefined
    ? sql`created_at desc, id desc`
    : sql`(is_over or ship_until is null), ship_until, created_at desc, id desc`

/** SQL expression for the place of an order in the list, newest first: its time in microseconds and its id. */
const placeOf = (table: string) =>
  sql<string>`(extract(epoch from ${sql.ref(`${table}.created_at`)}) * 1000000)::bigint || '-' || ${sql.ref(`${table}.id`)}`

/** Condition that an order stands behind this place. An index of the list begins there. */
function isBehind(after: string | undefined): RawBuilder<SqlBool> {
  if (after === undefined) return sql`true`
  const [microseconds, id] = after.split('-')
  return sql`(created_at, id) < (timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${id}::bigint)`
}

const offsetOf = ({ pageNo, pageSize, after }: OrderQuery): number => (after === undefined ? (pageNo - 1) * pageSize : 0)

/** Rejects with 'invalid' for a list that has no place to continue behind. */
function checkCursor({ after, shipUntil }: OrderQuery): void {
  if (after === undefined || shipUntil === undefined) return
  const message = '按发货时间排序的订单只能按页码翻页'
  throw new Failure('invalid', message, [{ path: 'query.after', code: 'rule', message }])
}

/** The orders of a page in their sequence, and the total of the filter where finding the page has counted it. */
interface Found {
  readonly page: ReturnType<typeof matchingOrders>
  readonly total?: Total
}

function readPage(ctx: Ctx, query: OrderQuery): Found['page'] {
  const { pageNo: _, pageSize, after, ...filter } = query
  return matchingOrders(ctx, filter).where(isBehind(after)).orderBy(sequenceOf(filter)).limit(pageSize).offset(offsetOf(query))
}

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

/** Whether the newest orders fill a page with those that have a keyword, so that reading ends with them. */
async function fillsPage(ctx: Ctx, { pageNo, pageSize, after: _, keyword = '', ...others }: OrderQuery): Promise<boolean> {
  const wanted = pageNo * pageSize
  const newest = matchingOrders(ctx, others).selectAll().orderBy(sequenceOf({})).limit(mostRead)
  const { rows } = await sql<{ found: number }>`
    select count(*)::int as found from (
      select from (${newest}) shop_order where ${isFoundBy(ctx.actor.accountId, keyword, 'read')} limit ${wanted}) counted`.execute(
    ctx.db,
  )
  return rows[0]?.found === wanted
}

/** Reads the page of a keyword that few orders have: the index finds all of them. */
async function lookUpPage(ctx: Ctx, query: OrderQuery, part: IndexedPart): Promise<Found> {
  const { pageNo: _, pageSize, after, ...filter } = query
  const matching = matchingOrders(ctx, filter, part).select(['id', 'created_at', 'is_over', 'ship_until'])
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with found as materialized (${matching})
    select array(select id from found where ${isBehind(after)} order by ${sequenceOf(filter)}
        limit ${pageSize} offset ${offsetOf(query)}) as ids,
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
  const { pageNo: _, pageSize: __, after: ___, keyword, ...others } = query
  if (!keyword) return { page: readPage(ctx, query) }
  const sample = await sampleOf(ctx, keyword, others)
  if (sample.read <= sampleSize) return { page: readPage(ctx, query), total: exactly(sample.found) }
  const part = indexedPart(keyword, sample.hasLetters)
  const isRead = part === null || (sample.found >= frequentFrom[part.kind] && (await fillsPage(ctx, query)))
  return isRead ? { page: readPage(ctx, query) } : lookUpPage(ctx, query, part)
}

/** Rejects with 'not-found' for a shop of another account. */
export async function listOrders(ctx: Ctx, query: OrderQuery): Promise<Reply<AppContract['orders']['list']>> {
  checkCursor(query)
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
    .select(placeOf('page').as('cursor'))
    .unionAll((eb) =>
      eb
        .selectFrom('shop_order')
        .select(orderColumns)
        .select(hasBegun('shop_order').as('has_begun'))
        .select(sql<string>`null`.as('changes'))
        .select(sql<number>`null`.as('place'))
        .select(sql<string>`null`.as('cursor'))
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
  const last = rows.length === query.pageSize && query.shipUntil === undefined ? rows.at(-1) : undefined
  return { items, totalItems: total, ...(isLeast && { totalIsLeast: true as const }), ...(last && { next: last.cursor }) }
}
