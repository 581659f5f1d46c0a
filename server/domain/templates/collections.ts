/** Template collections. Names need not be unique: the specification does not require it. */
import type { TemplateCollection } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { followingId, moveItem, newLastPosition, requireLockedList, withNext } from '../../kernel/ordering'
import { transact } from '../../kernel/transact'
import { deleteItem } from '../trash/deletion'
import { collectionScope } from './lists'

export async function listCollections({ db, actor }: Ctx): Promise<TemplateCollection[]> {
  const rows = await db
    .selectFrom('template_collection')
    .select(['id', 'name'])
    .where('account_id', '=', actor.accountId)
    .orderBy('position')
    .execute()
  return withNext(rows)
}

export function createCollection(ctx: Ctx, { name }: { name: string }): Promise<TemplateCollection> {
  return transact(ctx, async ({ db, actor }) => {
    const scope = collectionScope(ctx)
    await requireLockedList(db, scope)
    const row = await db
      .insertInto('template_collection')
      .values({ account_id: actor.accountId, name, position: await newLastPosition(db, scope) })
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow()
    return { ...row, next: null }
  })
}

export async function renameCollection(ctx: Ctx, id: number, { name }: { name: string }): Promise<TemplateCollection> {
  const row = await ctx.db
    .updateTable('template_collection')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', ctx.actor.accountId)
    .returning(['id', 'name'])
    .executeTakeFirst()
  if (!row) throw notFound('分组')
  return { ...row, next: await followingId(ctx.db, collectionScope(ctx), id) }
}

/** Deletes a collection with its templates and their layers; all of it can be restored. */
export function removeCollection(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const scope = collectionScope(inner)
    await requireLockedList(inner.db, scope)
    await deleteItem(inner, 'templateCollection', scope, id)
  })
}

export const moveCollection = (ctx: Ctx, id: number, next: number | null): Promise<void> =>
  moveItem(ctx, collectionScope(ctx), id, next)
