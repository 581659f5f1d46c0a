/** Brands. Names need not be unique: the specification asks for none, and sellers keep one brand twice (e.g. per region). */
import type { PhoneBrand } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { followingId, lastPosition, lockExisting, moveItem, withNext } from '../../kernel/ordering'
import { transact } from '../../kernel/transact'
import { deleteWithSkus } from './cascade'
import { brandScope } from './lists'

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
    await lockExisting(db, scope)
    const row = await db
      .insertInto('phone_brand')
      .values({ account_id: actor.accountId, name, position: await lastPosition(db, scope) })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    return { ...row, next: null }
  })
}

export async function updateBrand(ctx: Ctx, id: number, { name }: { name: string }): Promise<PhoneBrand> {
  const row = await ctx.db
    .updateTable('phone_brand')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', ctx.actor.accountId)
    .returning(['id', 'name'])
    .executeTakeFirst()
  if (!row) throw notFound('品牌')
  return { ...row, next: await followingId(ctx.db, brandScope(ctx), id) }
}

/** Takes the brand's models, their SKUs and the wireframes only those SKUs used with it. */
export function removeBrand(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const scope = brandScope(ctx)
    await lockExisting(inner.db, scope)
    await deleteWithSkus(inner, scope, 'phone_brand_id', [id])
  })
}

export const moveBrand = (ctx: Ctx, id: number, next: number | null): Promise<void> => moveItem(ctx, brandScope(ctx), id, next)
