/**
 * Reads orders one by one: lists yield only numbers, because they omit buyers' customizations. An order that cannot be read is named
 * with its reason and never stops the others.
 */
import { noPermissionText } from '../../../../contract/errors'
import { fieldsOf } from '../../../../contract/ground/fields'
import { Failure } from '../../../kernel/failure'
import type { MarketplaceOrder, OrderRange, UnreadOrder } from '../../../ports/marketplace'
import { listOf, readTopTime, textOf } from './json'
import { listReader, numberless, orderNumbers } from './order-list'
import { quantityOf, toOrder } from './orders'
import type { TopClient } from './top-client'
import { CallFailure } from './top-errors'

const fullFields =
  'tid,tid_str,created,modified,status,step_trade_status,buyer_message,seller_memo,orders.oid,orders.oid_str,orders.num_iid,orders.sku_id,orders.title,orders.pic_path,orders.sku_properties_name,orders.num,orders.status,orders.refund_status,orders.outer_sku_id,orders.outer_iid,orders.customization'

/** Orders in a row without an answer, after which the marketplace itself counts as away: each costs four attempts. */
const maxUnanswered = 5

/**
 * Yields the orders of a range page by page, as `Marketplace.orders` says. What was read of a page is yielded before a failure ends
 * the reading.
 */
export async function* readOrders(
  client: TopClient,
  session: string,
  range: OrderRange,
  skip: ReadonlySet<string> = new Set(),
): AsyncIterable<readonly (MarketplaceOrder | UnreadOrder)[]> {
  let unanswered = 0
  for await (const ids of orderNumbers(listReader(client, session, range))) {
    const entries: (MarketplaceOrder | UnreadOrder)[] = []
    let failure: unknown
    for (const id of ids) {
      if (skip.has(id)) continue
      try {
        const entry = await readOrder(client, session, id)
        unanswered = 'unread' in entry && entry.concerns === 'answer' ? unanswered + 1 : 0
        entries.push(entry)
        if (unanswered >= maxUnanswered) throw new Failure('upstream-failed', '淘宝暂时没有响应，请稍后再试')
      } catch (error) {
        failure = error
        break
      }
    }
    if (entries.length > 0) yield entries
    if (failure !== undefined) throw failure
  }
}

/** Reads one order; rejects when the failure concerns more than this order. */
export async function readOrder(client: TopClient, session: string, tid: string): Promise<MarketplaceOrder | UnreadOrder> {
  const unread = (concerns: UnreadOrder['concerns'], reason: string): UnreadOrder => ({
    originalId: tid,
    unread: reason,
    concerns,
  })
  if (tid.startsWith(numberless)) return unread('order', '淘宝的列表没有给出订单号，请在千牛里查看这个订单')
  try {
    const hasTrade = (content: object) => Object.keys(fieldsOf(fieldsOf(content).trade)).length > 0
    const content = await client.call('taobao.trade.fullinfo.get', { fields: fullFields, tid }, session, hasTrade)
    const trade = fieldsOf(content.trade)
    const number = textOf(trade.tid_str) ?? textOf(trade.tid)
    if (number === null) return unread('order', '淘宝给出的订单没有订单号')
    if (number !== tid) return unread('order', '淘宝给出的是另一个订单')
    if (readTopTime(trade.created) === null) return unread('order', '淘宝给出的订单没有下单时间')
    const lines = listOf(trade, 'orders', 'order')
    if (lines.length === 0) return unread('order', '淘宝给出的订单没有商品')
    if (lines.some((line) => quantityOf(line) === null)) return unread('order', '淘宝给出的订单里有商品的数量无法识别')
    const order = toOrder(trade)
    if (order === null || order.items.length < lines.length) return unread('order', '淘宝给出的订单里有商品没有编号')
    return order
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    const concerns = error.concerns === 'object' ? 'order' : error.concerns
    return unread(concerns, concerns === 'answer' ? '淘宝给出的内容无法识别，或没有给出内容' : error.message)
  }
}

/** Orders that are tried before a session counts as without the right: single ones may be closed to it. */
const triedOrders = 3
const checkedMs = 89 * 24 * 60 * 60_000

/** As `Marketplace.checkOrders` says. */
export async function checkOrders(client: TopClient, session: string, now: Date): Promise<void> {
  const range = { by: 'created', from: new Date(now.getTime() - checkedMs), to: now } as const
  const { ids } = await listReader(client, session, range)(1)
  for (const id of ids.slice(0, triedOrders)) {
    const entry = await readOrder(client, session, id)
    if (!('unread' in entry) || entry.concerns !== 'right') return
  }
  if (ids.length > 0) throw new Failure('subuser.has-no-permission', noPermissionText)
}
