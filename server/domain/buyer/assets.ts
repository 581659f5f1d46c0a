/** The shop's pictures, stickers and backgrounds that a buyer may use: those of the collections that his template names, or all. */
import { sql } from 'kysely'
import type { PictureOrigin } from '../../../contract/rules/buyer-rights'
import type { BuyerAsset } from '../../../contract/types'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { findOwned } from '../../kernel/owned'
import { fileAddress } from '../files/addresses'
import { type DesignRow, type Link, openDesign } from './access'
import { linkOf } from './state'

/** Origins by the type of the asset's collection. */
export const assetOrigins: Readonly<Record<number, PictureOrigin>> = { 1: 'image', 2: 'sticker', 3: 'background' }

/** A buyer looks through no more of one type. */
const maxAssets = 400

/** Returns the collections whose assets a design may use; null for all of them. */
export async function assetScope(ctx: Ctx, { template_id }: Pick<DesignRow, 'template_id'>): Promise<readonly number[] | null> {
  const template = template_id === null ? undefined : await findOwned(ctx, 'template', template_id)
  return template && template.bound_collection_ids.length > 0 ? template.bound_collection_ids : null
}

const typesOf = (link: Link): number[] => [
  ...(link.imageAssetEnabled ? [1] : []),
  ...(link.stickerAssetEnabled ? [2] : []),
  ...(link.backgroundEnabled ? [3] : []),
]

interface Row {
  readonly id: number
  readonly type: 1 | 2 | 3
  readonly name: string
  readonly fileId: number
  readonly key: string
  readonly width: number
  readonly height: number
}

export async function listAssets(publicCtx: PublicCtx, id: number): Promise<BuyerAsset[]> {
  const { row, ctx } = await openDesign(publicCtx, id)
  const types = typesOf(await linkOf(ctx, row))
  const scope = await assetScope(ctx, row)
  // A drawing without a size of its own cannot be placed.
  const { rows } = await sql<Row>`
    select * from (
      select asset.id, collection.type, coalesce(asset.name, file.name) as name, file.id as "fileId", file.storage_key as key,
        file.width, file.height, row_number() over (partition by collection.type order by collection.position, asset.position) as place
      from asset join asset_collection collection on collection.id = asset.collection_id
      join file on file.id = asset.file_id and file.status = 'ready' and file.width is not null and file.height is not null
      where asset.account_id = ${ctx.actor.accountId} and collection.type = any(${types}::int[])
        and (${scope === null} or collection.id = any(${[...(scope ?? [])]}::bigint[]))
    ) listed where place <= ${maxAssets} order by type, place`.execute(ctx.db)
  return rows.map(({ fileId, key, id: assetId, type, name, width, height }) => ({
    id: assetId,
    type,
    name,
    imageFileId: fileId,
    imageUrl: fileAddress(ctx, key),
    width,
    height,
  }))
}
