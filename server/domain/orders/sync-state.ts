/** The stored state of a shop's syncs: the cursor, the progress of a first sync, and how the last ones ended. */
import { sql } from 'kysely'
import type { SyncStates } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import type { Progress } from './sync-plan'
import { listUnread } from './unread'

/** Moves the shop's cursor: everything that changed before is imported or recorded as unread, so later syncs read only newer changes. */
async function moveCursor({ db }: Ctx, shopId: number, until: number): Promise<void> {
  const modifiedUntil = new Date(until)
  await sql`
    insert into order_cursor (shop_id, modified_until) values (${shopId}, ${modifiedUntil})
    on conflict (shop_id) do update set modified_until = greatest(order_cursor.modified_until, excluded.modified_until)`.execute(
    db,
  )
}

/** Keeps how far a sync is, for the syncs after it. A range that the seller chose leaves everything as it is. */
export async function keepProgress(ctx: Ctx, shopId: number, { scope, done, to }: Progress): Promise<void> {
  if (scope === 'chosen') return
  const isOver = done >= to
  if (scope === 'changes' || isOver) await moveCursor(ctx, shopId, done)
  if (scope === 'changes') return
  const first = isOver ? { first_done: null, first_until: null } : { first_done: new Date(done), first_until: new Date(to) }
  await ctx.db
    .insertInto('order_sync')
    .values({ shop_id: shopId, ...first })
    .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(first))
    .execute()
}

/** Keeps how a sync ended; `error` is null for one that succeeded. */
export async function keepEnd({ db, clock }: Ctx, shopId: number, error: string | null): Promise<void> {
  const now = clock.now()
  const failures = error === null ? 0 : 1
  const end = error === null ? { done_at: now, error } : { failed_at: now, error }
  await db
    .insertInto('order_sync')
    .values({ shop_id: shopId, failures, ...end })
    .onConflict((conflict) =>
      conflict.column('shop_id').doUpdateSet({
        ...end,
        failures: failures === 0 ? 0 : sql<number>`order_sync.failures + 1`,
      }),
    )
    .execute()
}

/** Returns how the syncs of the account's shops with an authorization go. */
export async function readSyncStates(ctx: Ctx): Promise<SyncStates> {
  const rows = await ctx.db
    .selectFrom('shop')
    .leftJoin('order_sync as sync', 'sync.shop_id', 'shop.id')
    .select(['shop.id', 'sync.done_at', 'sync.failed_at', 'sync.error'])
    .where('shop.account_id', '=', ctx.actor.accountId)
    .where('shop.seller_nick', 'is not', null)
    .orderBy('shop.id')
    .execute()
  const unread = await listUnread(ctx)
  return {
    everyMinutes: ctx.orderSyncMinutes ?? null,
    shops: rows.map(({ id, done_at, failed_at, error }) => ({
      shopId: id,
      doneAt: done_at?.getTime() ?? null,
      failure: error === null || failed_at === null ? null : { at: failed_at.getTime(), message: error },
      unread: unread.filter(({ shopId }) => shopId === id),
    })),
  }
}
