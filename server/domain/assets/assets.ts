/** Design assets: uploaded pictures in the order of their collection. */
import { type AssetType, fileKind } from '../../../contract/constants'
import type { DesignAsset } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { invalid, notFound } from '../../kernel/failure'
import { followingId, lastPosition, lockExisting, lockList, moveItem, withNext } from '../../kernel/ordering'
import { transact } from '../../kernel/transact'
import { publicFileUrl, requireFile } from '../files/service'
import { typeOfCollection } from './collections'
import { assetScope } from './lists'
import { checkType } from './rules'

const select = ({ db, actor }: Ctx) =>
  db
    .selectFrom('asset')
    .innerJoin('file', 'file.id', 'asset.file_id')
    .select([
      'asset.id',
      'asset.collection_id',
      'asset.file_id',
      'file.name',
      'file.width',
      'file.height',
      'file.size',
      'storage_key',
    ])
    .where('asset.account_id', '=', actor.accountId)

type Selected = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

function toAsset(ctx: Ctx, row: Selected, type: AssetType): Omit<DesignAsset, 'next'> {
  return {
    id: row.id,
    url: publicFileUrl(ctx, row.storage_key),
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

/** One page of a collection, in order. `next` of the last row is the first of the following page. */
export async function listAssets(
  ctx: Ctx,
  { collectionId, pageNo, pageSize }: Page,
): Promise<{ items: DesignAsset[]; totalItems: number }> {
  const type = await typeOfCollection(ctx, collectionId)
  if (type === null) throw notFound('分组')
  const { total } = await ctx.db
    .selectFrom('asset')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('collection_id', '=', collectionId)
    .where('account_id', '=', ctx.actor.accountId)
    .executeTakeFirstOrThrow()
  const rows = await select(ctx)
    .where('asset.collection_id', '=', collectionId)
    .orderBy('asset.position')
    .limit(pageSize + 1)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return {
    items: withNext(
      rows.map((row) => toAsset(ctx, row, type)),
      pageSize,
    ),
    totalItems: total,
  }
}

export interface AssetWrite {
  readonly type: AssetType
  readonly collectionId: number
  readonly fileId: number
}

/**
 * Puts a file last into a collection. A file that is in it already stays where it is and its asset is answered: a retry after a
 * lost answer changes nothing.
 */
export function createAsset(ctx: Ctx, { type, collectionId, fileId }: AssetWrite): Promise<DesignAsset> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    const scope = assetScope(inner, collectionId)
    const own = (await lockList(db, scope)) ? await typeOfCollection(inner, collectionId) : null
    if (own === null) throw invalid('collectionId', '分组不存在或已被删除，请选择其他分组')
    checkType(type, own)
    await requireFile(inner, fileId, [fileKind.designAsset], 'fileId')
    const known = await db
      .selectFrom('asset')
      .select('id')
      .where('collection_id', '=', collectionId)
      .where('file_id', '=', fileId)
      .where('account_id', '=', actor.accountId)
      .executeTakeFirst()
    if (known) return readAsset(inner, known.id, own)
    const { id } = await db
      .insertInto('asset')
      .values({
        account_id: actor.accountId,
        collection_id: collectionId,
        file_id: fileId,
        position: await lastPosition(db, scope),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return readAsset(inner, id, own)
  })
}

async function readAsset(ctx: Ctx, id: number, type: AssetType): Promise<DesignAsset> {
  const row = await select(ctx).where('asset.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('素材')
  return { ...toAsset(ctx, row, type), next: await followingId(ctx.db, assetScope(ctx, row.collection_id), id) }
}

/** The file stays as long as a template or another collection shows it, and a week longer. */
export function removeAsset(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    await lockExisting(db, assetScope(inner, await collectionOf(inner, id)))
    const gone = await db
      .deleteFrom('asset')
      .where('id', '=', id)
      .where('account_id', '=', actor.accountId)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw notFound('素材')
  })
}

export async function moveAsset(ctx: Ctx, id: number, next: number | null): Promise<void> {
  await moveItem(ctx, assetScope(ctx, await collectionOf(ctx, id)), id, next)
}

/** The collection of an asset. It never changes: the same file can be put into another one as another asset. */
async function collectionOf({ db, actor }: Ctx, id: number): Promise<number> {
  const row = await db
    .selectFrom('asset')
    .select('collection_id')
    .where('id', '=', id)
    .where('account_id', '=', actor.accountId)
    .executeTakeFirst()
  if (!row) throw notFound('素材')
  return row.collection_id
}
