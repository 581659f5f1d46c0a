/** Design assets: uploaded pictures, ordered within their collection. */
import { type RawBuilder, sql, type Updateable } from 'kysely'
import { type AssetType, fileKind } from '../../../contract/constants'
import type { DesignAsset, LooseDesignAsset } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { invalid, notFound } from '../../kernel/failure'
import { followingId, inList, lockList, moveItem, newLastPosition, withNext } from '../../kernel/ordering'
import { requireOwned } from '../../kernel/owned'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import { fileAddress } from '../files/addresses'
import { requireFile } from '../files/service'
import { deleteItem } from '../trash/deletion'
import { typeOfCollection } from './collections'
import { assetScope } from './lists'
import { checkType, toAssetType } from './rules'

interface AssetRow {
  readonly id: number
  readonly collection_id: number
  readonly file_id: number
  readonly name: string
  readonly width: number | null
  readonly height: number | null
  readonly size: number | null
  readonly storage_key: string
}

/**
 * Selects assets with their files. Rows are chosen before the join, so that a later page does not read the files of earlier
 * pages.
 */
export const selectAssets = (condition: RawBuilder<unknown>) => sql<AssetRow>`
  select chosen.id, collection_id, file_id, coalesce(chosen.name, file.name) as name, width, height, size, storage_key
  from (select id, collection_id, file_id, position, name from asset where ${condition}) as chosen
  join file on file.id = chosen.file_id order by chosen.position`

export function toAsset(ctx: Ctx, row: AssetRow, type: AssetType): LooseDesignAsset {
  return {
    id: row.id,
    url: fileAddress(ctx, row.storage_key),
    collectionId: row.collection_id,
    type,
    fileId: row.file_id,
    name: row.name,
    width: row.width,
    height: row.height,
    size: row.size ?? 0,
  }
}

export interface Page {
  readonly collectionId: number
  readonly pageNo: number
  readonly pageSize: number
}

/** Returns one page of a collection, in order. `next` of the last row is the first asset of the following page. */
export async function listAssets(
  ctx: Ctx,
  { collectionId, pageNo, pageSize }: Page,
): Promise<{ items: DesignAsset[]; totalItems: number }> {
  const { db, actor } = ctx
  const collection = await db
    .selectFrom('asset_collection')
    .select('type')
    .select(({ selectFrom }) =>
      selectFrom('asset')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .whereRef('asset.collection_id', '=', 'asset_collection.id')
        .as('total'),
    )
    .where('id', '=', collectionId)
    .where('account_id', '=', actor.accountId)
    .executeTakeFirst()
  if (!collection) throw notFound('分组')
  const type = toAssetType(collection.type)
  const { rows } = await selectAssets(sql`
    ${inList(assetScope(ctx, collectionId))} order by position limit ${pageSize + 1} offset ${(pageNo - 1) * pageSize}`).execute(
    db,
  )
  return {
    items: withNext(
      rows.map((row) => toAsset(ctx, row, type)),
      pageSize,
    ),
    totalItems: collection.total ?? 0,
  }
}

export interface AssetWrite {
  readonly type: AssetType
  readonly collectionId: number
  readonly fileId: number
  /** SHA-256 of the seller's original picture, before the server cleans it. */
  readonly sha256?: string | undefined
}

/**
 * Adds a file at the end of a collection. When the collection has the file already, the existing asset is returned unchanged, so
 * that a retry after a lost response changes nothing.
 */
export function createAsset(ctx: Ctx, { type, collectionId, fileId, sha256 }: AssetWrite): Promise<DesignAsset> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const scope = assetScope(inner, collectionId)
    const collectionType = (await lockList(db, scope)) ? await typeOfCollection(inner, collectionId) : null
    if (collectionType === null) throw collectionMissing()
    checkType(type, collectionType)
    await requireFile(inner, fileId, [fileKind.designAsset], 'fileId')
    const existing = await db
      .selectFrom('asset')
      .select('id')
      .where('collection_id', '=', collectionId)
      .where('file_id', '=', fileId)
      .where('account_id', '=', actor.accountId)
      .executeTakeFirst()
    if (existing) return readAsset(inner, existing.id, collectionType)
    const { id } = await db
      .insertInto('asset')
      .values({
        account_id: actor.accountId,
        collection_id: collectionId,
        file_id: fileId,
        sha256: sha256 ?? null,
        position: await newLastPosition(db, scope),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return readAsset(inner, id, collectionType)
  })
}

