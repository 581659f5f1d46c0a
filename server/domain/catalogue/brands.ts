/** Phone brands of an account. */
import type { PhoneBrand } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { followingId, moveItem, newLastPosition, requireLockedList, withNext } from '../../kernel/ordering'
import { requireOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { deleteWithSkus } from './cascade'
import { brandScope } from './lists'
import { type FormerValues, requireFreeName, requireUnchanged } from './names'

export async function listBrands({ db, actor }: Ctx): Promise<PhoneBrand[]> {
  const rows = await db
    .selectFrom('phone_brand')
    .select(['id', 'name'])
    .where('account_id', '=', actor.accountId)
    .orderBy('position')
    .execute()
  return withNext(rows)
}

export function createBrand(ctx: Ctx, { name }: { name: string }): Promise<PhoneBrand> {
  return transact(ctx, async ({ db, actor }) => {
    const scope = brandScope(ctx)
    await requireLockedList(db, scope)
    await requireFreeName(db, scope, name)
    const row = await db
      .insertInto('phone_brand')
      .values({ account_id: actor.accountId, name, position: await newLastPosition(db, scope) })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    return { ...row, next: null }
  })
}

export function updateBrand(
  ctx: Ctx,
  id: number,
  { name, was }: { name: string; was?: FormerValues | undefined },
): Promise<PhoneBrand> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const scope = brandScope(ctx)
    await requireLockedList(db, scope)
    await requireOwned(inner, 'phone_brand', id, '品牌')
    await requireUnchanged(db, scope, { id, was, change: { name } })
    await requireFreeName(db, scope, name, id)
    await db.updateTable('phone_brand').set({ name }).where('id', '=', id).where('account_id', '=', actor.accountId).execute()
    return { id, name, next: await followingId(db, scope, id) }
  })
}

/** Deletes a brand with its models, their SKUs and the wireframes that only those SKUs used. */
export function removeBrand(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const scope = brandScope(ctx)
    await requireLockedList(inner.db, scope)
    await deleteWithSkus(inner, scope, 'brand', [id])
  })
}

export const moveBrand = (ctx: Ctx, id: number, next: number | null): Promise<void> => moveItem(ctx, brandScope(ctx), id, next)
