/** Tags, holds and assignments of orders that sellers set by hand, and what a person's touch means for the rules. */
import { sql } from 'kysely'
import { maxOrderTags } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed } from '../../../contract/core'
import type { Approval } from '../../../contract/rules/automation-facts'
import type { OrderTag } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { duplicate, Failure, notFound } from '../../kernel/failure'
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

export const listTags = ({ db, actor }: Ctx): Promise<OrderTag[]> =>
  db
    .selectFrom('order_tag')
    .select(['id', 'name'])
    .where('account_id', '=', actor.accountId)
    .orderBy('name')
    .orderBy('id')
    .execute()

export function createTag(ctx: Ctx, { name }: { readonly name: string }): Promise<OrderTag> {
  return transact(ctx, async (inner) => {
    if ((await listTags(inner)).length >= maxOrderTags)
      throw new Failure('invalid', `最多 ${maxOrderTags} 个标签，请先删除不用的`)
    const made = await inner.db
      .insertInto('order_tag')
      .values({ account_id: inner.actor.accountId, name })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'name'])
      .executeTakeFirst()
    if (!made) throw duplicate('name', `已有标签「${name}」`)
    return made
  })
}

/** Deletes a tag from all orders. Refuses one that a rule uses. */
export function removeTag(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    await requireOwned(inner, 'order_tag', id, '标签', { lock: 'update' })
    const rules = await db.selectFrom('automation_rule').selectAll().where('account_id', '=', actor.accountId).execute()
    const using = rules.find(({ conditions, actions }) =>
      [...conditions, ...actions].some(
        (part) => ('tagIds' in part && part.tagIds.includes(id)) || ('tagId' in part && part.tagId === id),
      ),
    )
    if (using) throw new Failure('conflict', `规则「${using.name}」用到这个标签，请先改规则`)
    await sql`update shop_order set tag_ids = (select coalesce(jsonb_agg(tag), '[]') from jsonb_array_elements(tag_ids) tag where tag <> to_jsonb(${id}::bigint))
      where account_id = ${actor.accountId} and tag_ids @> ${JSON.stringify([id])}::jsonb`.execute(db)
    await db.deleteFrom('order_tag').where('account_id', '=', actor.accountId).where('id', '=', id).execute()
  })
}
