/** Models of a brand. The brand of a model never changes: it is part of the path, and no field sets it. */
import type { PhoneModel } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { followingId, lockList, moveItem, newLastPosition, requireLockedList, withNext } from '../../kernel/ordering'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { deleteWithSkus } from './cascade'
import { modelScope } from './lists'
import { type FormerValues, requireFreeName, requireUnchanged } from './names'

const columns = ['id', 'phone_brand_id as phoneBrandId', 'name', 'favorited'] as const

/** Returns all models of a brand, in order, in one query even for thousands. */
export async function listModels(ctx: Ctx, brandId: number): Promise<PhoneModel[]> {
  const { db, actor } = ctx
  const rows = await db
    .selectFrom('phone_model')
    .select(columns)
    .where('account_id', '=', actor.accountId)
    .where('phone_brand_id', '=', brandId)
    .orderBy('position')
    .execute()
  if (rows.length > 0) return withNext(rows)
  await requireOwned(ctx, 'phone_brand', brandId, '品牌')
  return []
}

export function createModel(ctx: Ctx, brandId: number, { name }: { name: string }): Promise<PhoneModel> {
  return transact(ctx, async ({ db, actor }) => {
    const scope = modelScope(ctx, brandId)
    await requireLockedList(db, scope)
    await requireFreeName(db, scope, name)
    const row = await db
      .insertInto('phone_model')
      .values({ account_id: actor.accountId, phone_brand_id: brandId, name, position: await newLastPosition(db, scope) })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return { ...row, next: null }
  })
}

export function updateModel(
  ctx: Ctx,
  brandId: number,
  id: number,
  change: { name?: string | undefined; favorited?: boolean | undefined; was?: FormerValues | undefined },
): Promise<PhoneModel> {
  return transact(ctx, async ({ db, actor }) => {
    const scope = modelScope(ctx, brandId)
    if (change.name !== undefined) {
      // An unknown brand has no such model either, which the statement below reports.
      if (await lockList(db, scope)) {
        await requireUnchanged(db, scope, { id, was: change.was, change: { name: change.name } })
        await requireFreeName(db, scope, change.name, id)
      }
    }
    const row = await db
      .updateTable('phone_model')
      // Setting a column to itself keeps the statement valid when the change is empty.
      .set(({ ref }) => ({ name: change.name ?? ref('name'), favorited: change.favorited ?? ref('favorited') }))
      .where('id', '=', id)
      .where('phone_brand_id', '=', brandId)
      .where('account_id', '=', actor.accountId)
      .returning(columns)
      .executeTakeFirst()
    if (!row) throw notFound('型号')
    return { ...row, next: await followingId(db, scope, id) }
  })
}

/**
 * Deletes models of one brand with their SKUs and the wireframes that only those used: all of the ids or, when one of them does
 * not exist, none, so that the message 批量删除成功 is always true.
 */
export function removeModels(ctx: Ctx, brandId: number, ids: readonly number[]): Promise<void> {
  return transact(ctx, async (inner) => {
    const scope = modelScope(ctx, brandId)
    await requireLockedList(inner.db, scope)
    await deleteWithSkus(inner, scope, 'model', ids)
  })
}

export const moveModel = (ctx: Ctx, brandId: number, id: number, next: number | null): Promise<void> =>
  moveItem(ctx, modelScope(ctx, brandId), id, next)
