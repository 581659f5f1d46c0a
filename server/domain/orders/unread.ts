/** Orders of a shop that its marketplace has and that could not be read or stored: named to the seller, tried again, removed when they come in. */
import { sql } from 'kysely'
import type { UnreadOrder as Shown } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import type { UnreadOrder } from '../../ports/marketplace'
import { storable } from './content'

const minute = 60_000
/** The first retry comes this long after the first failure, each further one after twice the time, up to the longest. */
const retryMs = { first: 10 * minute, longest: 24 * 60 * minute } as const
/** Orders that are shown and tried again at a time. */
const maxShown = 200
const maxRetried = 500

/** Records orders as unread. One that is recorded already keeps its first time and waits longer for its next attempt. */
export async function recordUnread({ db, actor, clock }: Ctx, shopId: number, orders: readonly UnreadOrder[]): Promise<void> {
  const now = clock.now()
  for (const { originalId, unread } of orders) {
    await sql`
      insert into unread_order (account_id, shop_id, original_id, reason, first_at, tried_at, next_at)
      values (${actor.accountId}, ${shopId}, ${storable(originalId).slice(0, 200)}, ${storable(unread).slice(0, 500)}, ${now}, ${now},
        ${new Date(now.getTime() + retryMs.first)})
      on conflict (shop_id, original_id) do update set reason = excluded.reason, attempts = unread_order.attempts + 1,
        tried_at = excluded.tried_at,
        next_at = ${now}::timestamptz + least(${retryMs.longest}::float8, ${retryMs.first}::float8 * power(2, least(unread_order.attempts, 20)))
          * interval '1 millisecond'`.execute(db)
  }
}

/** Removes orders that came in. */
export async function removeUnread({ db, actor }: Ctx, shopId: number, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return
  await db
    .deleteFrom('unread_order')
    .where('account_id', '=', actor.accountId)
    .where('shop_id', '=', shopId)
    .where('original_id', 'in', numbers)
    .execute()
}

/** Returns the numbers that are to be tried now: all, or those whose time has come. Forgets those that the marketplace no longer keeps. */
export async function unreadToRetry(
  { db, actor, clock }: Ctx,
  shopId: number,
  scope: 'all' | 'due',
  keptMs: number,
): Promise<string[]> {
  const now = clock.now()
  const own = { account_id: actor.accountId, shop_id: shopId }
  await db
    .deleteFrom('unread_order')
    .where((where) => where.and(own))
    .where('first_at', '<', new Date(now.getTime() - keptMs))
    .execute()
  const rows = await db
    .selectFrom('unread_order')
    .select('original_id')
    .where((where) => where.and(own))
    .$if(scope === 'due', (query) => query.where('next_at', '<=', now))
    .orderBy('tried_at')
    .limit(maxRetried)
    .execute()
  return rows.map((row) => row.original_id)
}

/** Returns the unread orders of the account's shops, or of one, the newest first. */
export async function listUnread({ db, actor }: Ctx, shopId?: number): Promise<Shown[]> {
  const rows = await db
    .selectFrom('unread_order')
    .selectAll()
    .where('account_id', '=', actor.accountId)
    .$if(shopId !== undefined, (query) => query.where('shop_id', '=', shopId ?? 0))
    .orderBy('first_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    shopId: row.shop_id,
    originalId: row.original_id,
    reason: row.reason,
    attempts: row.attempts,
    firstAt: row.first_at.getTime(),
    triedAt: row.tried_at.getTime(),
  }))
}

/** Stops naming and trying one of them, which the seller knows of. It comes back when a sync meets it again. */
export async function dismissUnread({ db, actor }: Ctx, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('unread_order')
    .where('account_id', '=', actor.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('这条未读取的订单')
}
