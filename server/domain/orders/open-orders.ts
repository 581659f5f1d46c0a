/**
 * Asks the marketplace again for orders that are not over, each by its number: a note or a refund need not move the time of the last
 * change by which a sync finds what is new. A few at the end of each sync that began by itself, those that were not seen for longest first.
 */
import { sql } from 'kysely'
import { isUnread, type SyncRun, takePage } from './sync-page'
import type { Progress } from './sync-plan'

/** An order that was seen, by any source, within this time is not asked for; ours. */
const seenWithinMs = 4 * 60 * 60_000
/** Orders that one sync asks for. With a sync every ten minutes this is 240 open orders of a shop every four hours, of more in longer. */
const atOnce = 10

export async function refetchOpen(run: SyncRun, progress: Progress): Promise<Progress> {
  const { ctx, shopId, task, marketplace, session } = run
  const now = ctx.clock.now().getTime()
  const { rows } = await sql<{ id: number; number: string }>`
    select shop_order.id, shop_order.original_id as number from shop_order
    where shop_order.shop_id = ${shopId} and shop_order.is_platform_order and not shop_order.is_over
      and shop_order.created_at > ${new Date(now - marketplace.orderLimits.keptMs)}
      and greatest(shop_order.imported_at, shop_order.observed_at, shop_order.checked_at) < ${new Date(now - seenWithinMs)}
    order by greatest(shop_order.imported_at, shop_order.observed_at, shop_order.checked_at) limit ${atOnce}`.execute(ctx.db)
  let next = progress
  for (const { id, number } of rows) {
    task.signal.throwIfAborted()
    const entry = await marketplace.order(session, number)
    // One that is not there any more stays as it is known, and the others have their turn before it is asked for again.
    if (isUnread(entry))
      await ctx.db.updateTable('shop_order').set({ checked_at: ctx.clock.now() }).where('id', '=', id).execute()
    else next = await takePage(run, [entry], next)
  }
  return next
}
