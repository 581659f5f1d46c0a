/**
 * Maps an order of WeChat shops (channels/ec/order/get) to ours. Times are seconds, as documented. What is a guess: that a line of which all
 * pieces are refunded counts as refunded, that of an order with several products nothing says which one its customization is of, and that
 * `on_aftersale_order_cnt` concerns every line where no line names a refund of its own.
 */
import { type Fields, fieldsOf } from '../../../../contract/ground/fields'
import { graverState, type ItemState, itemStateOf } from '../../../../contract/rules/item-state'
import { numberLines } from '../../../../contract/rules/line-numbers'
import type { MarketplaceOrder, MarketplaceOrderItem } from '../../../ports/marketplace'
import { contentOf } from '../content'
import {
  choiceOf,
  countOf,
  earliest,
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

/** The documented states of an order (`status`); any other asks the seller. */
export const orderStatuses: Readonly<Record<string, ItemState>> = {
  10: 'unpaid',
  // A present that nobody has accepted yet, and a group purchase that is not complete: paid, and not to be shipped.
  12: 'notYet',
  13: 'notYet',
  20: 'toMake',
  21: 'partlyShipped',
  30: 'shipped',
  100: 'finished',
  // Everything in the order was refunded.
  200: 'refunded',
  // The order ended before it was paid for.
  250: 'closed',
}

function refundOf(line: Fields, order: Fields, isNamed: boolean): ItemState {
  const bought = countOf(line.sku_cnt) ?? 0
  const done = countOf(line.finish_aftersale_sku_cnt) ?? 0
  const asked = (countOf(line.on_aftersale_sku_cnt) ?? 0) > 0
  const ofOrder = !isNamed && (countOf(fieldsOf(order.aftersale_detail).on_aftersale_order_cnt) ?? 0) > 0
  if (done > 0 && done >= bought) return 'refunded'
  if (asked || ofOrder) return 'refundAsked'
  return done > 0 ? 'partRefunded' : 'toMake'
}

/** Returns the state of a line: the gravest of its order's and of its refund's. */
export function stateOfLine(line: Fields, order: Fields): ItemState {
  const isNamed = rowsOf(fieldsOf(order.order_detail).product_infos).some((one) => (countOf(one.on_aftersale_sku_cnt) ?? 0) > 0)
  return graverState(stateIn(orderStatuses, order.status) ?? 'unknown', refundOf(line, order, isNamed))
}

/** Returns what the buyer customized in the form of marketplaces: texts and pictures. Null without either. */
function customizationOf(detail: Fields): string | null {
  const custom = fieldsOf(detail.custom_info)
  const texts = [['定制文字', noteOf(custom.custom_word)] as const]
  const pictures = [
    ['定制图片', pictureUrl(custom.custom_img_url)],
    ['定制预览图', pictureUrl(custom.custom_preview_img_url)],
  ] as const
  const text = texts.flatMap(([key, content], at) => (content === null ? [] : [{ id: at + 1, key, content }]))
  const pic = pictures.flatMap(([key, url], at) => (url === null ? [] : [{ id: at + 1, key, url }]))
  return text.length + pic.length === 0 ? null : contentOf(JSON.stringify({ text, pic }))
}

type Line = Omit<MarketplaceOrderItem, 'originalId'>

/** `is_free_gift`: the line is given with another. */
const isGift = (line: Fields): boolean => textOf(line.is_free_gift) === '1'

/** Returns null for a line without a quantity. */
function toLine(line: Fields, order: Fields): Line | null {
  const quantity = quantityOf(line.sku_cnt)
  if (quantity === null) return null
  return {
    productOriginalId: textOf(line.product_id),
    skuOriginalId: textOf(line.sku_id),
    title: isGift(line) ? giftTitle(line.title) : (textOf(line.title) ?? '').slice(0, 500),
    imageUrl: pictureUrl(line.thumb_img),
    propertiesName: choiceOf(rowsOf(line.sku_attrs).map(({ attr_key, attr_value }) => [attr_key, attr_value])),
    quantity,
    content: null,
    ...itemStateOf({ state: stateOfLine(line, order) }),
    merchantSku: (textOf(line.sku_code) ?? textOf(line.out_sku_id))?.slice(0, 200) || null,
  }
}

/** Returns the order, or why it cannot be used, in words for the seller. */
export function toOrder(order: Fields): MarketplaceOrder | string {
  const originalId = textOf(order.order_id)
  if (originalId === null) return '微信小店给出的订单没有订单号'
  const createdAt = secondsTime(order.create_time)
  if (createdAt === null) return '微信小店给出的订单没有下单时间'
  const detail = fieldsOf(order.order_detail)
  const rows = rowsOf(detail.product_infos)
  if (rows.length === 0) return '微信小店给出的订单没有商品'
  const lines = rows.flatMap((row) => toLine(row, order) ?? [])
  if (lines.length < rows.length) return '微信小店给出的订单里有商品的数量无法识别'
  const content = customizationOf(detail)
  const bought = rows.filter((row) => !isGift(row))
  const notes = fieldsOf(detail.ext_info)
  return {
    originalId,
    createdAt,
    modifiedAt: secondsTime(order.update_time) ?? createdAt,
    paidAt: saidTime(fieldsOf(detail.pay_info).pay_time, secondsTime),
    // Each line has its own deadline: the first of those that are bought counts.
    shipUntil: earliest(bought.map(({ delivery_deadline }) => secondsTime(delivery_deadline))),
    buyerMessage: noteOf(notes.customer_notes),
    sellerMemo: noteOf(notes.merchant_notes),
    items: numberLines(
      originalId,
      lines.map((line, at) => (bought.length === 1 && rows[at] === bought[0] ? { ...line, content } : line)),
    ),
  }
}
