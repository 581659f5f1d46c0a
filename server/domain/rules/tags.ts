/** The tags of an account's orders. */
import { type SelectQueryBuilder, sql } from 'kysely'
import { maxOrderTags } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed } from '../../../contract/core'
import type { OrderTag } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { duplicate, Failure } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import { requireAllShops } from '../../kernel/shop-scope'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'

type Calls = AppContract['orderTags']

const counted = (tags: SelectQueryBuilder<Database, 'order_tag', object>) =>
  tags.select(['id', 'name', 'color']).select(
    sql<number>`(select count(*)::int from shop_order o where o.account_id = order_tag.account_id and o.parent_id is null
      and o.tag_ids <> '[]' and o.tag_ids @> jsonb_build_array(order_tag.id))`.as('orders'),
  )

export const listTags = ({ db, actor }: Ctx): Promise<OrderTag[]> =>
  counted(db.selectFrom('order_tag').where('account_id', '=', actor.accountId))
    .orderBy('name')
    .orderBy('id')
    .execute()

export function createTag(ctx: Ctx, { name, color = 'plain' }: Parsed<Calls['create']>['body']): Promise<OrderTag> {
  return transact(ctx, async (inner) => {
    if ((await listTags(inner)).length >= maxOrderTags)
      throw new Failure('invalid', `最多 ${maxOrderTags} 个标签，请先删除不用的`)
    const made = await inner.db
      .insertInto('order_tag')
      .values({ account_id: inner.actor.accountId, name, color })
      .onConflict((conflict) => conflict.doNothing())
      .returning(['id', 'name', 'color'])
      .executeTakeFirst()
    if (!made) throw taken(name)
    return { ...made, orders: 0 }
  })
}

const taken = (name: string): Failure => duplicate('name', `已有标签「${name}」`)

/** Renames a tag, or gives it another colour; orders of all shops and rules name it by its id. */
export function updateTag(ctx: Ctx, id: number, { name, color }: Parsed<Calls['update']>['body']): Promise<OrderTag> {
  requireAllShops(ctx, '标签是全部店铺共用的，您只负责指定店铺，请由主账号修改')
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const tag = await requireOwned(inner, 'order_tag', id, '标签', { lock: 'no key update' })
    const own = db.selectFrom('order_tag').where('account_id', '=', actor.accountId)
    const same = await own
      .select('id')
      .where('name', '=', name ?? tag.name)
      .where('id', '<>', id)
      .executeTakeFirst()
    if (same) throw taken(name ?? tag.name)
    await db
      .updateTable('order_tag')
      .set({ name: name ?? tag.name, color: color ?? tag.color })
      .where('account_id', '=', actor.accountId)
      .where('id', '=', id)
      .execute()
    return counted(own.where('id', '=', id)).executeTakeFirstOrThrow()
  })
}

/** Deletes a tag from all orders. Refuses one that a rule uses. */
export function removeTag(ctx: Ctx, id: number): Promise<void> {
  requireAllShops(ctx, '标签是全部店铺共用的，您只负责指定店铺，请由主账号删除')
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
