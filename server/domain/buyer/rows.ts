/** Stored designs of buyers: reading them as responses show them and the renderer draws them. */
import { sql } from 'kysely'
import type { BuyerDesign, TemplateLayer, TemplateLayerWrite } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { findWireframeOf } from '../catalogue/wireframes'
import { fileAddress } from '../files/addresses'
import { customizationKey } from '../orders/attached-id'
import type { StoredLayer } from '../orders/design/stored-design'
import type { DesignRow } from './access'
import { isUndrawn, readDrawing } from './drawing-queue'

/** Returns layers as they are stored: without the addresses of pictures, which depend on the server's address, and of a component, whose changes are not the buyer's. */
export const toStored = (layers: readonly (TemplateLayer | TemplateLayerWrite)[]): string =>
  JSON.stringify(layers.map(({ imageUrl: _, fontFamilyUrl: __, component: ___, ...layer }) => layer))

type Keys = ReadonlyMap<number, string>

/** Returns the storage keys of the account's files that are there. */
async function keysOf({ db, actor }: Ctx, ids: readonly number[]): Promise<Keys> {
  const files = await db
    .selectFrom('file')
    .select(['id', 'storage_key'])
    .where('account_id', '=', actor.accountId)
    .where('status', '=', 'ready')
    .where(sql<boolean>`id = any(${[...new Set(ids)]}::bigint[])`)
    .execute()
  return new Map(files.map(({ id, storage_key }) => [id, storage_key]))
}

// Only `toStored` writes these columns, from layers that the contract's schema accepted.
const layersIn = (stored: DesignRow['layers']): TemplateLayer[] => stored as unknown as TemplateLayer[]

const withKeys = (layers: readonly TemplateLayer[], keys: Keys): StoredLayer[] =>
  layers.map((layer, at) => {
    const imageKey = keys.get(layer.imageFileId)
    if (imageKey === undefined) throw new Failure('conflict', `图层「${layer.name ?? ''}」的图片已经丢失，请重新选择图片`)
    return { ...layer, id: at + 1, imageUrl: `/files/${imageKey}`, imageKey }
  })

/** Returns stored layers with the keys of their pictures. Rejects with 'conflict' when a picture is lost. */
export async function readLayers(ctx: Ctx, stored: DesignRow['layers']): Promise<StoredLayer[]> {
  const layers = layersIn(stored)
  const ids = layers.map(({ imageFileId }) => imageFileId)
  return withKeys(layers, await keysOf(ctx, ids))
}

const toShown = (ctx: Ctx, { imageKey, ...layer }: StoredLayer): TemplateLayer => ({
  ...layer,
  imageUrl: fileAddress(ctx, imageKey),
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

/** @param lockText read unless the caller has. Buyers save every few seconds, so every query of this answer counts. */
export async function toBuyerDesign(ctx: Ctx, row: DesignRow, lockText?: string | null): Promise<BuyerDesign> {
  const [base, layers] = [layersIn(row.base), layersIn(row.layers)]
  const pictures = [...base, ...layers].map(({ imageFileId }) => imageFileId)
  const [keys, wireframe, drawing, locked] = await Promise.all([
    keysOf(ctx, row.effect_file_id === null ? pictures : [...pictures, row.effect_file_id]),
    findWireframeOf(ctx, { phoneModelId: row.phone_model_id, materialColorId: row.material_color_id }),
    isUndrawn(row) ? readDrawing(ctx, row.id) : null,
    lockText === undefined ? lockTextOf(ctx, row) : lockText,
  ])
  const effectKey = row.effect_file_id === null ? undefined : keys.get(row.effect_file_id)
  return {
    id: row.id,
    code: row.code,
    status: row.status,
    revision: row.revision,
    submittedRevision: row.submitted_revision,
    width: row.width,
    height: row.height,
    base: withKeys(base, keys).map((layer) => toShown(ctx, layer)),
    layers: withKeys(layers, keys).map((layer) => toShown(ctx, layer)),
    phoneModelId: row.phone_model_id,
    materialColorId: row.material_color_id,
    wireframe,
    effectImageUrl: effectKey === undefined ? null : fileAddress(ctx, effectKey),
    drawing,
    lockText: locked,
    rejectReason: row.reject_reason,
    isBound: row.order_original_id !== null,
    isUnderReview: row.under_review,
    forOrder: row.for_order,
    isShared: row.share_hash !== null,
    canReturn: row.return_digits !== null,
  }
}
