/** Begins syncs of orders by itself: of shops of this server's marketplaces whose authorization is valid, every some minutes after the last sync. */
import { sql } from 'kysely'
import { taskStatus } from '../../../contract/constants'
import type { Deps } from '../../kernel/context'
import { beginTask } from '../tasks/tasks'
import { dueAt, maySync } from './due-syncs'
import { orderSyncKind } from './sync-kind'

/**
 * Automatic syncs that wait or run at the same time. A seller's own sync goes before those that wait, and the jobs of an account never
 * take all places of a process, so this only bounds what one round writes.
 */
const maxWaiting = 1000

/**
 * Begins the syncs that are due, those that wait longest first. Never begins one where one of the shop is running: several servers share
 * the rounds, and a shop has one task at a time. Returns how many it began.
 */
export async function beginDueSyncs(deps: Deps, everyMs: number): Promise<number> {
  const { db, clock } = deps
  const running = await db
    .selectFrom('sync_task')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', orderSyncKind)
    .where('status', '=', taskStatus.running)
    .where(sql<boolean>`params ->> 'automatic' = 'true'`)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: number; account_id: number }>`
    with shop_due as (
      select shop.id, shop.account_id, ${dueAt(everyMs)} as due_at
      from shop left join order_sync sync on sync.shop_id = shop.id
      where ${maySync(deps)} and not exists (select from sync_task task where task.account_id = shop.account_id
        and task.kind = ${orderSyncKind} and task.subject = 'shop:' || shop.id and task.status = ${taskStatus.running})
    )
    select id, account_id from shop_due where due_at <= ${clock.now()}
    order by due_at, id limit ${Math.max(0, maxWaiting - running.count)}`.execute(db)
  for (const { id, account_id: accountId } of rows) {
    const actor = { accountId, userId: 0, username: '', permissions: [] }
    const task = { kind: orderSyncKind, subject: `shop:${id}`, params: { automatic: true }, priority: -1 }
    await beginTask({ ...deps, actor, traceId: 'automatic-sync' }, task)
  }
  return rows.length
}
