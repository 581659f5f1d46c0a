/** The simulated gateway's orders in the marketplace's own fields: their list, and full orders. */
import type { OrderShape } from '../../../../fixtures/replies/marketplace'
import type { ListShape } from '../../../../fixtures/replies/marketplace-lists'
import { readTopTime, topTime } from '../../../infra/marketplaces/taobao/json'
import { wrapperOf } from '../../../infra/marketplaces/taobao/top-client'
import { writeJson } from '../../../infra/net/foreign-json'
import { RawReply, type SimulatedMethod, type SimulatedSeller, TopRefusal } from './gateway'

export interface SimulatedLine {
  readonly oid: string
  readonly num_iid: string
  readonly sku_id: string | null
  readonly title: string
  readonly pic_path: string | null
  readonly sku_properties_name: string
  readonly num: number
  readonly status: string
  readonly refund_status: string
  /** The buyer's customization, as text. */
  readonly customization?: string
}

export interface SimulatedTrade {
  /** Number of the order, longer than a JavaScript number holds. */
  readonly tid: string
  readonly created: Date
  readonly modified: Date
  readonly status: string
  /** The buyer's message with the order, and the seller's note about it. */
  readonly buyer_message?: string
  readonly seller_memo?: string
  readonly lines: readonly SimulatedLine[]
}

export interface TradeBook {
  /** Adds an order, or changes the state of a known one. */
  put(sellerId: string, trade: SimulatedTrade): void
  /** How it answers from now on; null for its own way, the friendliest that the documents allow. */
  readonly shapes: { list: ListShape | null; everyOrder: OrderShape | null; readonly orders: Map<string, OrderShape> }
  readonly methods: Readonly<Record<string, SimulatedMethod>>
}

export interface TradeBookOptions {
  readonly now: () => Date
  /** Returns further orders of a seller as of a moment, besides those that were put. */
  readonly more?: (seller: SimulatedSeller, now: Date) => readonly SimulatedTrade[]
}

const day = 24 * 60 * 60_000
const maxPage = 100

const refused = (text: string): TopRefusal =>
  new TopRefusal({ code: 41, msg: 'Invalid arguments', sub_code: 'isv.invalid-parameter', sub_msg: text })

function timeOf(params: Readonly<Record<string, string>>, name: string): Date {
  const time = readTopTime(params[name])
  if (!time) throw refused(`${name} 格式错误`)
  return time
}

/** The marketplace measures time in seconds. */
const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)

export function createTradeBook({ now, more = () => [] }: TradeBookOptions): TradeBook {
  const put = new Map<string, Map<string, SimulatedTrade>>()
  const tradesOf = (seller: SimulatedSeller): SimulatedTrade[] => {
    const own = put.get(seller.sellerId) ?? new Map<string, SimulatedTrade>()
    return [...more(seller, now()).filter(({ tid }) => !own.has(tid)), ...own.values()]
  }
  const shapes: TradeBook['shapes'] = { list: null, everyOrder: null, orders: new Map() }
  const asked = new Map<string, number>()
  const list =
    (by: 'created' | 'modified'): SimulatedMethod =>
    ({ seller, params }) => {
      const from = timeOf(params, `start_${by}`)
      const to = timeOf(params, `end_${by}`)
      if (to <= from) throw refused('开始时间必须早于结束时间')
      if (by === 'modified' && to.getTime() - from.getTime() > day) throw refused('查询的时间跨度不能超过一天')
      const size = Number(params.page_size ?? 40)
      const pageNo = Number(params.page_no ?? 1)
      if (!(size >= 1 && size <= maxPage && pageNo >= 1)) throw refused(`page_size 最大 ${maxPage}`)
      const oldestKept = seconds(new Date(now().getTime() - 92 * day))
      const found = tradesOf(seller)
        .filter((trade) => seconds(trade[by]) >= seconds(from) && seconds(trade[by]) <= seconds(to))
        .filter((trade) => seconds(trade.created) >= oldestKept)
        .sort((a, b) => b[by].getTime() - a[by].getTime() || (a.tid < b.tid ? 1 : -1))
      if (shapes.list) {
        const key = JSON.stringify([params.method, seller.sellerId, params[`start_${by}`], params[`end_${by}`], pageNo])
        const before = asked.get(key) ?? 0
        asked.set(key, before + 1)
        const rows = found.map(({ tid, created, modified }) =>
          writeJson({ tid: BigInt(tid), created: topTime(created), modified: topTime(modified) }),
        )
        const { body, status } = shapes.list({ pageNo, size, wrapper: wrapperOf(params.method ?? ''), rows, before })
        return new RawReply(body, status)
      }
      if (found.length === 0) return { total_results: 0 }
      const shown = found.slice((pageNo - 1) * size, pageNo * size)
      const trade = shown.map(({ tid, created, modified }) => ({
        tid: BigInt(tid),
        created: topTime(created),
        modified: topTime(modified),
      }))
      return { trades: { trade }, total_results: found.length }
    }
  return {
    shapes,
    put(sellerId, trade) {
      const own = put.get(sellerId) ?? new Map<string, SimulatedTrade>()
      put.set(sellerId, own.set(trade.tid, trade))
    },
    methods: {
      'taobao.trades.sold.get': list('created'),
      'taobao.trades.sold.increment.get': list('modified'),
      'taobao.trade.fullinfo.get': ({ seller, params }) => {
        const trade = tradesOf(seller).find(({ tid }) => tid === params.tid)
        if (!trade) {
          throw new TopRefusal({ code: 15, msg: 'Remote service error', sub_code: 'isv.trade-not-exist', sub_msg: '交易不存在' })
        }
        const said = { trade: tradeReply(trade) }
        const shape = shapes.orders.get(trade.tid) ?? shapes.everyOrder
        if (!shape) return said
        const { body, status } = shape(writeJson({ [wrapperOf(params.method ?? '')]: said }))
        return new RawReply(body, status)
      },
    },
  }
}

/** Writes ids as numbers of any length; newer orders also have their text form. */
function tradeReply({ tid, created, modified, lines, ...trade }: SimulatedTrade): object {
  const newer = BigInt(tid) % 2n === 0n
  return {
    tid: BigInt(tid),
    ...(newer ? { tid_str: tid } : {}),
    created: topTime(created),
    modified: topTime(modified),
    ...trade,
    type: 'fixed',
    orders: {
      order: lines.map(({ oid, num_iid, sku_id, pic_path, num, ...line }) => ({
        ...line,
        oid: BigInt(oid),
        ...(newer ? { oid_str: oid } : {}),
        num_iid: BigInt(num_iid),
        ...(sku_id === null ? {} : { sku_id }),
        ...(pic_path === null ? {} : { pic_path }),
        // A number in some responses and text in others.
        num: newer ? num : String(num),
      })),
    },
  }
}
