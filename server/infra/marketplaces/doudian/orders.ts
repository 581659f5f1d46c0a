/**
 * Maps an order of 抖店 (order.orderDetail) to ours. Times are seconds, as documented. Guesses: 105 (paid) is not yet to ship; a refund that
 * failed or ended in an exchange asks the seller; a refund of a line counts as whole, because no amount tells a part; and that the texts of
 * `sku_customization_info` hold what our page handed over.
 */
import { type Fields, fieldsOf } from '../../../../contract/ground/fields'
import { graverState, type ItemState, itemStateOf } from '../../../../contract/rules/item-state'
import type { OrderFlag } from '../../../../contract/rules/order-flag'
import type { MarketplaceOrder, MarketplaceOrderItem } from '../../../ports/marketplace'
import { contentOf } from '../content'
import {
  choiceOf,
  earliest,
  flagIn,
  giftTitle,
  noteOf,
  pictureUrl,
  quantityOf,
  rowsOf,
  saidTime,
  secondsTime,
  stateIn,
  textOf,
} from '../values'

/** `order_status` of an order and of its lines. */
export const orderStatuses: Readonly<Record<string, ItemState>> = {
  1: 'unpaid',
  105: 'notYet',
  2: 'toMake',
  101: 'partlyShipped',
  3: 'shipped',
  5: 'finished',
  4: 'closed',
  21: 'refunded',
  22: 'refunded',
  39: 'refunded',
}

/** `after_sale_info.after_sale_status` of a line. */
export const afterSaleStatuses: Readonly<Record<string, ItemState>> = {
  0: 'toMake',
  6: 'refundAsked',
  7: 'refundAgreed',
  11: 'goodsReturned',
  12: 'refunded',
  27: 'refundRefused',
  29: 'refundRefused',
  28: 'toMake',
  51: 'refunded',
}

/** `after_sale_info.refund_status` of a line. */
export const refundStatuses: Readonly<Record<string, ItemState>> = {
  0: 'toMake',
  1: 'refundAsked',
  2: 'refundAsked',
  3: 'refunded',
}

/** `seller_remark_stars`; 0, grey, is what an order has that nobody marked. */
const flags: Readonly<Record<string, OrderFlag | null>> = { 0: null, 1: 'purple', 2: 'cyan', 3: 'green', 4: 'orange', 5: 'red' }

/** Returns the state of a line: the gravest of its order's, its own and its refund's. */
export function stateOfLine(line: Fields, order: Fields): ItemState {
  const own = stateIn(orderStatuses, line.order_status)
  const whole = stateIn(orderStatuses, order.order_status)
  // A partly shipped order does not say which of its lines are shipped, so a line's own state counts.
  const placed = own === null ? (whole ?? 'unknown') : whole === null || whole === 'partlyShipped' ? own : graverState(own, whole)
  const refund = fieldsOf(line.after_sale_info)
  const asked = stateIn(afterSaleStatuses, refund.after_sale_status) ?? 'toMake'
  return graverState(graverState(placed, asked), stateIn(refundStatuses, refund.refund_status) ?? 'toMake')
}

/** Returns what the buyer customized of a line in the form of marketplaces: texts and pictures. Null without either. */
export function customizationOf(line: Fields): string | null {
  const details = rowsOf(line.sku_customization_info).map(({ detail }) => fieldsOf(detail))
  const text = details
    .flatMap((detail) => rowsOf(detail.text))
    .flatMap(({ key, content }) => (textOf(content) === null ? [] : [{ key: textOf(key) ?? '', content: textOf(content) }]))
    .map((one, at) => ({ id: at + 1, ...one }))
  const pic = details
    .flatMap((detail) => rowsOf(detail.pic))
    .flatMap(({ url }) => pictureUrl(url) ?? [])
    .map((url, at) => ({ id: at + 1, url }))
  return text.length + pic.length === 0 ? null : contentOf(JSON.stringify({ text, pic }))
}

/** Returns null for a line without a number or a quantity. */
function toItem(line: Fields, order: Fields): MarketplaceOrderItem | null {
  const originalId = textOf(line.order_id)
  const quantity = quantityOf(line.item_num)
  if (originalId === null || quantity === null) return null
  const isGift = textOf(line.given_product_type)?.toUpperCase() === 'FREE'
  return {
    originalId,
    productOriginalId: textOf(line.product_id_str) ?? textOf(line.product_id),
    skuOriginalId: textOf(line.sku_id),
    title: isGift ? giftTitle(line.product_name) : (textOf(line.product_name) ?? '').slice(0, 500),
    imageUrl: pictureUrl(line.product_pic),
    propertiesName: choiceOf(rowsOf(line.spec).map(({ name, value }) => [name, value])),
    quantity,
    content: isGift ? null : customizationOf(line),
    ...itemStateOf({ state: stateOfLine(line, order) }),
    merchantSku: (textOf(line.out_sku_id) ?? textOf(line.code))?.slice(0, 200) || null,
  }
}

/** Returns the order, or why it cannot be used, in words for the seller. */
export function toOrder(order: Fields): MarketplaceOrder | string {
  const originalId = textOf(order.order_id)
  if (originalId === null) return '抖店给出的订单没有订单号'
  const createdAt = secondsTime(order.create_time)
  if (createdAt === null) return '抖店给出的订单没有下单时间'
  const rows = rowsOf(order.sku_order_list)
  if (rows.length === 0) return '抖店给出的订单没有商品'
  const items = rows.flatMap((row) => toItem(row, order) ?? [])
  if (items.length < rows.length) return '抖店给出的订单里有商品没有编号，或数量无法识别'
  return {
    originalId,
    createdAt,
    modifiedAt: secondsTime(order.update_time) ?? createdAt,
    paidAt: saidTime(order.pay_time, secondsTime),
    shipUntil:
      saidTime(order.exp_ship_time, secondsTime) ?? earliest(rows.map(({ exp_ship_time }) => secondsTime(exp_ship_time))),
    ...flagIn(flags, order.seller_remark_stars),
    buyerMessage: noteOf(order.buyer_words),
    sellerMemo: noteOf(order.seller_words),
    items,
  }
}
