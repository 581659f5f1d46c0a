/** Usage records: what credits were spent on, for sellers. */
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { usageQuery } from '../../../contract/schemas/credits'
import type { UsageDetail, UsageRecord } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { notFound } from '../../kernel/failure'
import type { Database } from '../../kernel/tables'
import { fileAddress } from '../files/addresses'

const toUsageRecord = (row: Selectable<Database['usage_record']> & { readonly corrected: number }): UsageRecord => ({
  id: row.id,
  orderId: row.order_id,
  orderOriginalId: row.order_original_id,
  shopId: row.shop_id,
  createdAt: row.created_at.getTime(),
  usedCredits: row.used_credits,
  correctedCredits: row.corrected,
})

const correctedCredits = sql<number>`(select coalesce(sum(used_credits), 0)::int8 from usage_correction
  where usage_correction.usage_record_id = usage_record.id)`.as('corrected')

/** Returns a page, newest first; the bounds of time are inclusive. */
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
    .select(correctedCredits)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.pageSize)
    .offset((query.pageNo - 1) * query.pageSize)
    .execute()
  return { items: page.map(toUsageRecord), totalItems: total }
}

interface LineRow {
  readonly customization_id: number
  readonly used_credits: number
  readonly corrected: boolean
  readonly customized_image_url: string | null
  readonly storage_key: string | null
}

/** Returns one record with the customizations that it paid for. A deleted customization keeps its line, without the picture. */
export async function getUsage(ctx: Ctx, id: number): Promise<UsageDetail> {
  const { db, actor } = ctx
  const row = await db
    .selectFrom('usage_record')
    .selectAll()
    .select(correctedCredits)
    .where('account_id', '=', actor.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('扣点记录')
  const { rows: lines } = await sql<LineRow>`
    select line.customization_id, line.used_credits, line.corrected, customization.customized_image_url, file.storage_key
    from (
      select customization_id, used_credits, false as corrected from usage_line
      where account_id = ${actor.accountId} and usage_record_id = ${id}
      union all
      select customization_id, used_credits, true from usage_correction
      where account_id = ${actor.accountId} and usage_record_id = ${id}
    ) line
    left join customization on customization.id = line.customization_id
    left join file on file.id = customization.customized_file_id
    order by line.customization_id`.execute(db)
  return {
    ...toUsageRecord(row),
    lines: lines.map((line) => ({
      customizationId: line.customization_id,
      customizedImageUrl: line.storage_key === null ? line.customized_image_url : fileAddress(ctx, line.storage_key),
      usedCredits: line.used_credits,
      corrected: line.corrected,
    })),
  }
}
