/** Submitted designs as the content of order items, as an import would have brought them. */
import { sql } from 'kysely'
import type { TemplateLayer } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { attachedId } from '../orders/attached-id'
import type { DesignRow } from './access'
import { readLayers } from './rows'

/** The case and the layers that are drawn, as they are stored. */
export interface Submission {
  readonly phoneModelId: number
  readonly materialColorId: number
  readonly layers: DesignRow['layers']
}

/** Returns what was submitted last. */
export function submissionOf({ id, submission }: Pick<DesignRow, 'id' | 'submission'>): Submission {
  if (submission === null) throw new Error(`design ${id} was not submitted`)
  // Only `submitDesign` writes this column.
  return submission as unknown as Submission
}

/** Returns the layers that were submitted last. */
export const submittedLayers = (row: Pick<DesignRow, 'id' | 'submission'>): readonly TemplateLayer[] =>
  submissionOf(row).layers as unknown as TemplateLayer[]

/** Returns the place of a bound design in its order, and its content as orders bring it: what was submitted. */
export async function placeOf(ctx: Ctx, row: DesignRow) {
  const { order_original_id: orderOriginalId, item_original_id: itemOriginalId } = row
  if (orderOriginalId === null || itemOriginalId === null) throw new Error(`design ${row.id} is not bound`)
  return { shopId: row.shop_id, itemOriginalId, id: attachedId(row.id), info: await contentOf(ctx, row) }
}

interface Names {
  readonly brandId: number
  readonly brand: string
  readonly model: string
  readonly materialId: number
  readonly material: string
  readonly color: string
  readonly printKey: string | null
  readonly effectKey: string | null
}

async function contentOf(ctx: Ctx, row: DesignRow): Promise<Readonly<Record<string, unknown>>> {
  const { phoneModelId, materialColorId, layers: stored } = submissionOf(row)
  const { rows } = await sql<Names>`
    select brand.id as "brandId", brand.name as brand, model.name as model, material.id as "materialId",
      material.name as material, color.name as color, print.storage_key as "printKey", effect.storage_key as "effectKey"
    from phone_model model join phone_brand brand on brand.id = model.phone_brand_id
    join material_color color on color.id = ${materialColorId} and color.account_id = model.account_id
    join material on material.id = color.material_id
    left join file print on print.id = ${row.print_file_id}
    left join file effect on effect.id = ${row.effect_file_id}
    where model.id = ${phoneModelId} and model.account_id = ${ctx.actor.accountId}`.execute(ctx.db)
  const names = rows[0]
  if (!names) throw new Failure('conflict', '这个机型或颜色已经下架，请重新选择')
  const layers = await readLayers(ctx, stored)
  const address = (key: string | null) => key && `/files/${key}`
  return {
    id: attachedId(row.id),
    phoneBrandId: names.brandId,
    phoneBrandName: names.brand,
    phoneModelId,
    phoneModelName: names.model,
    phoneCaseMaterialId: names.materialId,
    phoneCaseMaterialName: names.material,
    phoneCaseMaterialColorId: materialColorId,
    phoneCaseMaterialColorName: names.color,
    customizedImageUrl: address(names.printKey),
    previewImageUrl: address(names.effectKey),
    design: {
      templateId: row.template_id,
      templateRevision: row.template_revision,
      canvas: { width: row.width, height: row.height },
      layers: layers.map(({ imageKey, ...layer }) => ({ ...layer, imageUrl: address(imageKey) })),
    },
  }
}
