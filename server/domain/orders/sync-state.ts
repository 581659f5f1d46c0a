/** The stored state of a shop's syncs: the cursor, the progress of a first sync, and how the last ones ended. */
import { sql } from 'kysely'
import { taskStatus } from '../../../contract/constants'
import { hasKeys, type ShopType, shopLabel, shopTypeName } from '../../../contract/rules/shop-types'
import type { SyncStates } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure, SessionExpired } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { notify, resolve } from '../notifications/notifications'
import { requireShop } from '../shops/shops'
import { dueAt, maySync } from './due-syncs'
import { orderSyncKind } from './sync-kind'
import type { Progress } from './sync-plan'
import { listUnread } from './unread'

/** Moves the shop's cursor: everything that changed before is imported or recorded as unread, so later syncs read only newer changes. */
async function moveCursor({ db, actor }: Ctx, shopId: number, until: number): Promise<void> {
  const modifiedUntil = new Date(until)
  await sql`
    insert into order_cursor (account_id, shop_id, modified_until) values (${actor.accountId}, ${shopId}, ${modifiedUntil})
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
    .values({ account_id: ctx.actor.accountId, shop_id: shopId, ...first })
    .onConflict((conflict) => conflict.column('shop_id').doUpdateSet(first))
    .execute()
}

/** The seller is told of syncs that fail after this many in a row. */
const toldFailures = 3

/**
 * Keeps how a sync ended; `error` is null for one that succeeded. Tells the seller when several in a row failed, until one succeeds; of
 * an authorization that ended `withSession` does.
 */
export async function keepEnd(ctx: Ctx, shopId: number, error: unknown): Promise<void> {
  const now = ctx.clock.now()
  const words = error === null ? null : error instanceof Failure ? error.message : '同步出错'
  const end = { ...(words === null ? { done_at: now } : { failed_at: now }), error: words }
  await transact(ctx, async (inner) => {
    const { failures } = await inner.db
      .insertInto('order_sync')
      .values({ account_id: ctx.actor.accountId, shop_id: shopId, failures: words === null ? 0 : 1, ...end })
      .onConflict((conflict) =>
        conflict.column('shop_id').doUpdateSet({
          ...end,
          failures: words === null ? 0 : sql<number>`order_sync.failures + 1`,
        }),
      )
      .returning('failures')
      .executeTakeFirstOrThrow()
    const about = { kind: 'order-sync-failed', subject: `shop:${shopId}` } as const
    if (words === null) return resolve(inner, about.kind, about.subject)
    if (failures < toldFailures || error instanceof SessionExpired) return
    const shop = await requireShop(inner, shopId)
    await notify(inner, {
      ...about,
      words: `${shopLabel(shop)}连续 ${failures} 次同步订单失败：${words}。系统会继续重试，也可以处理后手动同步。`,
      target: 'orders',
      params: { dialog: 'sync', shopId: String(shopId) },
    })
  })
}

const stopText = ({ marketplaces }: Ctx, type: ShopType): string =>
  !(type in marketplaces)
    ? `本站尚未接入${shopTypeName(type)}，不会自动同步`
    : hasKeys(type)
      ? '连接已失效，在店铺设置里检查密钥后继续自动同步'
      : '授权已失效，重新授权后继续自动同步'

/** Returns how the syncs of the account's shops with an authorization go. */
export async function readSyncStates(ctx: Ctx): Promise<SyncStates> {
  const everyMinutes = ctx.orderSyncMinutes ?? null
  const rows = await ctx.db
    .selectFrom('shop')
    .leftJoin('order_sync as sync', 'sync.shop_id', 'shop.id')
    .select(['shop.id', 'shop.type', 'sync.done_at', 'sync.failed_at', 'sync.error'])
    .select([
      maySync(ctx).as('may_sync'),
      dueAt((everyMinutes ?? 0) * 60_000).as('due_at'),
      sql<boolean>`exists (select from sync_task task where task.account_id = shop.account_id and task.kind = ${orderSyncKind}
        and task.subject = 'shop:' || shop.id and task.status = ${taskStatus.running})`.as('is_running'),
    ])
    .where('shop.account_id', '=', ctx.actor.accountId)
    .where('shop.seller_nick', 'is not', null)
    .orderBy('shop.id')
    .execute()
  const unread = await listUnread(ctx)
  return {
    everyMinutes,
    shops: rows.map(({ id, type, done_at, failed_at, error, may_sync, due_at, is_running }) => ({
      shopId: id,
      isRunning: is_running,
      nextAt: everyMinutes === null || !may_sync ? null : due_at.getTime(),
      standsStill: everyMinutes === null || may_sync ? null : stopText(ctx, type),
      doneAt: done_at?.getTime() ?? null,
      failure: error === null || failed_at === null ? null : { at: failed_at.getTime(), message: error },
      unread: unread.filter(({ shopId }) => shopId === id),
    })),
  }
}
