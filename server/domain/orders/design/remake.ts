/**
 * Makes a customization once more that was paid for or pushed: a new customization in the same order items, which can be changed,
 * is charged for itself and takes the pieces of the first. What was paid for stays as it is.
 */
import { sql } from 'kysely'
import { columnList } from '../../../kernel/columns'
import type { Ctx } from '../../../kernel/context'
import { Failure } from '../../../kernel/failure'
import { transact } from '../../../kernel/transact'
import { lockShop } from '../../shops/shops'
import { refreshOrdersShowing } from '../push-status'
import { frozenColumns } from '../snapshot'
import { lockOf, readDesign } from './stored-design'

/** A remake that can still be changed is returned instead of a second one, so that a repeated call makes none. */
export function remakeDesign(ctx: Ctx, id: number): Promise<{ customizationId: number }> {
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const { shopId } = await readDesign(inner, id)
    // Imports lock the shop row, too.
    await lockShop(inner, shopId)
    const design = await readDesign(inner, id)
    if (lockOf(design) === null) throw new Failure('conflict', '这张定制图还没有下载（扣点）或推送，直接修改即可，不需要重做')
    const earlier = await db
      .selectFrom('customization')
      .select('id')
      .where('account_id', '=', actor.accountId)
      .where('remake_of', '=', id)
      .orderBy('id', 'desc')
      .execute()
    for (const remake of earlier) if (lockOf(await readDesign(inner, remake.id)) === null) return { customizationId: remake.id }
    const { rows } = await sql<{ id: number }>`
      insert into customization (account_id, shop_id, case_by_hand, ${columnList(frozenColumns)}, key, taken_at, remake_of)
      select account_id, shop_id, case_by_hand, ${columnList(frozenColumns)}, key || ${`@remake-${earlier.length + 1}`},
        ${clock.now()}::timestamptz, id
      from customization where account_id = ${actor.accountId} and id = ${id} returning id`.execute(db)
    const customizationId = rows[0]?.id
    if (customizationId === undefined) throw new Error('a remake was not written')
    await sql`
      insert into customization_file (account_id, customization_id, file_id)
      select account_id, ${customizationId}::bigint, file_id from customization_file
      where account_id = ${actor.accountId} and customization_id = ${id}`.execute(db)
    await linkRemakes(inner, await itemsShowing(inner, id))
    await refreshOrdersShowing({ db, clock, accountId: actor.accountId }, [id])
    return { customizationId }
  })
}

async function itemsShowing({ db, actor }: Ctx, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('order_item_customization')
    .select('order_item_id as id')
    .where('account_id', '=', actor.accountId)
    .where('customization_id', '=', id)
    .execute()
  return rows.map((row) => row.id)
}

/** Links the remakes of the customizations that these items show, after those that came with the order. */
export async function linkRemakes({ db, actor }: Ctx, itemIds: readonly number[]): Promise<void> {
  await sql`
    with recursive shown (order_item_id, customization_id, depth) as (
      select order_item_id, customization_id, 0 from order_item_customization
      where account_id = ${actor.accountId} and order_item_id = any(${[...itemIds]}::bigint[])
      union
      select shown.order_item_id, remake.id, shown.depth + 1 from shown
      join customization remake on remake.remake_of = shown.customization_id and remake.account_id = ${actor.accountId}
    )
    insert into order_item_customization (account_id, order_item_id, customization_id, place)
    select ${actor.accountId}::bigint, order_item_id, customization_id,
      (select max(place) from order_item_customization own where own.order_item_id = shown.order_item_id)
        + row_number() over (partition by order_item_id order by customization_id)
    from shown where depth > 0
    on conflict do nothing`.execute(db)
}
