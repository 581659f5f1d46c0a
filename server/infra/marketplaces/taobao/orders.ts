/** Maps the marketplace's fields of an order to ours. */
import type { Fields } from '../../../../contract/ground/fields'
import { itemStateOf } from '../../../../contract/rules/item-state'
import type { OrderFlag } from '../../../../contract/rules/order-flag'
import type { MarketplaceOrder, MarketplaceOrderItem } from '../../../ports/marketplace'
import { contentOf } from '../content'
import { flagIn, noteOf, pictureUrl, quantityOf as quantityIn, saidTime } from '../values'
import { listOf, readTopTime, textOf } from './json'
import { stateOfLine } from './order-states'

/** `Trade.seller_flag`, as documented; 0, grey, is what an order has that nobody marked. */
const flags: Readonly<Record<string, OrderFlag | null>> = { 0: null, 1: 'red', 2: 'yellow', 3: 'green', 4: 'blue', 5: 'purple' }

/** Returns null for an order without a number or time: it could be neither shown nor found again. */
export function toOrder(trade: Fields): MarketplaceOrder | null {
  const originalId = textOf(trade.tid_str) ?? textOf(trade.tid)
  const createdAt = readTopTime(trade.created)
  if (originalId === null || createdAt === null) return null
  const items = listOf(trade, 'orders', 'order').flatMap((line) => toItem(line, trade) ?? [])
  return {
    originalId,
    createdAt,
    modifiedAt: readTopTime(trade.modified) ?? createdAt,
    paidAt: saidTime(trade.pay_time, readTopTime),
    // When the seller promised to ship; some listings have words such as 付款后3天内 there, which name no time.
    shipUntil: saidTime(trade.est_con_time, readTopTime),
    ...flagIn(flags, trade.seller_flag),
    buyerMessage: noteOf(trade.buyer_message),
    sellerMemo: noteOf(trade.seller_memo),
    items,
  }
}

/** Returns how many pieces of a line were bought; null where that cannot be read. */
export const quantityOf = (line: Fields): number | null => quantityIn(line.num)

/** Returns null for a line without a number or a quantity. */
function toItem(line: Fields, trade: Fields): MarketplaceOrderItem | null {
  const originalId = textOf(line.oid_str) ?? textOf(line.oid)
  if (originalId === null) return null
  const quantity = quantityOf(line)
  if (quantity === null) return null
  return {
    originalId,
    productOriginalId: textOf(line.num_iid),
    skuOriginalId: textOf(line.sku_id),
    title: (textOf(line.title) ?? '').slice(0, 500),
    imageUrl: pictureUrl(line.pic_path),
    propertiesName: (textOf(line.sku_properties_name) ?? '').slice(0, 500),
    quantity,
    content: contentOf(line.customization),
    ...itemStateOf({ state: stateOfLine(line, trade) }),
    merchantSku: (textOf(line.outer_sku_id) ?? textOf(line.outer_iid))?.trim().slice(0, 200) || null,
  }
}

export { contentOf }
