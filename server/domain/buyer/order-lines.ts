/** Reads the items of orders as the rule that places designs sees them. */
import { sql } from 'kysely'
import type { PlaceLine } from '../../../contract/rules/design-place'
import { type ItemWork, isOpenForWork } from '../../../contract/rules/order-state'
import type { Ctx } from '../../kernel/context'

export interface OrderLine extends PlaceLine {
  readonly originalId: string
}

interface Row extends Omit<OrderLine, 'isHeld'>, ItemWork {
  readonly orderId: number
  readonly parentId: number | null
}

/** A product is known to be customized by its newest items. */
const newestItems = 50

/**
 * Returns the items by order, in their order. A merged order without items of its own has those of its parts.
 *
 * Designs that wait for the seller's review count, too; a design and its remakes are one.
 */
export async function readLines({ db, actor }: Ctx, orderIds: readonly number[]): Promise<ReadonlyMap<number, OrderLine[]>> {
  const ids = sql`${[...new Set(orderIds)]}::bigint[]`
  const { rows } = await sql<Row>`
    select item.id, item.order_id as "orderId", shop_order.parent_id as "parentId", item.original_id as "originalId", item.title,
      item.properties_name as "propertiesName", item.quantity, item.hold, item.state,
      (select count(*)::int from order_item_customization link join customization made on made.id = link.customization_id
        where link.order_item_id = item.id and made.remake_of is null)
      + (select count(*)::int from buyer_design design where design.shop_id = shop_order.shop_id and design.under_review
        and design.order_original_id = shop_order.original_id and design.item_original_id = item.original_id) as designs,
      exists (select from order_item_customization link join push_line line on line.customization_id = link.customization_id
        and line.account_id = item.account_id where link.order_item_id = item.id and line.status <> 'failed') as "isSent",
      exists (select from customization_setting setting where setting.account_id = item.account_id
        and setting.shop_id = shop_order.shop_id and setting.product_original_id = item.product_original_id)
      or exists (select from (select id from order_item other where other.account_id = item.account_id
          and other.product_original_id = item.product_original_id order by id desc limit ${newestItems}) newest
        join order_item_customization link on link.order_item_id = newest.id) as "isCustomizable"
    from order_item item join shop_order on shop_order.id = item.order_id
    where item.account_id = ${actor.accountId}
      and (shop_order.id = any(${ids}) or shop_order.account_id = ${actor.accountId} and shop_order.parent_id = any(${ids}))
    order by item.order_id, item.place`.execute(db)
  const lines = rows.map((row) => ({ ...row, isHeld: !isOpenForWork(row) }))
  return new Map(
    orderIds.map((orderId) => {
      const own = lines.filter((row) => row.orderId === orderId)
      return [orderId, own.length > 0 ? own : lines.filter((row) => row.parentId === orderId)]
    }),
  )
}
