/** Collections of design assets. */
import { type RawBuilder, sql } from 'kysely'
import type { AssetType } from '../../../contract/constants'
import type { DesignAssetCollection } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { followingId, moveItem, newLastPosition, requireLockedList, withNext } from '../../kernel/ordering'
import { findOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { fileAddress } from '../files/addresses'
import { deleteItem } from '../trash/deletion'
import { collectionScope } from './lists'
import { toAssetType } from './rules'

/** Maximum number of pictures shown of a collection's content. */
const maxCovers = 4

interface Row {
  readonly id: number
  readonly type: number
  readonly name: string
  readonly count: number
  readonly cover_keys: readonly string[]
}

/**
 * Selects collections with their counts and covers; the index on (collection_id, position) serves both subqueries without
 * sorting.
 */
const select = (condition: RawBuilder<unknown>) => sql<Row>`
  select id, type, name,
    (select count(*) from asset where asset.collection_id = asset_collection.id) as count,
    array(
      select storage_key from asset join file on file.id = asset.file_id
      where asset.collection_id = asset_collection.id order by asset.position limit ${sql.lit(maxCovers)}
    ) as cover_keys
  from asset_collection where ${condition} order by position`

const toCollection = (ctx: Ctx, row: Row): Omit<DesignAssetCollection, 'next'> => ({
  id: row.id,
  type: toAssetType(row.type),
  name: row.name,
  count: row.count,
  coverUrls: row.cover_keys.map((key) => fileAddress(ctx, key)),
})

export async function listCollections(ctx: Ctx, type: AssetType): Promise<DesignAssetCollection[]> {
  const { rows } = await select(sql`account_id = ${ctx.actor.accountId} and type = ${type}`).execute(ctx.db)
  return withNext(rows.map((row) => toCollection(ctx, row)))
}

/** Creates a collection at the end of those of its type. */
export function createCollection(
  ctx: Ctx,
  { type, name }: { readonly type: AssetType; readonly name: string },
): Promise<DesignAssetCollection> {
  return transact(ctx, async ({ db, actor }) => {
    const scope = collectionScope(ctx, type)
    await requireLockedList(db, scope)
    const { id } = await db
      .insertInto('asset_collection')
      .values({ account_id: actor.accountId, type, name, position: await newLastPosition(db, scope) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, type, name, count: 0, coverUrls: [], next: null }
  })
}

export function renameCollection(ctx: Ctx, id: number, { name }: { readonly name: string }): Promise<DesignAssetCollection> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const scope = await scopeOf(inner, id)
    await db
      .updateTable('asset_collection')
      .set({ name })
      .where('id', '=', id)
      .where('account_id', '=', actor.accountId)
      .execute()
    const { rows } = await select(sql`account_id = ${actor.accountId} and id = ${id}`).execute(db)
    const [row] = rows
    if (!row) throw notFound('分组')
    return { ...toCollection(ctx, row), next: await followingId(db, scope, id) }
  })
}

/**
 * Deletes a collection with its assets; all of it can be restored. Their files stay as long as a template uses them, and a week
 * longer.
 */
export function removeCollection(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const scope = await scopeOf(inner, id)
    await requireLockedList(db, scope)
    await deleteItem(inner, 'assetCollection', scope, id)
    // Templates must not bind a deleted collection. Their revision does not change, because the drawing did not.
    await sql`
      update template set bound_collection_ids =
        (select coalesce(jsonb_agg(bound order by place), '[]') from jsonb_array_elements(bound_collection_ids) with ordinality as b (bound, place)
          where bound <> to_jsonb(${id}::bigint))
      where account_id = ${actor.accountId} and bound_collection_ids @> to_jsonb(${id}::bigint)`.execute(db)
  })
}

export async function moveCollection(ctx: Ctx, id: number, next: number | null): Promise<void> {
  await moveItem(ctx, await scopeOf(ctx, id), id, next)
}

/** Returns the type of a collection, which never changes; null for an unknown collection. */
export async function typeOfCollection(ctx: Ctx, id: number): Promise<AssetType | null> {
  const row = await findOwned(ctx, 'asset_collection', id)
  return row ? toAssetType(row.type) : null
}

async function scopeOf(ctx: Ctx, id: number) {
  const type = await typeOfCollection(ctx, id)
  if (type === null) throw notFound('分组')
  return collectionScope(ctx, type)
}
