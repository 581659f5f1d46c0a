/** Reads orders one by one: lists yield only numbers, because they omit buyers' customizations. */
import { noPermissionText } from '../../../../contract/errors'
import { fieldsOf } from '../../../../contract/ground/fields'
import { Failure } from '../../../kernel/failure'
import type { OrderRange, UnreadOrder } from '../../../ports/marketplace'
import { orderNumbers } from '../paged-list'
import { type OrderEntry, readEach, readOr } from '../read-each'
import { listOf, readTopTime, textOf } from './json'
import { listReader, numberless, tradesPerPage } from './order-list'
import { quantityOf, toOrder } from './orders'
import type { TopClient } from './top-client'

const fullFields =
  'tid,tid_str,created,modified,pay_time,est_con_time,seller_flag,status,step_trade_status,buyer_message,seller_memo,orders.oid,orders.oid_str,orders.num_iid,orders.sku_id,orders.title,orders.pic_path,orders.sku_properties_name,orders.num,orders.status,orders.refund_status,orders.outer_sku_id,orders.outer_iid,orders.customization'

/** Yields the orders of a range page by page, as `Marketplace.orders` says. */
export const readOrders = (
  client: TopClient,
  session: string,
  range: OrderRange,
  skip?: ReadonlySet<string>,
): AsyncIterable<readonly OrderEntry[]> =>
  readEach(
    '淘宝',
    orderNumbers({ marketplace: '淘宝', perPage: tradesPerPage }, listReader(client, session, range)),
    (id) => readOrder(client, session, id),
    skip,
  )

/** Reads one order; rejects when the failure concerns more than this order. */
export async function readOrder(client: TopClient, session: string, tid: string): Promise<OrderEntry> {
  const unread = (reason: string): UnreadOrder => ({ originalId: tid, unread: reason, concerns: 'order' })
  if (tid.startsWith(numberless)) return unread('淘宝的列表没有给出订单号，请在千牛里查看这个订单')
  return readOr('淘宝', tid, async () => {
    const hasTrade = (content: object) => Object.keys(fieldsOf(fieldsOf(content).trade)).length > 0
    const content = await client.call('taobao.trade.fullinfo.get', { fields: fullFields, tid }, session, hasTrade)
    const trade = fieldsOf(content.trade)
    const number = textOf(trade.tid_str) ?? textOf(trade.tid)
    if (number === null) return unread('淘宝给出的订单没有订单号')
    if (number !== tid) return unread('淘宝给出的是另一个订单')
    if (readTopTime(trade.created) === null) return unread('淘宝给出的订单没有下单时间')
    const lines = listOf(trade, 'orders', 'order')
    if (lines.length === 0) return unread('淘宝给出的订单没有商品')
    if (lines.some((line) => quantityOf(line) === null)) return unread('淘宝给出的订单里有商品的数量无法识别')
    const order = toOrder(trade)
    if (order === null || order.items.length < lines.length) return unread('淘宝给出的订单里有商品没有编号')
    return order
  })
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
