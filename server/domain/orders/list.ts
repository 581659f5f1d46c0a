/** The list of orders: those at the top, newest first, with what hangs below them. */
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import type { Database } from '../../ports/database'
import { orderColumns, withDetails } from './rows'

type Calls = AppContract['orders']
type Query = Parsed<Calls['list']>['query']
type Where = ExpressionBuilder<Database, 'shop_order'>

/** Orders of which this holds, or of one below them. Looked up once for all, not per order. */
const itOrBelow = (accountId: number, condition: RawBuilder<SqlBool>) => sql<SqlBool>`(${condition} or id in (
  select parent_id from shop_order where account_id = ${accountId} and parent_id is not null and ${condition}))`

/** Ids of the orders at the top under which a customized image hangs, paid for or not. */
const withImages = (accountId: number, paid: 'any' | 'unpaid') => sql`(
  select coalesce(o.parent_id, o.id) from customization made
  join order_item_customization link on link.customization_id = made.id
  join order_item item on item.id = link.order_item_id
  join shop_order o on o.id = item.order_id
  where made.account_id = ${accountId} and made.customized_image_url is not null
  ${paid === 'unpaid' ? sql`and not exists (select from usage_line line where line.account_id = made.account_id and line.customization_id = made.id)` : sql``})`

/** Pushed itself, or in all of its parts. */
const pushed = (accountId: number) => sql<SqlBool>`(push_status = 'pushed' or id in (
  select parent_id from shop_order where account_id = ${accountId} and parent_id is not null
  group by parent_id having bool_and(push_status = 'pushed')))`

const escaped = (keyword: string): string => keyword.toLowerCase().replace(/[\\%_]/g, '\\$&')

function conditions(where: Where, accountId: number, query: Query) {
  const { shopId, keyword, createdAtStart, createdAtEnd, downloaded, mergeSplitStatus } = query
  const all: Expression<SqlBool>[] = [where('account_id', '=', accountId), where('parent_id', 'is', null)]
  if (shopId !== undefined) all.push(where('shop_id', '=', shopId))
  if (keyword) all.push(itOrBelow(accountId, sql`search like ${`%${escaped(keyword)}%`}`))
  if (createdAtStart !== undefined) all.push(where('created_at', '>=', new Date(createdAtStart)))
  if (createdAtEnd !== undefined) all.push(where('created_at', '<=', new Date(createdAtEnd)))
  if (downloaded === false) all.push(sql<SqlBool>`id in ${withImages(accountId, 'unpaid')}`)
  if (downloaded === true) {
    all.push(sql<SqlBool>`id in ${withImages(accountId, 'any')}`)
    all.push(sql<SqlBool>`id not in ${withImages(accountId, 'unpaid')}`)
  }
  if (query.pushed !== undefined) all.push(query.pushed ? pushed(accountId) : sql<SqlBool>`not ${pushed(accountId)}`)
  if (mergeSplitStatus !== undefined) all.push(itOrBelow(accountId, sql`merge_split_status = ${mergeSplitStatus}`))
  return where.and(all)
}

/** Rejects with 'not-found' for a shop of another account. */
export async function listOrders(ctx: Ctx, query: Query): Promise<Reply<Calls['list']>> {
  const { db, actor } = ctx
  if (query.shopId !== undefined) await requireShop(ctx, query.shopId)
  const matching = db.selectFrom('shop_order').where((where) => conditions(where, actor.accountId, query))
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await matching
    .select(orderColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.pageSize)
    .offset((query.pageNo - 1) * query.pageSize)
    .execute()
  return { items: await withDetails(ctx, rows), totalItems: total }
}

async function requireShop({ db, actor }: Ctx, shopId: number): Promise<void> {
  const row = await db
    .selectFrom('shop')
    .select('id')
    .where('id', '=', shopId)
    .where('account_id', '=', actor.accountId)
    .executeTakeFirst()
  if (!row) throw notFound('店铺')
}
