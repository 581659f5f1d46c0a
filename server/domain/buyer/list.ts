/** Buyers' designs as the seller sees them. */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { BuyerDesignStatus } from '../../../contract/constants'
import { codesIn } from '../../../contract/rules/design-code'
import type * as schemas from '../../../contract/schemas/buyer'
import type { BuyerDesignRow } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import { fileAddress } from '../files/addresses'
import { lostText } from './drawing-queue'

type Query = z.output<typeof schemas.buyerDesignQuery>

interface Row {
  readonly id: number
  readonly shopId: number
  readonly code: string
  readonly status: BuyerDesignStatus
  readonly brand: string | null
  readonly model: string | null
  readonly material: string | null
  readonly color: string | null
  readonly templateName: string | null
  readonly effectKey: string | null
  readonly orderId: number | null
  readonly orderOriginalId: string | null
  readonly rejectReason: string | null
  readonly delivery: BuyerDesignRow['delivery']
  readonly shopName: string
  readonly isUnderReview: boolean
  readonly submittedRevision: number | null
  readonly drawing: BuyerDesignRow['drawing']
  readonly hasUnsubmittedChanges: boolean
  readonly reviewReasons: readonly string[]
  readonly createdAt: Date
  readonly submittedAt: Date | null
}

const select = sql`
  select design.id, design.shop_id as "shopId", code, design.status, brand.name as brand, model.name as model, material.name as material,
    color.name as color, template.name as "templateName", effect.storage_key as "effectKey", shop_order.id as "orderId",
    design.order_original_id as "orderOriginalId", reject_reason as "rejectReason", design.created_at as "createdAt",
    submitted_at as "submittedAt", shop.name as "shopName", under_review as "isUnderReview", submitted_revision as "submittedRevision",
    (select coalesce(jsonb_agg(distinct reason), '[]') from buyer_check
      where design_id = design.id and verdict = 'review' and reason is not null) as "reviewReasons",
    design.status = 'submitted' and design.revision > submitted_revision as "hasUnsubmittedChanges",
    case when drawing.status <> 'done' then jsonb_build_object('status', drawing.status, 'error', drawing.error)
      when design.status = 'submitted' and design.print_file_id is null
        then jsonb_build_object('status', 'failed', 'error', ${lostText}::text) end as drawing,
    case when delivery.id is not null then jsonb_build_object('status', delivery.status, 'error', delivery.error) end as delivery
  from buyer_design design
  join shop on shop.id = design.shop_id
  left join platform_delivery delivery on delivery.design_id = design.id
  left join buyer_drawing drawing on drawing.design_id = design.id
  left join phone_model model on model.id = design.phone_model_id
  left join phone_brand brand on brand.id = model.phone_brand_id
  left join material_color color on color.id = design.material_color_id
  left join material on material.id = color.material_id
  left join template on template.id = design.template_id
  left join file effect on effect.id = design.effect_file_id
  left join shop_order on shop_order.shop_id = design.shop_id and shop_order.original_id = design.order_original_id`

const toRow = (ctx: Ctx, row: Row): BuyerDesignRow => ({
  id: row.id,
  shopId: row.shopId,
  code: row.code,
  status: row.status,
  phoneBrandName: row.brand ?? '',
  phoneModelName: row.model ?? '',
  phoneCaseMaterialName: row.material ?? '',
  phoneCaseMaterialColorName: row.color ?? '',
  templateName: row.templateName,
  effectImageUrl: row.effectKey && fileAddress(ctx, row.effectKey),
  orderId: row.orderId,
  orderOriginalId: row.orderOriginalId,
  rejectReason: row.rejectReason,
  delivery: row.delivery,
  shopName: row.shopName,
  isUnderReview: row.isUnderReview,
  submittedRevision: row.submittedRevision,
  drawing: row.drawing,
  hasUnsubmittedChanges: row.hasUnsubmittedChanges,
  reviewReasons: [...row.reviewReasons],
  createdAt: row.createdAt.getTime(),
  submittedAt: row.submittedAt?.getTime() ?? null,
})

export async function readRow(ctx: Ctx, id: number): Promise<BuyerDesignRow> {
  const { rows } = await sql<Row>`
    ${select} where design.account_id = ${ctx.actor.accountId} and design.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw notFound('设计')
  return toRow(ctx, rows[0])
}

/** Lists designs, the newest first. Drafts are left out unless they are asked for: their buyers are still at work. */
export async function listDesigns(
  ctx: Ctx,
  { pageNo, pageSize, shopId, keyword = '', status, underReview }: Query,
): Promise<{ items: BuyerDesignRow[]; totalItems: number }> {
  const codes = codesIn(keyword)
  const condition = sql`design.account_id = ${ctx.actor.accountId}
    and (${shopId ?? null}::bigint is null or design.shop_id = ${shopId ?? null}::bigint)
    and (${keyword === ''} or code = any(${[...codes]}::text[]) or design.order_original_id = ${keyword})
    and (${underReview !== true} or under_review)
    and ${status === undefined ? sql`design.status <> 'draft'` : sql`design.status = ${status}`}`
  const { rows } = await sql<Row>`
    ${select} where ${condition} order by design.id desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from buyer_design design where ${condition}`.execute(ctx.db)
  return { items: rows.map((row) => toRow(ctx, row)), totalItems: counted[0]?.total ?? 0 }
}
