/** Models of a brand. The brand of a model never changes: it is part of the path, and no field sets it. */
import type { PhoneModel } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { followingId, lockList, moveItem, newLastPosition, positionGap, requireLockedList, withNext } from '../../kernel/ordering'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { deleteWithSkus } from './cascade'
import { modelScope } from './lists'
import { type FormerValues, requireFreeName, requireFreeNames, requireUnchanged } from './names'

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

export async function createModel(ctx: Ctx, brandId: number, { name }: { name: string }): Promise<PhoneModel> {
  const [model] = await insertModels(ctx, brandId, [name], () => 'name')
  return model as PhoneModel
}

/** Adds models to the end of the list, in the order of their names: all of them or, when one is refused, none. */
export const createModels = (ctx: Ctx, brandId: number, names: readonly string[]): Promise<PhoneModel[]> =>
  insertModels(ctx, brandId, names, (index) => `names.${index}`)

/** @param field returns the body's field of the name at this index, for a refusal. */
function insertModels(
  ctx: Ctx,
  brandId: number,
  names: readonly string[],
  field: (index: number) => string,
): Promise<PhoneModel[]> {
  return transact(ctx, async ({ db, actor }) => {
    const scope = modelScope(ctx, brandId)
    await requireLockedList(db, scope)
    await requireFreeNames(db, scope, names, field)
    const first = await newLastPosition(db, scope, names.length)
    const rows = await db
      .insertInto('phone_model')
      .values(
        names.map((name, index) => ({
          account_id: actor.accountId,
          phone_brand_id: brandId,
          name,
          position: first + index * positionGap,
        })),
      )
      .returning(columns)
      .execute()
    // The database may return the rows in any order, but their names differ.
    const byName = new Map(rows.map((row) => [row.name, row]))
    return withNext(names.flatMap((name) => byName.get(name) ?? []))
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
