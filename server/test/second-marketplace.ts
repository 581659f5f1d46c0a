/**
 * A second marketplace, of another type than Taobao and as strict as documents of marketplaces allow: bodies in GBK that names no
 * encoding, ids that are numbers of 19 digits beside hexadecimal ones, lists by a cursor that repeat rows, turn their order round and
 * grow while they are read, fields that are missing, texts with control characters and halves of characters, and sub-accounts that may
 * not read orders. It stands for an entry in the record of marketplaces, client and gateway in one.
 */
import { type Fields, fieldsOf } from '../../contract/ground/fields'
import { type ItemState, itemStateOf } from '../../contract/rules/item-state'
import type { ShopType } from '../../contract/rules/shop-types'
import { encodeGbk } from '../embedded/gbk'
import { bodyText } from '../infra/net/body-text'
import { parseJson, writeJson } from '../infra/net/foreign-json'
import { Failure, SessionExpired } from '../kernel/failure'
import type { Clock } from '../ports/clock'
import type { Marketplace, MarketplaceOrder, MarketplaceOrderItem, UnreadOrder } from '../ports/marketplace'

export const secondType = 'XIAOHONGSHU' satisfies ShopType

const hour = 3_600_000
const rowsPerPage = 3
/** The seller's grants by code, as the marketplace's page gives them. */
const grants: Readonly<Record<string, { readonly session: string; readonly subAccount: string | null }>> = {
  owner: { session: 'second-session-of-the-owner', subAccount: null },
  helper: { session: 'second-session-of-a-helper', subAccount: '客服一号' },
}
export const secondSession = grants.owner?.session ?? ''
export const secondNick = '红薯壳铺'

/** An order as the gateway stores it; `fields` and `line` overwrite what it says of the order and of its only line. */
export interface StoredOrder {
  readonly id: string
  readonly created: number
  readonly modified: number
  readonly fields?: Fields
  readonly line?: Fields
}

/** A product as the gateway stores it. */
export interface StoredProduct {
  readonly id: string
  readonly fields: Fields
}

interface Gateway {
  readonly orders: Map<string, StoredOrder>
  readonly products: Map<string, StoredProduct>
  /** Number of calls by their path. */
  readonly calls: Map<string, number>
  isEnded: boolean
  /** Called after each page of a list, before the next is asked for. */
  afterPage: (page: number) => void
}

/** Half of a character, which JSON can escape and no database stores. */
export const half = '\ud83d'

function createGateway(): Gateway & { answer(path: string, session: string, params: Fields): Uint8Array } {
  const gateway: Gateway = {
    orders: new Map(),
    products: new Map(),
    calls: new Map(),
    isEnded: false,
    afterPage: () => undefined,
  }
  const list = ({ by, from, to, cursor }: Fields): Fields => {
    const at = Number(cursor)
    const found = [...gateway.orders.values()]
      .filter((order) => order[by as 'created' | 'modified'] >= Number(from) && order[by as 'created' | 'modified'] <= Number(to))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    // The last row of a page stands on the next one again, and every other page is turned round.
    const rows = found.slice(Math.max(0, at - 1), at + rowsPerPage).map(({ id }) => ({ orderId: id }))
    const page = { rows: at % 2 === 0 ? rows : rows.reverse(), next: at + rowsPerPage < found.length ? at + rowsPerPage : null }
    gateway.afterPage(at / rowsPerPage)
    return page
  }
  const detail = ({ orderId }: Fields): Fields => {
    const order = gateway.orders.get(String(orderId))
    if (!order) return { code: 404, msg: '订单不存在' }
    const line = { lineId: BigInt(`69${order.id.replace(/\D/g, '').slice(-17).padStart(17, '0')}`), count: '1', ...order.line }
    return {
      data: {
        orderId: order.id,
        createTime: order.created,
        updateTime: order.modified,
        status: 4,
        lines: [line],
        ...order.fields,
      },
    }
  }
  return Object.assign(gateway, {
    answer(path: string, session: string, params: Fields): Uint8Array {
      gateway.calls.set(path, (gateway.calls.get(path) ?? 0) + 1)
      const isKnown = Object.values(grants).some((grant) => grant.session === session)
      const isHelper = session === grants.helper?.session
      const said = (): Fields => {
        if (!isKnown || gateway.isEnded) return { code: 40_003, msg: '令牌失效' }
        if (path === 'seller') return { data: { nick: secondNick, sellerId: 6_900_000_000_000_000_001n } }
        if (path === 'products') {
          const ids = params.ids as readonly string[]
          return { data: { rows: ids.flatMap((id) => gateway.products.get(id)?.fields ?? []) } }
        }
        if (isHelper) return { code: 30_001, msg: '子账号没有权限' }
        return path === 'list' ? { data: list(params) } : detail(params)
      }
      return encodeGbk(writeJson(said()))
    },
  })
}

