/** The entry of WeChat shops (微信小店) in the record of marketplaces: the port over calls with a seller's own AppID and AppSecret. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fields, fieldsOf, isFields } from '../../../../contract/ground/fields'
import type { ShopType } from '../../../../contract/rules/shop-types'
import { Failure } from '../../../kernel/failure'
import type { Marketplace, OrderLimits, OrderRange, ShopKeys } from '../../../ports/marketplace'
import { CallFailure, type Gateway } from '../calls'
import type { KeyedNeeds } from '../keyed'
import { readEach, readOr } from '../read-each'
import { textOf, toSeconds } from '../values'
import { appIdOf, createWechatClient, type WechatClient, wechatName } from './client'
import { toOrder } from './orders'
import { listOnSale, readProducts } from './products'

export const wechatStoreType = 'WECHAT_STORE' satisfies ShopType

const day = 24 * 60 * 60_000
/** A range is no longer than seven days, documented; that orders are kept for 90 days is a guess, older ones cost pages and nothing else. */
const orderLimits: OrderLimits = { keptMs: 90 * day, rangeMs: { modified: 7 * day - 1000, created: 7 * day - 1000 } }
const pageSize = 100
/** No list is longer; a gateway that always promises another page is not followed for ever. */
const maxPages = 5000

/** Yields the numbers of the orders of a range. The filter stays the same on each page, or the marketplace refuses the next one. */
async function* orderNumbers(client: WechatClient, session: string, range: OrderRange): AsyncIterable<readonly string[]> {
  const filter = {
    [range.by === 'modified' ? 'update_time_range' : 'create_time_range']: {
      start_time: toSeconds(range.from),
      end_time: toSeconds(range.to),
    },
    page_size: pageSize,
  }
  const seen = new Set<string>()
  const lost = () =>
    new Failure(
      'upstream-failed',
      `微信小店的订单列表没有给全（已读到 ${seen.size} 个），没有给出的订单下次同步会再读，请稍后再试`,
    )
  let nextKey = ''
  for (let page = 1; page <= maxPages; page += 1) {
    const reply = await client.call(
      '/channels/ec/order/list/get',
      nextKey === '' ? filter : { ...filter, next_key: nextKey },
      session,
    )
    const ids = idsOf(reply, page)
    const fresh = [...new Set(ids)].filter((id) => !seen.has(id))
    for (const id of fresh) seen.add(id)
    if (fresh.length > 0) yield fresh
    const key = textOf(reply.next_key) ?? ''
    const hasMore = typeof reply.has_more === 'boolean' ? reply.has_more : key !== '' && ids.length >= pageSize
    if (!hasMore) return
    if (key === '' || key === nextKey) throw lost()
    nextKey = key
  }
  throw lost()
}

/** Returns the order numbers of a page. A first page without a list counts as empty only if it says that no more pages follow. */
function idsOf(reply: Fields, page: number): string[] {
  const { order_id_list: list } = reply
  if (Array.isArray(list)) return list.flatMap((id) => textOf(id) ?? [])
  if (page > 1 || reply.has_more === false) return []
  throw new Failure('upstream-failed', '微信小店给出的订单列表无法识别，请稍后再试')
}

const readOrder = (client: WechatClient, session: string, originalId: string) =>
  readOr(wechatName, originalId, async () => {
    const reply = await client.call('/channels/ec/order/get', { order_id: originalId }, session)
    if (!isFields(reply.order)) throw new CallFailure('answer', '')
    const order = toOrder(reply.order)
    if (typeof order === 'string') return { originalId, unread: order, concerns: 'order' }
    return order.originalId === originalId ? order : { originalId, unread: '微信小店给出的是另一个订单', concerns: 'order' }
  })

/** Creates the port. @param example the keys of the made-up shop of a double. */
export function createWechatStore(
  gateway: Gateway,
  { clock, wait = sleep, report }: KeyedNeeds,
  example: ShopKeys | null = null,
): Marketplace {
  const client = createWechatClient({ gateway, now: () => clock.now(), wait, report })
  return {
    orderLimits,
    miniApps: null,
    keys: { example, ...client.keys },
    async checkOrders(session, now) {
      const range = { by: 'created', from: new Date(now.getTime() - orderLimits.rangeMs.created), to: now } as const
      const numbers = orderNumbers(client, session, range)[Symbol.asyncIterator]()
      const [first] = (await numbers.next()).value ?? []
      const entry = first === undefined ? null : await readOrder(client, session, first)
      if (entry && 'unread' in entry && entry.concerns === 'right') throw new Failure('subuser.has-no-permission', entry.unread)
    },
    async seller(session) {
      const sellerId = appIdOf(session)
      const { nickname } = fieldsOf((await client.call('/channels/ec/basics/info/get', null, session)).info)
      return { nick: textOf(nickname) ?? sellerId, sellerId }
    },
    orders: (session, range, skip) =>
      readEach(wechatName, orderNumbers(client, session, range), (id) => readOrder(client, session, id), skip),
    order: (session, originalId) => readOrder(client, session, originalId),
    products: (session, ids) => readProducts(client, session, ids),
    listOnSale: (session, query) => listOnSale(client, session, query),
  }
}
