/** The entry of 拼多多 in the record of marketplaces: the port over calls with a seller's own Client ID, Client Secret and code. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isFields } from '../../../../contract/ground/fields'
import type { ShopType } from '../../../../contract/rules/shop-types'
import { Failure } from '../../../kernel/failure'
import type { Marketplace, OrderLimits, OrderRange, ShopKeys } from '../../../ports/marketplace'
import { CallFailure, type Gateway } from '../calls'
import type { KeyedNeeds } from '../keyed'
import { type ListPage, orderNumbers } from '../paged-list'
import { readEach, readOr } from '../read-each'
import { countOf, rowsOf, textOf, toSeconds } from '../values'
import { createPinduoduoClient, type PinduoduoClient, pinduoduoName, sessionOf } from './client'
import { toOrder } from './orders'

export const pinduoduoType = 'PINDUODUO' satisfies ShopType

const minute = 60_000
const day = 24 * 60 * minute
/** Three months; a day by the time of the deal, half an hour by the last change: all documented. */
const orderLimits: OrderLimits = { keptMs: 90 * day, rangeMs: { modified: 30 * minute - 1000, created: day - 1000 } }
const pageSize = 100
/** Changes are listed three minutes after they happened, documented. The next sync begins ten minutes before this one's end. */
const settledMs = 3 * minute

/** Returns a function that reads one page of the list of a range, pages counted from 1; totals are asked for. */
const listReader =
  (client: PinduoduoClient, session: string, { by, from, to }: OrderRange) =>
  async (pageNo: number): Promise<ListPage> => {
    const isChange = by === 'modified'
    const [start, end] = isChange ? ['start_updated_at', 'end_updated_at'] : ['start_confirm_at', 'end_confirm_at']
    const data = await client.call(
      isChange ? 'pdd.order.number.list.increment.get' : 'pdd.order.list.get',
      {
        // Every state of orders and of refunds, and orders of lotteries too.
        ...{ order_status: '5', refund_status: '5', [isChange ? 'is_lucky_flag' : 'trade_type']: '0' },
        ...{ [start]: String(toSeconds(from)), [end]: String(toSeconds(to)) },
        ...{ page: String(pageNo), page_size: String(pageSize), use_has_next: 'false' },
      },
      session,
    )
    const rows = isChange ? data.order_sn_list : data.order_list
    const total = countOf(data.total_count)
    if (!Array.isArray(rows) && pageNo === 1 && total !== 0) {
      throw new Failure('upstream-failed', '拼多多给出的订单列表无法识别，请稍后再试')
    }
    const ids = rowsOf(rows).flatMap(({ order_sn }) => textOf(order_sn) ?? [])
    return {
      ids,
      total: total !== null && total >= ids.length && total > 0 ? total : null,
      hasNext: typeof data.has_next === 'boolean' ? data.has_next : null,
    }
  }

const readOrder = (client: PinduoduoClient, session: string, originalId: string) =>
  readOr(pinduoduoName, originalId, async () => {
    const data = await client.call('pdd.order.information.get', { order_sn: originalId }, session)
    if (!isFields(data.order_info)) throw new CallFailure('answer', '')
    const order = toOrder(data.order_info)
    if (typeof order === 'string') return { originalId, unread: order, concerns: 'order' }
    return order.originalId === originalId ? order : { originalId, unread: '拼多多给出的是另一个订单', concerns: 'order' }
  })

/** Creates the port. @param example the keys of the made-up shop of a double. */
export function createPinduoduo(
  gateway: Gateway,
  { clock, wait = sleep, report }: KeyedNeeds,
  example: ShopKeys | null = null,
): Marketplace {
  const client = createPinduoduoClient({ gateway, now: () => clock.now(), wait, report })
  async function* orders(session: string, range: OrderRange, skip?: ReadonlySet<string>) {
    const latest = clock.now().getTime() - settledMs
    const to = range.by === 'modified' && range.to.getTime() > latest ? new Date(latest) : range.to
    if (to <= range.from) return
    const numbers = orderNumbers({ marketplace: pinduoduoName, perPage: pageSize }, listReader(client, session, { ...range, to }))
    yield* readEach(pinduoduoName, numbers, (id) => readOrder(client, session, id), skip)
  }
  return {
    orderLimits,
    miniApps: null,
    keys: { example, ...client.keys },
    async checkOrders(session, now) {
      const range = { by: 'created', from: new Date(now.getTime() - orderLimits.rangeMs.created), to: now } as const
      const [first] = (await listReader(client, session, range)(1)).ids
      const entry = first === undefined ? null : await readOrder(client, session, first)
      if (entry && 'unread' in entry && entry.concerns === 'right') throw new Failure('subuser.has-no-permission', entry.unread)
    },
    async seller(session) {
      const { nick, sellerId } = sessionOf(session)
      return { nick, sellerId }
    },
    orders,
    order: (session, originalId) => readOrder(client, session, originalId),
  }
}