const textOf = (value: unknown): string | null => (typeof value === 'string' || typeof value === 'number' ? String(value) : null)

const states: Readonly<Record<string, ItemState>> = {
  1: 'unpaid',
  2: 'paying',
  4: 'toMake',
  5: 'partlyShipped',
  6: 'shipped',
  8: 'closed',
}

function toItem(line: Fields, order: Fields): MarketplaceOrderItem | null {
  const originalId = textOf(line.lineId)
  const quantity = Number(line.count)
  if (originalId === null || !Number.isSafeInteger(quantity) || quantity < 0) return null
  return {
    originalId,
    productOriginalId: textOf(line.itemId),
    skuOriginalId: textOf(line.skuId),
    title: textOf(line.title) ?? '',
    imageUrl: textOf(line.picture),
    propertiesName: textOf(line.spec) ?? '',
    quantity,
    content: textOf(line.customized),
    ...itemStateOf({ state: states[String(order.status)] ?? 'unknown' }),
    merchantSku: textOf(line.code),
  }
}

export function openSecondMarketplace({ now }: Clock) {
  const gateway = createGateway()
  const call = (path: string, session: string, params: Fields = {}): Fields => {
    const reply = fieldsOf(parseJson(bodyText(gateway.answer(path, session, params), null)))
    if (reply.code === 40_003) throw new SessionExpired()
    if (reply.code === 30_001) throw new Failure('subuser.has-no-permission', '子账号没有权限')
    if (reply.code === 404) throw new Failure('not-found', String(reply.msg))
    return fieldsOf(reply.data)
  }
  const order = async (session: string, originalId: string): Promise<MarketplaceOrder | UnreadOrder> => {
    const unread = (reason: string): UnreadOrder => ({ originalId, unread: reason, concerns: 'order' })
    let found: Fields
    try {
      found = call('detail', session, { orderId: originalId })
    } catch (error) {
      if (error instanceof Failure && error.code === 'not-found') return unread('小红书没有这个订单')
      throw error
    }
    const lines = Array.isArray(found.lines) ? found.lines.map(fieldsOf) : []
    const items = lines.flatMap((line) => toItem(line, found) ?? [])
    if (items.length === 0 || items.length < lines.length) return unread('小红书给出的订单里有商品没有编号或数量')
    return {
      originalId,
      createdAt: new Date(Number(found.createTime)),
      modifiedAt: new Date(Number(found.updateTime)),
      buyerMessage: textOf(found.remark),
      sellerMemo: textOf(found.memo),
      items,
    }
  }
  const marketplace: Marketplace = {
    orderLimits: { keptMs: 30 * 24 * hour, rangeMs: { created: 24 * hour, modified: hour / 2 } },
    miniApps: null,
    authorizationUrl: (returnUrl, state) => `https://second.example/grant?${new URLSearchParams({ returnUrl, state })}`,
    async exchange(code) {
      const grant = grants[code]
      if (!grant) throw new Failure('invalid', '小红书没有同意授权，请重新授权')
      return { ...grant, nick: secondNick, expiresAt: new Date(now().getTime() + 7 * 24 * hour) }
    },
    async checkOrders(session, at) {
      call('list', session, { by: 'created', from: at.getTime() - hour, to: at.getTime(), cursor: 0 })
    },
    async seller(session) {
      const { nick, sellerId } = call('seller', session)
      return { nick: String(nick), sellerId: String(sellerId) }
    },
    async products(session, ids) {
      const { rows } = call('products', session, { ids })
      return (Array.isArray(rows) ? rows : []).map(fieldsOf).map((row) => ({
        originalId: String(row.itemId),
        title: textOf(row.title) ?? '',
        imageUrl: textOf(row.picture),
        skus: (Array.isArray(row.skus) ? row.skus : []).map(fieldsOf).map((sku) => ({
          originalId: String(sku.skuId),
          propertiesName: textOf(sku.spec) ?? '',
        })),
      }))
    },
    async *orders(session, range, skip = new Set()) {
      for (let cursor: unknown = 0; cursor !== null; ) {
        const params = { by: range.by, from: range.from.getTime(), to: range.to.getTime() + 999, cursor }
        const { rows, next } = call('list', session, params)
        const page: (MarketplaceOrder | UnreadOrder)[] = []
        for (const row of Array.isArray(rows) ? rows.map(fieldsOf) : []) {
          const id = String(row.orderId)
          if (!skip.has(id)) page.push(await order(session, id))
        }
        if (page.length > 0) yield page
        cursor = typeof next === 'number' ? next : null
      }
    },
    order,
  }
  return { marketplace, gateway }
}
