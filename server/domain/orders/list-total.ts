/** Totals of the list of orders: out of the sums of the home screen where they have one, else counted up to a limit. */
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context'
import { countsOf } from '../home/counts'
import { countDue } from './due-counts'
import { matchingOrders, type OrderFilter, type OrderQuery } from './filters'
import { cachedTotal } from './totals'

export interface Total {
  readonly total: number
  /** There may be more: nobody counted further. */
  readonly isLeast: boolean
}

export const exactly = (total: number): Total => ({ total, isLeast: false })

/** Orders that are counted for a total; ours: a page number beyond is not looked for by hand. With a keyword each one has to be read. */
const mostCounted = { filter: 10_000, keyword: 1000 } as const

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

async function countMatching(ctx: Ctx, filter: OrderFilter, most: number): Promise<number> {
  // In the sequence of the list, so that other accounts' orders are not read.
  const some = matchingOrders(ctx, filter, 'read').select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most)
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${some}) counted`.execute(ctx.db)
  return rows[0]?.total ?? 0
}

/**
 * Returns how many orders pass the filter of a page: all of them, or one more than the limit if there are as many; a page that is full always has a next one then.
 * `changes`: as `cachedTotal` takes them.
 */
export async function countOrders(
  ctx: Ctx,
  { pageNo, pageSize, ...filter }: OrderQuery,
  changes: string | undefined,
): Promise<Total> {
  const most = Math.max(filter.keyword ? mostCounted.keyword : mostCounted.filter, pageNo * pageSize) + 1
  // Time alone makes orders due: such a total is as old as the minute.
  const minute = filter.shipUntil === undefined ? undefined : Math.floor(ctx.clock.now().getTime() / 60_000)
  return cachedTotal(ctx, { ...filter, most, minute }, changes, async () => {
    const { shipUntil, ...others } = filter
    const isAlone = textOf(others) === textOf({})
    if (isAlone && (shipUntil === 'late' || shipUntil === 'soon')) return exactly((await countDue(ctx))[shipUntil])
    const kept = shipUntil === undefined || shipUntil === 'first' ? await keptTotal(ctx, others) : null
    if (kept !== null) return exactly(kept)
    const total = await countMatching(ctx, filter, most)
    return { total, isLeast: total >= most }
  })
}
