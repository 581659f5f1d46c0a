/**
 * Maps an order of 拼多多 (pdd.order.information.get) to ours. Times are texts of Beijing, as documented. Guesses: what `confirm_status` means,
 * that state 0 is none that anybody explains, and that a state which an answer leaves out says nothing.
 */
import { type Fields, fieldsOf } from '../../../../contract/ground/fields'
import { graverState, type ItemState, itemStateOf } from '../../../../contract/rules/item-state'
import { numberLines } from '../../../../contract/rules/line-numbers'
import { flagOfWords, type OrderFlag } from '../../../../contract/rules/order-flag'
import type { MarketplaceOrder, MarketplaceOrderItem } from '../../../ports/marketplace'
import {
  beijingTime,
  choiceOf,
  flagIn,
  giftTitle,
  noteOf,
  pictureUrl,
  quantityOf,
  rowsOf,
  saidTime,
  stateIn,
  textOf,
} from '../values'

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

/** `step_order_info.step_trade_status` of an order with a deposit. */
const steps: States = { 0: 'unpaid', 1: 'depositPaid', 2: 'toMake' }
/** `remark_tag`; the name beside it, `remark_tag_name`, is the seller's or that of the colour. */
const flags: Readonly<Record<string, OrderFlag | null>> = { 0: null, 1: 'red', 2: 'yellow', 3: 'green', 4: 'blue', 5: 'purple' }

/** Whether the marketplace tells the seller not to ship for now (`ship_hold` among the tags of an order). */
const isShipHeld = (order: Fields): boolean =>
  rowsOf(order.order_tag_list).some(({ name, value }) => name === 'ship_hold' && textOf(value) === '1')

/** Returns the state of an order's lines: the gravest of what its states say. */
export function stateOf(order: Fields): ItemState {
  const stated = Object.entries(besides).reduce<ItemState>(
    (state, [name, table]) => graverState(state, stateIn(table, order[name]) ?? 'toMake'),
    stateIn(orderStatuses, order.order_status) ?? 'unknown',
  )
  const paid = stateIn(steps, fieldsOf(order.step_order_info).step_trade_status) ?? 'toMake'
  return graverState(graverState(stated, paid), isShipHeld(order) ? 'notYet' : 'toMake')
}

/** Returns the seller's words beside a flag; the name of its colour alone says nothing more. */
const flagWords = (order: Fields): string | null => {
  const words = textOf(order.remark_tag_name) ?? ''
  return flagOfWords(words).flag === null ? words || null : null
}

/** Returns null for a line without a quantity. */
function toLine(line: Fields, order: Fields, isGift = false): Omit<MarketplaceOrderItem, 'originalId'> | null {
  const quantity = quantityOf(line.goods_count)
  if (quantity === null) return null
  return {
    productOriginalId: textOf(line.goods_id),
    skuOriginalId: textOf(line.sku_id),
    title: isGift ? giftTitle(line.goods_name) : (textOf(line.goods_name) ?? '').slice(0, 500),
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

/** Numbers gifts after the lines that were bought, whose numbers they leave as they are: files do not name them as lines. */
const withGifts = (
  orderNumber: string,
  bought: readonly MarketplaceOrderItem[],
  gifts: readonly Omit<MarketplaceOrderItem, 'originalId'>[],
): readonly MarketplaceOrderItem[] => [
  ...bought,
  ...gifts.map((gift, at) => ({ ...gift, originalId: `${orderNumber}-${bought.length + at + 1}` })),
]

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
  const gifts = rowsOf(order.gift_list).flatMap((row) => toLine(row, order, true) ?? [])
  return {
    originalId,
    createdAt,
    modifiedAt: beijingTime(order.updated_at) ?? createdAt,
    paidAt: saidTime(order.pay_time, beijingTime) ?? saidTime(order.confirm_time, beijingTime),
    shipUntil: saidTime(order.last_ship_time, beijingTime),
    ...flagIn(flags, order.remark_tag, flagWords(order)),
    buyerMessage: noteOf(order.buyer_memo),
    sellerMemo: noteOf(order.remark),
    items: withGifts(originalId, numberLines(originalId, lines), gifts),
  }
}
