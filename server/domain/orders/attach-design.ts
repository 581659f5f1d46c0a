/** Puts designs into order items that came without them, as if the order had brought them. */
import { sql } from 'kysely'
import { isFields } from '../../../contract/ground/fields'
import type { Ctx } from '../../kernel/context'
import { attachedPrefix } from './attached-id'
import { readContent } from './content'
import { type ItemWrite, writeItems } from './items'
import { refreshAfterImport } from './push-status'
import { searchText } from './search-text'

export interface DesignPlace {
  readonly shopId: number
  /** The item; a merged order and the orders that it was merged from share it. */
  readonly itemOriginalId: string
  /** Id of the design within the item's content. */
  readonly id: string
  /** The design as the content of an item holds it; null takes the design away. */
  readonly info: Readonly<Record<string, unknown>> | null
}

/** Adds, replaces or takes away a design; the shop must be locked, and the ledger after it. */
export async function attachDesign(ctx: Ctx, { shopId, itemOriginalId, id, info }: DesignPlace): Promise<void> {
  const { db, clock, actor } = ctx
  const { rows } = await sql<ItemWrite & { orderId: number; orderOriginalId: string }>`
    select item.order_id as "orderId", shop_order.original_id as "orderOriginalId", item.original_id as "originalId", item.product_original_id as "productOriginalId",
      item.sku_original_id as "skuOriginalId", item.title, item.image_url as "imageUrl", item.properties_name as "propertiesName",
      item.quantity, item.content, item.state, item.hold, item.merchant_sku as "merchantSku"
    from order_item item join shop_order on shop_order.id = item.order_id
    where shop_order.account_id = ${actor.accountId} and shop_order.shop_id = ${shopId}
      and exists (select from order_item same where same.order_id = item.order_id and same.original_id = ${itemOriginalId})
    order by item.order_id, item.place`.execute(db)
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))]
  const orders = orderIds.map((orderId) => ({
    orderId,
    items: rows
      .filter((row) => row.orderId === orderId)
      .map(({ orderId: _, orderOriginalId: __, ...item }) =>
        item.originalId === itemOriginalId ? { ...item, content: withDesign(item, id, info) } : item,
      ),
  }))
  await writeItems(ctx, shopId, orders)
  for (const { orderId, items } of orders) {
    // The order is found by the phone of its design, too.
    const originalId = rows.find((row) => row.orderId === orderId)?.orderOriginalId ?? ''
    await db
      .updateTable('shop_order')
      .set({ search: searchText({ originalId, orderItems: items }) })
      .where('id', '=', orderId)
      .where('account_id', '=', actor.accountId)
      .execute()
  }
  await refreshAfterImport({ db, clock, accountId: actor.accountId }, orderIds)
}

function withDesign({ content, originalId }: ItemWrite, id: string, info: DesignPlace['info']): string | null {
  // Content that cannot be read holds no design, and the order's text of it is of no use to anybody.
  const known = readContent(content, originalId).length > 0 ? JSON.parse(content ?? '') : null
  const others = known === null ? [] : infosOf(known).filter((one) => one.id !== id)
  const infos = info === null ? others : [...others, info]
  if (infos.length === 0) return null
  return JSON.stringify({ ...(isFields(known) ? known : {}), v: 1, phoneCaseCustomizationInfos: infos })
}

/** SQL condition on the content of an item: designs are attached to it. */
export const hasAttached = sql<boolean>`content like ${`%"${attachedPrefix}%`}`

/** Returns the content that a source brings for an item with the designs that are attached to its stored content. */
export function keepAttached(item: ItemWrite, stored: string): string | null {
  if (readContent(stored, item.originalId).length === 0) return item.content
  const attached = infosOf(JSON.parse(stored)).flatMap((info) =>
    typeof info.id === 'string' && info.id.startsWith(attachedPrefix) ? [{ id: info.id, info }] : [],
  )
  return attached.reduce((content, { id, info }) => {
    const isThere = readContent(content, item.originalId).some(({ key }) => key === `id:${id}`)
    return isThere ? content : withDesign({ ...item, content }, id, info)
  }, item.content)
}

const infosOf = (json: unknown): Record<string, unknown>[] =>
  isFields(json) && Array.isArray(json.phoneCaseCustomizationInfos) ? json.phoneCaseCustomizationInfos.filter(isFields) : []
