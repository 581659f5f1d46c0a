/**
 * Reads the numbers of all orders of a range from the marketplace's paged lists, whatever a page says about the others: totals that
 * are missing or wrong, pages that repeat, come late or move while they are read.
 */
import { type Fields, fieldsOf } from '../../../../contract/ground/fields'
import { Failure } from '../../../kernel/failure'
import type { OrderRange } from '../../../ports/marketplace'
import { listOf, textOf, topTime } from './json'
import type { TopClient } from './top-client'

/** Page size that the marketplace recommends. */
export const tradesPerPage = 40
/** No list is longer; a gateway that always promises another page is not followed for ever. */
const maxPages = 5000
/** Pages in a row without a new order, after which a list is taken to have ended although it promises more. */
const maxBarren = 2
/** Times that a list is read before what it promises counts as lost. */
const maxPasses = 3

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

export interface ListPage {
  readonly ids: readonly string[]
  /** Null where the page does not say it, or says less than it shows. */
  readonly total: number | null
  /** Null where the page does not say it. */
  readonly hasNext: boolean | null
}

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

/** Whether more pages may follow. A full page, or a short one that says nothing of others, is followed until one is empty. */
function goesOn({ ids, total, hasNext }: ListPage, pageNo: number): boolean {
  if (hasNext === true || (total ?? 0) > pageNo * tradesPerPage) return true
  return ids.length >= tradesPerPage || (hasNext === null && ids.length > 0 && total === null)
}

interface ListEnd {
  readonly no: number
  readonly page: ListPage
  /** The list says that more follows, and nothing followed. */
  readonly promisesMore: boolean
}

type ReadPage = (pageNo: number) => Promise<ListPage>

/** Finds the last page with orders that no page before it showed. */
async function findEnd(read: ReadPage): Promise<ListEnd> {
  let no = 1
  let page = await read(no)
  const claimed = Math.min(Math.ceil((page.total ?? 0) / tradesPerPage), maxPages)
  if (claimed > 1) {
    no = claimed
    page = await read(no)
  }
  let end = { no, page }
  const probed = new Set(page.ids)
  for (let barren = 0; barren < maxBarren && no < maxPages && goesOn(page, no); ) {
    no += 1
    page = await read(no)
    const isNew = page.ids.some((id) => !probed.has(id))
    for (const id of page.ids) probed.add(id)
    if (isNew) end = { no, page }
    barren = isNew ? 0 : barren + 1
  }
  return { ...end, promisesMore: end.page.hasNext === true && page !== end.page && page.hasNext !== false }
}

/**
 * Yields each number once, page by page from the last to the first: an order that changes meanwhile leaves the range and shifts
 * later orders forward, so reading from the first page on would skip one. What the newest total still misses is looked for again.
 * Rejects with 'upstream-failed' when pages that the list promises never come.
 */
export async function* orderNumbers(read: ReadPage): AsyncIterable<readonly string[]> {
  const seen = new Set<string>()
  for (let pass = 1; pass <= maxPasses; pass += 1) {
    const end = await findEnd(read)
    let total = 0
    for (let no = end.no; no >= 1; no -= 1) {
      const page = no === 1 && end.no === 1 ? end.page : await read(no)
      const fresh = [...new Set(page.ids)].filter((id) => !seen.has(id))
      for (const id of fresh) seen.add(id)
      total = page.total ?? 0
      if (fresh.length > 0) yield fresh
    }
    const missing = total - seen.size
    if (missing <= 0 && !end.promisesMore) return
    // Single orders may be hidden from a list that counts them; whole pages may not.
    const isLost = end.promisesMore || missing >= tradesPerPage || seen.size === 0
    if (pass === maxPasses && isLost) {
      throw new Failure(
        'upstream-failed',
        `淘宝的订单列表没有给全（已读到 ${seen.size} 个），没有给出的订单下次同步会再读，请稍后再试`,
      )
    }
  }
}
