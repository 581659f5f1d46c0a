/**
 * Reads orders and maps the marketplace's fields to ours. Lists yield only numbers; each order is then read in full, because
 * lists omit buyers' customizations.
 */
import { type Fields, fieldsOf } from '../../../contract/rules/fields'
import { itemStateOf } from '../../../contract/rules/item-state'
import type { MarketplaceOrder, MarketplaceOrderItem, OrderRange } from '../../ports/marketplace'
import { listOf, readTopTime, textOf, topTime } from './json'
import { stateOfLine } from './order-states'
import { webUrl } from './products'
import type { TopClient } from './top-client'

/** Page size that the marketplace recommends. */
const tradesPerPage = 40
/** Without this list the marketplace omits whole kinds of orders. */
const types =
  'fixed,auction,guarantee_trade,step,independent_simple_trade,independent_shop_trade,auto_delivery,ec,cod,nopaid,tmall_i18n'
const fullFields =
  'tid,tid_str,created,modified,status,step_trade_status,buyer_message,seller_memo,orders.oid,orders.oid_str,orders.num_iid,orders.sku_id,orders.title,orders.pic_path,orders.sku_properties_name,orders.num,orders.status,orders.refund_status,orders.outer_sku_id,orders.outer_iid,orders.customization'

/**
 * Yields pages from the last to the first: an order that changes meanwhile leaves the range and shifts later orders forward, so
 * reading from the first page on would skip one.
 */
export async function* readOrders(
  client: TopClient,
  session: string,
  range: OrderRange,
): AsyncIterable<readonly MarketplaceOrder[]> {
  const page = async (pageNo: number) => readPage(client, session, range, pageNo)
  const first = await page(1)
  for (let pageNo = Math.ceil(first.total / tradesPerPage); pageNo >= 1; pageNo -= 1) {
    const ids = pageNo === 1 && first.total <= tradesPerPage ? first.ids : (await page(pageNo)).ids
    const orders: MarketplaceOrder[] = []
    for (const id of ids) {
      const order = await readOrder(client, session, id)
      if (order) orders.push(order)
    }
    if (orders.length > 0) yield orders
  }
}

async function readPage(client: TopClient, session: string, range: OrderRange, pageNo: number) {
  const byChange = range.by === 'modified'
  const content = await client.call(
    byChange ? 'taobao.trades.sold.increment.get' : 'taobao.trades.sold.get',
    {
      fields: 'tid,tid_str,modified,created',
      [byChange ? 'start_modified' : 'start_created']: topTime(range.from),
      [byChange ? 'end_modified' : 'end_created']: topTime(range.to),
      type: types,
      page_no: String(pageNo),
      page_size: String(tradesPerPage),
    },
    session,
  )
  const ids = listOf(content, 'trades', 'trade').flatMap((trade) => textOf(trade.tid_str) ?? textOf(trade.tid) ?? [])
  return { ids, total: Math.max(Number(textOf(content.total_results) ?? 0) || 0, ids.length) }
}

async function readOrder(client: TopClient, session: string, tid: string): Promise<MarketplaceOrder | null> {
  const content = await client.call('taobao.trade.fullinfo.get', { fields: fullFields, tid }, session)
  return toOrder(fieldsOf(content.trade))
}

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
    buyerMessage: noteOf(trade.buyer_message),
    sellerMemo: noteOf(trade.seller_memo),
    items,
  }
}

const noteOf = (value: unknown): string | null => textOf(value)?.trim().slice(0, 2000) || null

function toItem(line: Fields, trade: Fields): MarketplaceOrderItem | null {
  const originalId = textOf(line.oid_str) ?? textOf(line.oid)
  if (originalId === null) return null
  const quantity = Number(textOf(line.num) ?? 1)
  return {
    originalId,
    productOriginalId: textOf(line.num_iid),
    skuOriginalId: textOf(line.sku_id),
    title: (textOf(line.title) ?? '').slice(0, 500),
    imageUrl: secureUrl(webUrl(textOf(line.pic_path))),
    propertiesName: (textOf(line.sku_properties_name) ?? '').slice(0, 500),
    quantity: Number.isSafeInteger(quantity) && quantity >= 0 && quantity <= 1_000_000 ? quantity : 1,
    content: contentOf(line.customization),
    ...itemStateOf({ state: stateOfLine(line, trade) }),
    merchantSku: (textOf(line.outer_sku_id) ?? textOf(line.outer_iid))?.trim().slice(0, 200) || null,
  }
}

/**
 * Changes http to https: old orders have picture addresses without encryption, which a page does not load, and the hosts serve
 * both.
 */
const secureUrl = (url: string | null): string | null => url?.replace(/^http:/, 'https:') ?? null

const isOurs = (text: unknown): text is string => typeof text === 'string' && /"phoneCaseCustomizationInfos"/.test(text)

/**
 * Returns what the buyer customized: the text that the customization plugin wrote, alone or as one of the texts in the
 * marketplace's own format `{"itemId","skuId","text":[{"id","content"}],"pic":[…]}`. Any other text is returned unchanged.
 */
export function contentOf(customization: unknown): string | null {
  if (typeof customization !== 'string') {
    const whole = customization === undefined || customization === null ? null : JSON.stringify(customization)
    return whole === null ? null : contentOf(whole)
  }
  if (customization.trim() === '') return null
  let parsed: unknown
  try {
    parsed = JSON.parse(customization)
  } catch {
    return customization
  }
  const texts = fieldsOf(parsed).text
  const found = Array.isArray(texts) ? texts.map((text) => fieldsOf(text).content).find(isOurs) : undefined
  return found ?? customization
}
