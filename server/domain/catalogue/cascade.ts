/**
 * Deletes catalogue items with the wireframes that only their SKUs used, which foreign keys do not cover. The plugin's
 * confirmations promise it, and those wireframes would be unreachable otherwise.
 *
 * Locks are taken in one order (owners, their SKUs by id, wireframes by id), so that two deletions that share SKUs wait for each
 * other instead of deadlocking.
 */
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { inList, type Scope } from '../../kernel/ordering'
import { copyToTrash, deleteIntoTrash } from '../trash/deletion'

/** Column of a SKU that refers to the deleted row, for each kind of row. */
const ownerColumns = {
  brand: 'phone_brand_id',
  model: 'phone_model_id',
  material: 'material_id',
  color: 'material_color_id',
} as const
type Kind = keyof typeof ownerColumns

/**
 * Deletes these items of one ordered list with their SKUs and the wireframes that only those used: all of the ids or, when one of
 * them is not in the list, none ('not-found'). All of it can be restored. The list must be locked, and the context inside a
 * transaction.
 */
export async function deleteWithSkus(ctx: Ctx, scope: Scope, kind: Kind, ids: readonly number[]): Promise<void> {
  const { db } = ctx
  const uniqueIds = [...new Set(ids)]
  const table = sql.table(scope.list.table)
  const rows = sql`${inList(scope)} and id = any(${uniqueIds}::bigint[])`
  const locked = await sql`select id from ${table} where ${rows} order by id for update`.execute(db)
  if (locked.rows.length !== uniqueIds.length)
    throw notFound(uniqueIds.length === 1 ? scope.list.itemName : `部分${scope.list.itemName}`)
  const wireframes = await lockWireframesOf(ctx, kind, uniqueIds)
  const entry = await copyToTrash(ctx, kind, scope, uniqueIds)
  await sql`delete from ${table} where ${rows}`.execute(db)
  await deleteUnboundWireframes(ctx, entry, wireframes)
}

/** Returns the ids of the wireframes that SKUs of these owners use; the SKUs stay locked. */
async function lockWireframesOf({ db, actor }: Ctx, kind: Kind, ids: readonly number[]): Promise<number[]> {
  const skus = await db
    .selectFrom('sku')
    .select('wireframe_id')
    .where('account_id', '=', actor.accountId)
    .where(sql<boolean>`${sql.ref(ownerColumns[kind])} = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return [...new Set(skus.flatMap((sku) => sku.wireframe_id ?? []))]
}

/**
 * Deletes those of the wireframes that no SKU uses any more. They are locked first and checked in a second statement: a
 * transaction that binds one to a SKU holds the lock until the SKU is visible, so no SKU loses its wireframe.
 */
async function deleteUnboundWireframes(ctx: Ctx, entry: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const isOneOf = sql`id = any(${[...ids]}::bigint[])`
  const isOwn = sql`account_id = ${ctx.actor.accountId}`
  await sql`select id from wireframe where ${isOwn} and ${isOneOf} order by id for update`.execute(ctx.db)
  await deleteIntoTrash(
    ctx,
    entry,
    'wireframe',
    sql`${isOneOf} and not exists (select from sku where sku.wireframe_id = wireframe.id)`,
  )
}
