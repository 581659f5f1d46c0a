/** The entry of 抖店 in the record of marketplaces: the port over calls with the App Key, App Secret and shop id of a seller's own app. */
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
import { createDoudianClient, type DoudianClient, doudianName, sessionOf } from './client'
import { toOrder } from './orders'

export const doudianType = 'DOUDIAN' satisfies ShopType

const day = 24 * 60 * 60_000
/** Orders of the last 90 days are given, documented; windows of a day keep most lists below the greatest number of rows. */
const orderLimits: OrderLimits = { keptMs: 90 * day, rangeMs: { modified: day, created: day } }
const pageSize = 100
/** Rows of a list that can be read: page × size. A longer list is read in halves of its time. */
const maxRows = 10_000

/** Returns a function that reads one page of the list of a range, pages counted from 1; the marketplace counts them from 0. */
const listReader =
  (client: DoudianClient, session: string, range: OrderRange) =>
  async (pageNo: number): Promise<ListPage> => {
    const name = range.by === 'modified' ? 'update_time' : 'create_time'
    const params = {
      ...{ page: pageNo - 1, size: pageSize, order_by: name, order_asc: true },
      [`${name}_start`]: toSeconds(range.from),
      [`${name}_end`]: toSeconds(range.to),
    }
    const data = await client.call('order.searchList', params, session)
    const list = data.shop_order_list
    if (!Array.isArray(list) && pageNo === 1 && countOf(data.total) !== 0) {
      throw new Failure('upstream-failed', '抖店给出的订单列表无法识别，请稍后再试')
    }
    const ids = rowsOf(list).flatMap(({ order_id }) => textOf(order_id) ?? [])
    const total = countOf(data.total)
    return { ids, total: total !== null && total >= ids.length && total > 0 ? total : null, hasNext: null }
  }

async function* numbersOf(client: DoudianClient, session: string, range: OrderRange): AsyncIterable<readonly string[]> {
  const read = listReader(client, session, range)
  const { total } = await read(1)
  const [from, to] = [toSeconds(range.from), toSeconds(range.to)]
  if ((total ?? 0) < maxRows || to - from < 2) {
    yield* orderNumbers({ marketplace: doudianName, perPage: pageSize }, read)
    return
  }
  const middle = Math.floor((from + to) / 2)
  yield* numbersOf(client, session, { ...range, to: new Date(middle * 1000) })
  yield* numbersOf(client, session, { ...range, from: new Date((middle + 1) * 1000) })
}

const readOrder = (client: DoudianClient, session: string, originalId: string) =>
  readOr(doudianName, originalId, async () => {
    const data = await client.call('order.orderDetail', { shop_order_id: originalId }, session)
    if (!isFields(data.shop_order_detail)) throw new CallFailure('answer', '')
    const order = toOrder(data.shop_order_detail)
    if (typeof order === 'string') return { originalId, unread: order, concerns: 'order' }
    return order.originalId === originalId ? order : { originalId, unread: '抖店给出的是另一个订单', concerns: 'order' }
  })

/** Creates the port. @param example the keys of the made-up shop of a double. */
export function createDoudian(
  gateway: Gateway,
  { clock, wait = sleep, report }: KeyedNeeds,
  example: ShopKeys | null = null,
): Marketplace {
  const client = createDoudianClient({ gateway, now: () => clock.now(), wait, report })
  return {
    orderLimits,
    miniApps: null,
    keys: { example, ...client.keys },
    async checkOrders(session, now) {
      const range = { by: 'created', from: new Date(now.getTime() - orderLimits.keptMs + day), to: now } as const
      const [first] = (await listReader(client, session, range)(1)).ids
      const entry = first === undefined ? null : await readOrder(client, session, first)
      if (entry && 'unread' in entry && entry.concerns === 'right') throw new Failure('subuser.has-no-permission', entry.unread)
    },
    async seller(session) {
      const { shopId, shopName } = sessionOf(session)
      return { nick: shopName, sellerId: shopId }
    },
    orders: (session, range, skip) =>
      readEach(doudianName, numbersOf(client, session, range), (id) => readOrder(client, session, id), skip),
    order: (session, originalId) => readOrder(client, session, originalId),
  }
}
