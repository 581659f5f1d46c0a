/**
 * Maps an order of 拼多多 (pdd.order.information.get) to ours. Times are texts of Beijing, as documented. Guesses: what `confirm_status` means,
 * that state 0 is none that anybody explains, and that a state which an answer leaves out says nothing.
 */
import type { Fields } from '../../../../contract/ground/fields'
import { graverState, type ItemState, itemStateOf } from '../../../../contract/rules/item-state'
import { numberLines } from '../../../../contract/rules/line-numbers'
import type { MarketplaceOrder, MarketplaceOrderItem } from '../../../ports/marketplace'
import { beijingTime, choiceOf, noteOf, pictureUrl, quantityOf, rowsOf, stateIn, textOf } from '../values'

type States = Readonly<Record<string, ItemState>>

const orderStatuses: States = { 1: 'toMake', 2: 'shipped', 3: 'shipped' }
/** The other states of an order: each holds beside its state, and the gravest counts. */
const besides: Readonly<Record<string, States>> = {
  refund_status: { 1: 'toMake', 2: 'refundAsked', 3: 'refundAsked', 4: 'refunded' },
  // A group purchase that is running, complete, or failed.
  group_status: { 0: 'notYet', 1: 'toMake', 2: 'closed' },
  // The marketplace checks the order for fraud, and forbids shipping until then.
  risk_control_status: { 0: 'toMake', 1: 'paying' },
  confirm_status: { 0: 'unpaid', 1: 'toMake', 2: 'closed' },
}

export const stateOf = (order: Fields): ItemState =>
  Object.entries(besides).reduce<ItemState>(
    (state, [name, table]) => graverState(state, stateIn(table, order[name]) ?? 'toMake'),
    stateIn(orderStatuses, order.order_status) ?? 'unknown',
  )

/** Returns null for a line without a quantity. */
function toLine(line: Fields, order: Fields): Omit<MarketplaceOrderItem, 'originalId'> | null {
  const quantity = quantityOf(line.goods_count)
  if (quantity === null) return null
  return {
    productOriginalId: textOf(line.goods_id),
    skuOriginalId: textOf(line.sku_id),
    title: (textOf(line.goods_name) ?? '').slice(0, 500),
    imageUrl: pictureUrl(line.goods_img),
    // Values without names: 黑色,iPhone 15.
    propertiesName: choiceOf(
      (textOf(line.goods_spec) ?? '')
        .split(/[,，]/)
        .filter((value) => value.trim() !== '')
        .map((value) => [null, value]),
    ),
    quantity,
    content: null,
    ...itemStateOf({ state: stateOf(order) }),
    merchantSku: (textOf(line.outer_id) ?? textOf(line.outer_goods_id))?.slice(0, 200) || null,
  }
}

/** Returns the order, or why it cannot be used, in words for the seller. */
export function toOrder(order: Fields): MarketplaceOrder | string {
  const originalId = textOf(order.order_sn)
  if (originalId === null) return '拼多多给出的订单没有订单号'
  const createdAt = beijingTime(order.created_time)
  if (createdAt === null) return '拼多多给出的订单没有下单时间'
  const rows = rowsOf(order.item_list)
  if (rows.length === 0) return '拼多多给出的订单没有商品'
  const lines = rows.flatMap((row) => toLine(row, order) ?? [])
  if (lines.length < rows.length) return '拼多多给出的订单里有商品的数量无法识别'
  return {
    originalId,
    createdAt,
    modifiedAt: beijingTime(order.updated_at) ?? createdAt,
    buyerMessage: noteOf(order.buyer_memo),
    sellerMemo: noteOf(order.remark),
    items: numberLines(originalId, lines),
  }
}
