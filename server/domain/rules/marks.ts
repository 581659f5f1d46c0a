/** Tags, holds and assignments of orders that sellers set by hand, and what a person's touch means for the rules. */
import { sql } from 'kysely'
import type { AppContract } from '../../../contract/contract'
import type { Parsed } from '../../../contract/core'
import type { Approval } from '../../../contract/rules/automation-facts'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { requireUser } from './rules'

type Mark = Parsed<AppContract['orders']['mark']>['body']

/** Returns the ids of those of these orders, and of the orders above them, that belong to the account. */
const andTops = ({ actor }: Ctx, orderIds: readonly number[]) => sql<number>`
  select coalesce(place.id, o.id) from shop_order o, lateral (values (o.id), (o.parent_id)) place (id)
  where o.account_id = ${actor.accountId} and o.id = any(${[...orderIds]}::bigint[])`

/** Notes that a person changed these orders by hand: no rule changes them from then on, and none of them waits for an approval. */
export async function touchOrders(ctx: Ctx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  await sql`update shop_order set touched_by_hand_at = ${ctx.clock.now()}, approval = nullif(approval, 'waiting')
    where account_id = ${ctx.actor.accountId} and id in (${andTops(ctx, orderIds)})`.execute(ctx.db)
}

/** Sets what is given on all of the orders, by hand. Rejects with 'not-found' for orders, tags or users of other accounts. */
export function markOrders(
  ctx: Ctx,
  { orderIds, addTagIds = [], removeTagIds = [], heldBack, assignee }: Mark,
): Promise<{ changed: number }> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    for (const id of new Set([...addTagIds, ...removeTagIds])) await requireOwned(inner, 'order_tag', id, '标签')
    if (typeof assignee === 'string') await requireUser(inner, assignee)
    const own = await db
      .selectFrom('shop_order')
      .select('id')
      .where('account_id', '=', actor.accountId)
      .where(sql<boolean>`id = any(${orderIds}::bigint[])`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    if (own.length < new Set(orderIds).size) throw notFound('订单')
    await db
      .updateTable('shop_order')
      .set({
        touched_by_hand_at: inner.clock.now(),
        approval: sql<Approval | null>`nullif(approval, 'waiting')`,
        tag_ids: sql<string>`(select coalesce(jsonb_agg(distinct tag), '[]') from jsonb_array_elements(tag_ids || ${JSON.stringify(addTagIds)}::jsonb) tag
          where not (${JSON.stringify(removeTagIds)}::jsonb @> tag))`,
        ...(heldBack !== undefined && { held_back: heldBack, held_back_by: heldBack === null ? null : actor.username }),
        ...(assignee !== undefined && { assignee }),
      })
      .where('account_id', '=', actor.accountId)
      .where(sql<boolean>`id = any(${orderIds}::bigint[])`)
      .execute()
    return { changed: own.length }
  })
}
