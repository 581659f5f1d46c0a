/** What credits were spent on, as sellers look it up. */
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { usageQuery } from '../../../contract/schemas/credits'
import type { UsageDetail, UsageRecord } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import type { Database } from '../../ports/database'
import { publicFileUrl } from '../files/service'

const view = (row: Selectable<Database['usage_record']>): UsageRecord => ({
  id: row.id,
  orderId: row.order_id,
  orderOriginalId: row.order_original_id,
  shopId: row.shop_id,
  createdAt: row.created_at.getTime(),
  usedCredits: row.used_credits,
})

/** A page, newest first; bounds of time are included. */
export async function listUsage({ db, actor }: Ctx, query: z.output<typeof usageQuery>) {
  let rows = db.selectFrom('usage_record').where('account_id', '=', actor.accountId)
  if (query.shopId !== undefined) rows = rows.where('shop_id', '=', query.shopId)
  if (query.orderId !== undefined) rows = rows.where('order_id', '=', query.orderId)
  if (query.orderOriginalId) rows = rows.where('order_original_id', '=', query.orderOriginalId)
  if (query.createdAtStart !== undefined) rows = rows.where('created_at', '>=', new Date(query.createdAtStart))
  if (query.createdAtEnd !== undefined) rows = rows.where('created_at', '<=', new Date(query.createdAtEnd))
  const { total } = await rows.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const page = await rows
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.pageSize)
    .offset((query.pageNo - 1) * query.pageSize)
    .execute()
  return { items: page.map(view), totalItems: total }
}

/** One record with the customizations it paid for. A customization that is gone keeps its line, without the picture. */
export async function getUsage(ctx: Ctx, id: number): Promise<UsageDetail> {
  const { db, actor } = ctx
  const row = await db
    .selectFrom('usage_record')
    .selectAll()
    .where('account_id', '=', actor.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('扣点记录')
  const lines = await db
    .selectFrom('usage_line')
    .leftJoin('customization', 'customization.id', 'usage_line.customization_id')
    .leftJoin('file', 'file.id', 'customization.customized_file_id')
    .select(['usage_line.customization_id', 'usage_line.used_credits', 'customization.customized_image_url', 'file.storage_key'])
    .where('usage_line.account_id', '=', actor.accountId)
    .where('usage_line.usage_record_id', '=', id)
    .orderBy('usage_line.customization_id')
    .execute()
  return {
    ...view(row),
    lines: lines.map((line) => ({
      customizationId: line.customization_id,
      customizedImageUrl: line.storage_key === null ? line.customized_image_url : publicFileUrl(ctx, line.storage_key),
      usedCredits: line.used_credits,
    })),
  }
}
