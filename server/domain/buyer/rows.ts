/** Stored designs of buyers: reading them as responses show them and the renderer draws them. */
import { sql } from 'kysely'
import type { BuyerDesign, TemplateLayer, TemplateLayerWrite } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { getWireframe } from '../catalogue/wireframes'
import { publicFileUrl } from '../files/service'
import { attachedId } from '../orders/attach-design'
import type { StoredLayer } from '../orders/design/stored-design'
import type { DesignRow } from './access'

/** Returns layers as they are stored: without the addresses of pictures, which depend on the server's address. */
export const toStored = (layers: readonly (TemplateLayer | TemplateLayerWrite)[]): string =>
  JSON.stringify(layers.map(({ imageUrl: _, fontFamilyUrl: __, ...layer }) => layer))

/** Returns stored layers with the keys of their pictures. Rejects with 'conflict' when a picture is lost. */
export async function readLayers({ db, actor }: Ctx, stored: DesignRow['layers']): Promise<StoredLayer[]> {
  // Only `toStored` writes these columns, from layers that the contract's schema accepted.
  const layers = stored as unknown as TemplateLayer[]
  const ids = [...new Set(layers.map(({ imageFileId }) => imageFileId))]
  const files = await db
    .selectFrom('file')
    .select(['id', 'storage_key'])
    .where('account_id', '=', actor.accountId)
    .where('status', '=', 'ready')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
  const keys = new Map(files.map(({ id, storage_key }) => [id, storage_key]))
  return layers.map((layer, at) => {
    const imageKey = keys.get(layer.imageFileId)
    if (imageKey === undefined) throw new Failure('conflict', `图层「${layer.name ?? ''}」的图片已经丢失，请重新选择图片`)
    return { ...layer, id: at + 1, imageUrl: `/files/${imageKey}`, imageKey }
  })
}

const toShown = (ctx: Ctx, { imageKey, ...layer }: StoredLayer): TemplateLayer => ({
  ...layer,
  imageUrl: publicFileUrl(ctx, imageKey),
})

/** Words for a design that cannot be changed any more; null while it can. */
export async function lockTextOf({ db, actor }: Ctx, { id, shop_id }: Pick<DesignRow, 'id' | 'shop_id'>): Promise<string | null> {
  const { rows } = await sql<{ isFixed: boolean }>`
    select exists (select from usage_line line where line.account_id = customization.account_id
        and line.customization_id = customization.id)
      or exists (select from push_line line where line.account_id = customization.account_id
        and line.customization_id = customization.id and line.status <> 'failed') as "isFixed"
    from customization where account_id = ${actor.accountId} and shop_id = ${shop_id} and key = ${customizationKey(id)}`.execute(
    db,
  )
  return rows[0]?.isFixed ? '已开始制作，如需修改请联系客服' : null
}

/** Key of the customization that a bound design becomes, as the content's id gives it. */
export const customizationKey = (designId: number): string => `id:${attachedId(designId)}`

export async function toBuyerDesign(ctx: Ctx, row: DesignRow): Promise<BuyerDesign> {
  const { actor, db } = ctx
  const [base, layers] = [await readLayers(ctx, row.base), await readLayers(ctx, row.layers)]
  const sku = await db
    .selectFrom('sku')
    .select('wireframe_id')
    .where('account_id', '=', actor.accountId)
    .where('phone_model_id', '=', row.phone_model_id)
    .where('material_color_id', '=', row.material_color_id)
    .executeTakeFirst()
  const effect =
    row.effect_file_id === null
      ? undefined
      : await db.selectFrom('file').select('storage_key').where('id', '=', row.effect_file_id).executeTakeFirst()
  return {
    id: row.id,
    code: row.code,
    status: row.status,
    revision: row.revision,
    submittedRevision: row.submitted_revision,
    width: row.width,
    height: row.height,
    base: base.map((layer) => toShown(ctx, layer)),
    layers: layers.map((layer) => toShown(ctx, layer)),
    phoneModelId: row.phone_model_id,
    materialColorId: row.material_color_id,
    wireframe: sku?.wireframe_id == null ? null : await getWireframe(ctx, sku.wireframe_id),
    effectImageUrl: effect ? publicFileUrl(ctx, effect.storage_key) : null,
    lockText: await lockTextOf(ctx, row),
    rejectReason: row.reject_reason,
    isBound: row.order_original_id !== null,
    isUnderReview: row.under_review,
    forOrder: row.for_order,
  }
}