async function readAsset(ctx: Ctx, id: number, type: AssetType): Promise<DesignAsset> {
  const { rows } = await selectAssets(sql`account_id = ${ctx.actor.accountId} and id = ${id}`).execute(ctx.db)
  const [row] = rows
  if (!row) throw notFound('素材')
  return { ...toAsset(ctx, row, type), next: await followingId(ctx.db, assetScope(ctx, row.collection_id), id) }
}

export interface AssetChange {
  readonly name?: string | undefined
  readonly collectionId?: number | undefined
}

/**
 * Renames an asset, or moves it to the end of another collection of its type. When that collection has the same file already, the
 * existing asset is returned and this one is deleted, because a collection holds each file once.
 */
export function updateAsset(ctx: Ctx, id: number, { name, collectionId }: AssetChange): Promise<DesignAsset> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const from = await lockCollectionOf(inner, id, collectionId)
    const to = collectionId ?? from
    const type = await typeOfCollection(inner, to)
    if (type === null) throw collectionMissing()
    const fromType = await typeOfCollection(inner, from)
    if (fromType !== null) checkType(fromType, type)
    if (name !== undefined) await changeAsset(inner, id, { name })
    if (to === from) return readAsset(inner, id, type)
    const { rows } = await sql<{ id: number }>`
      select there.id from asset as there join asset as moved on moved.file_id = there.file_id
      where moved.id = ${id} and there.collection_id = ${to} and there.account_id = ${actor.accountId}`.execute(db)
    const [duplicate] = rows
    if (duplicate === undefined) {
      await changeAsset(inner, id, { collection_id: to, position: await newLastPosition(db, assetScope(inner, to)) })
      return readAsset(inner, id, type)
    }
    await db.deleteFrom('asset').where('id', '=', id).where('account_id', '=', actor.accountId).execute()
    return readAsset(inner, duplicate.id, type)
  })
}

const collectionMissing = () => invalid('collectionId', '分组不存在或已被删除，请选择其他分组')

/** Updates an asset. The caller must hold the locks of both collections. */
async function changeAsset({ db, actor }: Ctx, id: number, values: Updateable<Database['asset']>): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('asset')
    .set(values)
    .where('id', '=', id)
    .where('account_id', '=', actor.accountId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('素材')
}

/**
 * Deletes an asset; it can be restored. The file stays as long as a template or another collection uses it, and a week longer.
 */
export function removeAsset(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    await deleteItem(inner, 'asset', assetScope(inner, await lockCollectionOf(inner, id)), id)
  })
}

export async function moveAsset(ctx: Ctx, id: number, next: number | null): Promise<void> {
  await moveItem(ctx, assetScope(ctx, await collectionOf(ctx, id)), id, next)
}

/**
 * Locks the collection of an asset and, if given, its destination; returns the first. Another request may move the asset before
 * the locks are held, so the collection is read again.
 */
async function lockCollectionOf(ctx: Ctx, id: number, to?: number): Promise<number> {
  let from = await collectionOf(ctx, id)
  for (;;) {
    // Collections are locked in the order of their ids, so that two opposite moves cannot deadlock.
    for (const collectionId of [...new Set([from, to ?? from])].sort((a, b) => a - b)) {
      if (!(await lockList(ctx.db, assetScope(ctx, collectionId))) && collectionId === to) throw collectionMissing()
    }
    const current = await collectionOf(ctx, id)
    if (current === from) return from
    from = current
  }
}

/** Returns the collection of an asset, read without a lock. */
const collectionOf = async (ctx: Ctx, id: number): Promise<number> => (await requireOwned(ctx, 'asset', id, '素材')).collection_id
