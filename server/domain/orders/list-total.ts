/** Totals of the list of orders: out of the sums of the home screen where they have one, else counted up to a limit. */
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context'
import { countsOf } from '../home/counts'
import { countDue } from './due-counts'
import { isFoundBy, matchingOrders, type OrderFilter, type OrderQuery } from './filters'
import { cachedTotal } from './totals'

export interface Total {
  readonly total: number
  /** There may be more: nobody counted further. */
  readonly isLeast: boolean
}

export const exactly = (total: number): Total => ({ total, isLeast: false })

/** Orders that are counted for a total; ours: nobody looks by hand for a page number beyond. */
const mostCounted = 10_000
/** The newest orders among which a keyword is counted and read; ours. Few orders with it are counted by the index. */
export const mostRead = 20_000

/** Filters, each alone or with a shop, and the key of the sum that counts the same orders (migration 0031: order_counts). */
const keptKeys: readonly (readonly [filter: OrderFilter, key: string])[] = [
  [{ pushed: false }, 'toHandle'],
  [{ finding: 'problem' }, 'problem'],
  [{ state: 'refunding' }, 'refunding'],
  [{ state: 'asks' }, 'asks'],
  [{ downloaded: false }, 'toDownload'],
  [{ state: 'toMake', pushed: false }, 'toPush'],
  [{ approval: 'waiting' }, 'toApprove'],
]

const textOf = (filter: object): string =>
  JSON.stringify(
    Object.entries(filter)
      .filter(([, value]) => value !== undefined && value !== '')
      .sort(),
  )

/** Returns the total that the sums have for a filter; null when they have none. */
async function keptTotal({ db, actor }: Ctx, { shopId, ...filter }: OrderFilter): Promise<number | null> {
  const text = textOf(filter)
  const key = text === textOf({}) ? '' : keptKeys.find(([kept]) => textOf(kept) === text)?.[1]
  if (key === undefined) return null
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(count), 0)::int as total from ${countsOf(actor.accountId, key === '' ? 'orders' : 'todo', 0)} counted
    where key = ${key} and ${shopId === undefined ? sql`true` : sql`shop_id = ${shopId}`}`.execute(db)
  return rows[0]?.total ?? 0
}

/** The newest orders of a filter: in the sequence of the list, so that other accounts' orders are not read. */
const newestOf = (ctx: Ctx, filter: OrderFilter, most: number) =>
  matchingOrders(ctx, filter).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most)

async function countMatching(ctx: Ctx, filter: OrderFilter, most: number): Promise<Total> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${newestOf(ctx, filter, most)}) counted`.execute(ctx.db)
  const total = rows[0]?.total ?? 0
  return { total, isLeast: total >= most }
}

/** Counts the orders with a keyword among the newest. */
async function countFrequent(ctx: Ctx, { keyword = '', ...others }: OrderFilter): Promise<Total> {
  const { rows } = await sql<{ total: number; isLeast: boolean }>`
    select count(*) filter (where ${isFoundBy(ctx.actor.accountId, keyword, 'read')})::int as total, count(*) >= ${mostRead} as "isLeast"
    from (${newestOf(ctx, others, mostRead)}) shop_order`.execute(ctx.db)
  return rows[0] ?? exactly(0)
}

/**
 * Returns how many orders pass the filter of a page that ends with the order at `end`, and is full or not: all of them, or at least as many;
 * then there is always one more than the page ends with where it is full. `changes`: as `cachedTotal` takes them.
 */
export async function countOrders(
  ctx: Ctx,
  { pageNo, pageSize, after: _, ...filter }: OrderQuery,
  { changes, length }: { readonly changes: string | undefined; readonly length: number },
): Promise<Total> {
  const end = (pageNo - 1) * pageSize + length
  // Time alone makes orders due: such a total is as old as the minute.
  const minute = filter.shipUntil === undefined ? undefined : Math.floor(ctx.clock.now().getTime() / 60_000)
  const most = Math.max(mostCounted, pageNo * pageSize) + 1
  const counted = await cachedTotal(ctx, { ...filter, most, minute }, changes, async () => {
    const { shipUntil, ...others } = filter
    const isAlone = textOf(others) === textOf({})
    if (isAlone && (shipUntil === 'late' || shipUntil === 'soon')) return exactly((await countDue(ctx))[shipUntil])
    const kept = shipUntil === undefined || shipUntil === 'first' ? await keptTotal(ctx, others) : null
    if (kept !== null) return exactly(kept)
    return filter.keyword ? countFrequent(ctx, filter) : countMatching(ctx, filter, most)
  })
  if (!counted.isLeast) return counted
  return {
    total: Math.max(counted.total, length === pageSize ? end + 1 : end),
    isLeast: length === pageSize || counted.total > end,
  }
}
