/** Begins syncs of orders by itself: of shops of this server's marketplaces whose authorization is valid, every some minutes after the last sync. */
import { sql } from 'kysely'
import { taskStatus } from '../../../contract/constants'
import type { Deps } from '../../kernel/context'
import { marketplaceTypes } from '../shops/marketplaces'
import { beginTask } from '../tasks/tasks'
import { orderSyncKind } from './sync'

const minute = 60_000
/** A shop whose syncs fail is tried again after two, four, eight … times as long, up to this long. */
const longestMs = 6 * 60 * minute
/** Automatic syncs that wait or run at the same time: a seller's own sync never waits behind more of them. */
const maxRunning = 20

/**
 * Begins the syncs that are due, those that wait longest first and one of an account at a time. A shop is due when its last sync, or
 * its being added, lies `everyMs` back; after failures, later. Never begins one where one is running. Returns how many it began.
 */
export async function beginDueSyncs(deps: Deps, everyMs: number): Promise<number> {
  const { db, clock } = deps
  const now = clock.now()
  const running = await db
    .selectFrom('sync_task')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', orderSyncKind)
    .where('status', '=', taskStatus.running)
    .where(sql<boolean>`params ->> 'automatic' = 'true'`)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: number; account_id: number }>`
    with shop_due as (
      select shop.id, shop.account_id, greatest(shop.bound_at, sync.done_at, sync.failed_at) + interval '1 millisecond'
        * least(${everyMs}::float8 * power(2, least(coalesce(sync.failures, 0), 20)), greatest(${longestMs}::float8, ${everyMs}::float8))
        as due_at
      from shop left join order_sync sync on sync.shop_id = shop.id
      where shop.type = any(${marketplaceTypes(deps.marketplaces)}::text[]) and shop.session_sealed is not null and shop.session_failed_at is null
        and (shop.session_expires_at is null or shop.session_expires_at > ${now})
        and not exists (select from sync_task task where task.account_id = shop.account_id and task.kind = ${orderSyncKind}
          and task.status = ${taskStatus.running})
    ), placed as (
      select *, row_number() over (partition by account_id order by due_at, id) as place from shop_due where due_at <= ${now}
    )
    select id, account_id from placed where place = 1
    order by due_at, id limit ${Math.max(0, maxRunning - Number(running.count))}`.execute(db)
  for (const { id, account_id: accountId } of rows) {
    const actor = { accountId, userId: 0, username: '', permissions: [] }
    const task = { kind: orderSyncKind, subject: `shop:${id}`, params: { automatic: true }, priority: -1 }
    await beginTask({ ...deps, actor, traceId: 'automatic-sync' }, task)
  }
  return rows.length
}
