/** Submitted designs as the content of order items, as an import would have brought them. */
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { attachedId } from '../orders/attached-id'
import type { DesignRow } from './access'
import { readLayers } from './rows'
import { type CaseOfSubmission, type Submission, submissionOf } from './submission'

/** Returns what is stored of a design that is submitted now. Rejects with 'conflict' when its model or colour is gone. */
export async function newSubmission(ctx: Ctx, row: DesignRow): Promise<Submission> {
  const chosen = { phoneModelId: row.phone_model_id, materialColorId: row.material_color_id }
  const names = await readCase(ctx, chosen)
  if (!names) throw new Failure('conflict', '这个机型或颜色已经下架，请重新选择')
  return { ...chosen, ...names, layers: row.layers }
}

/** Returns the place of a bound design in its order, and its content as orders bring it: what was submitted. */
export async function placeOf(ctx: Ctx, row: DesignRow) {
  const { order_original_id: orderOriginalId, item_original_id: itemOriginalId } = row
  if (orderOriginalId === null || itemOriginalId === null) throw new Error(`design ${row.id} is not bound`)
  return { shopId: row.shop_id, itemOriginalId, id: attachedId(row.id), info: await contentOf(ctx, row) }
}

async function readCase(
  { db, actor }: Ctx,
  { phoneModelId, materialColorId }: Pick<Submission, 'phoneModelId' | 'materialColorId'>,
): Promise<CaseOfSubmission | undefined> {
  const { rows } = await sql<CaseOfSubmission>`
    select brand.id as "phoneBrandId", brand.name as "phoneBrandName", model.name as "phoneModelName",
      material.id as "materialId", material.name as "materialName", color.name as "colorName"
    from phone_model model join phone_brand brand on brand.id = model.phone_brand_id
    join material_color color on color.id = ${materialColorId} and color.account_id = model.account_id
    join material on material.id = color.material_id
    where model.id = ${phoneModelId} and model.account_id = ${actor.accountId}`.execute(db)
  return rows[0]
}

/** A deleted case keeps the names that it had, and a design whose pictures are lost its print file: what was ordered can be made. */
async function contentOf(ctx: Ctx, row: DesignRow): Promise<Readonly<Record<string, unknown>>> {
  const submission = submissionOf(row)
  const { phoneModelId, materialColorId, layers: stored } = submission
  const names = (await readCase(ctx, submission)) ?? submission
  const { rows } = await sql<{ id: number; key: string }>`
    select id, storage_key as key from file where account_id = ${ctx.actor.accountId}
      and id = any(${[row.print_file_id, row.effect_file_id].filter((id) => id !== null)}::bigint[])`.execute(ctx.db)
  const address = (key: string | null | undefined) => (key ? `/files/${key}` : null)
  const addressOf = (fileId: number | null) => address(rows.find(({ id }) => id === fileId)?.key)
  const layers = await readLayersLeft(ctx, stored)
  return {
    id: attachedId(row.id),
    phoneBrandId: names.phoneBrandId ?? null,
    phoneBrandName: names.phoneBrandName ?? '',
    phoneModelId,
    phoneModelName: names.phoneModelName ?? '',
    phoneCaseMaterialId: names.materialId ?? null,
    phoneCaseMaterialName: names.materialName ?? '',
    phoneCaseMaterialColorId: materialColorId,
    phoneCaseMaterialColorName: names.colorName ?? '',
    customizedImageUrl: addressOf(row.print_file_id),
    previewImageUrl: addressOf(row.effect_file_id),
    design: layers && {
      templateId: row.template_id,
      templateRevision: row.template_revision,
      canvas: { width: row.width, height: row.height },
      layers: layers.map(({ imageKey, ...layer }) => ({ ...layer, imageUrl: address(imageKey) })),
    },
  }
}

/** Returns null when a picture is lost: a design without one of its layers would be another design. */
async function readLayersLeft(ctx: Ctx, stored: DesignRow['layers']) {
  try {
    return await readLayers(ctx, stored)
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
