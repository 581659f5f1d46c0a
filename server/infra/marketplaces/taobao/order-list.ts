/** Reads pages of Taobao's lists of orders. */
import { type Fields, fieldsOf } from '../../../../contract/ground/fields'
import type { OrderRange } from '../../../ports/marketplace'
import type { ListPage } from '../paged-list'
import { listOf, textOf, topTime } from './json'
import type { TopClient } from './top-client'

/** Page size that the marketplace recommends. */
export const tradesPerPage = 40

/**
 * All types of trades that the documents of taobao.trades.sold.get list; without a list the marketplace omits whole kinds of
 * orders. `fenxiao` stands only in documents of before 2021: a gateway that no longer knows it would refuse every list.
 */
export const tradeTypes = [
  ...['fixed', 'auction', 'guarantee_trade', 'step', 'independent_simple_trade', 'independent_shop_trade', 'auto_delivery'],
  ...['ec', 'cod', 'game_equipment', 'shopex_trade', 'netcn_trade', 'external_trade', 'instant_trade', 'b2c_cod', 'hotel_trade'],
  ...['super_market_trade', 'super_market_cod_trade', 'taohua', 'waimai', 'o2o_offlinetrade', 'nopaid', 'eticket', 'tmall_i18n'],
  ...['insurance_plus', 'finance', 'pre_auth_type', 'lazada'],
].join(',')

/** Begins the name of an order that the list shows without a number: it can be named to the seller, but not read. */
export const numberless = '没有订单号的订单'

const idOf = (trade: Fields): string =>
  textOf(trade.tid_str) ?? textOf(trade.tid) ?? `${numberless} ${textOf(trade.modified) ?? textOf(trade.created) ?? ''}`.trim()

const totalOf = (content: Fields): number | null => {
  const total = Number(textOf(content.total_results) ?? Number.NaN)
  return Number.isSafeInteger(total) && total >= 0 ? total : null
}

const hasNextOf = ({ has_next: value }: Fields): boolean | null => {
  const text = String(value)
  return text === 'true' ? true : text === 'false' ? false : null
}

/**
 * Whether a page says anything. A first page without orders must say that there are none: by its total, an empty list or has_next.
 * A later page may be empty, because the list may have become shorter.
 */
const says = (pageNo: number) => (content: Fields, isWrapped: boolean) =>
  listOf(content, 'trades', 'trade').length > 0 ||
  totalOf(content) !== null ||
  hasNextOf(content) === false ||
  Array.isArray(fieldsOf(content.trades).trade) ||
  (pageNo > 1 && isWrapped)

/** Returns a function that reads one page of the list of a range. */
export const listReader =
  (client: TopClient, session: string, range: OrderRange, pageSize = tradesPerPage) =>
  async (pageNo: number): Promise<ListPage> => {
    const byChange = range.by === 'modified'
    const content = await client.call(
      byChange ? 'taobao.trades.sold.increment.get' : 'taobao.trades.sold.get',
      {
        fields: 'tid,tid_str,modified,created',
        [byChange ? 'start_modified' : 'start_created']: topTime(range.from),
        [byChange ? 'end_modified' : 'end_created']: topTime(range.to),
        type: tradeTypes,
        page_no: String(pageNo),
        page_size: String(pageSize),
      },
      session,
      says(pageNo),
    )
    const ids = listOf(content, 'trades', 'trade').map(idOf)
    const total = totalOf(content)
    return { ids, total: total !== null && total >= ids.length && total > 0 ? total : null, hasNext: hasNextOf(content) }
  }
