/** Finds assets in all collections of a type: by name, by id, by the content of their files. */
import { sql } from 'kysely'
import type { AssetType } from '../../../contract/constants'
import type { DesignAssetName, KnownDesignAsset, LooseDesignAsset } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { selectAssets, toAsset } from './assets'
import { toAssetType } from './rules'

/** Returns the names of all assets of a type, collection by collection, in order. */
export async function listNames({ db, actor }: Ctx, type: AssetType): Promise<DesignAssetName[]> {
  const { rows } = await sql<{ id: number; collection_id: number; name: string }>`
    select asset.id, asset.collection_id, coalesce(asset.name, file.name) as name
    from asset_collection join asset on asset.collection_id = asset_collection.id join file on file.id = asset.file_id
    where asset_collection.account_id = ${actor.accountId} and asset_collection.type = ${type}
    order by asset_collection.position, asset.position`.execute(db)
  return rows.map(({ id, collection_id, name }) => ({ id, collectionId: collection_id, name }))
}

/** Returns the account's assets among `ids`, in the order of `ids`. */
export async function findAssets(ctx: Ctx, ids: readonly number[]): Promise<LooseDesignAsset[]> {
  const { db, actor } = ctx
  const types = new Map(
    (await db.selectFrom('asset_collection').select(['id', 'type']).where('account_id', '=', actor.accountId).execute()).map(
      ({ id, type }) => [id, toAssetType(type)],
    ),
  )
  const { rows } = await selectAssets(sql`account_id = ${actor.accountId} and id = any(${[...ids]}::bigint[])`).execute(db)
  const found = new Map(
    rows.flatMap((row) => {
      const type = types.get(row.collection_id)
      return type === undefined ? [] : [[row.id, toAsset(ctx, row, type)] as const]
    }),
  )
  return ids.flatMap((id) => found.get(id) ?? [])
}

/**
 * Returns which of these pictures are in a collection of this type already; of several assets with the same content, the oldest.
 */
export async function findKnownAssets(
  { db, actor }: Ctx,
  { type, sums }: { readonly type: AssetType; readonly sums: readonly string[] },
): Promise<KnownDesignAsset[]> {
  const uniqueSums = [...new Set(sums)]
  if (uniqueSums.length === 0) return []
  const { rows } = await sql<{ sha256: string; id: number; name: string; collection_id: number; collection_name: string }>`
    select distinct on (sum.sha256) sum.sha256, asset.id, coalesce(asset.name, file.name) as name,
      asset_collection.id as collection_id, asset_collection.name as collection_name
    from asset join file on file.id = asset.file_id join asset_collection on asset_collection.id = asset.collection_id
      join unnest(${uniqueSums}::text[]) as sum (sha256) on sum.sha256 in (asset.sha256, file.sha256)
    where asset.account_id = ${actor.accountId} and asset_collection.type = ${type}
    order by sum.sha256, asset.id`.execute(db)
  return rows.map(({ collection_id, collection_name, ...row }) => ({
    ...row,
    collectionId: collection_id,
    collectionName: collection_name,
  }))
}
