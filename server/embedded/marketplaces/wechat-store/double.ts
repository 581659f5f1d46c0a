/**
 * The double of WeChat shops: it accepts the same requests, checks keys, tokens, the list of addresses and the limits of its documents,
 * and leaves out what the documents let it leave out.
 */
import { type Fields, fieldsOf } from '../../../../contract/ground/fields'
import type { Clock } from '../../../ports/clock'
import {
  type DoubleOrder,
  demoPurchases,
  idIn,
  jsonReply,
  type KeyedDouble,
  noFaults,
  ordersOf,
  takeFault,
} from '../keyed-double'

const day = 24 * 3_600_000
const tokenMs = 7_200_000
const forcedPerDay = 20

class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

export interface WechatStoreDouble extends KeyedDouble {
  readonly nickname: string
  /** By id, in the order of the list; each has a `status`, 5 for one on sale. */
  readonly products: Map<string, Fields>
}

export function openWechatStoreDouble({ now }: Clock): WechatStoreDouble {
  let token = { text: '', endsAt: 0, number: 0 }
  const forced: number[] = []
  const double: WechatStoreDouble = {
    keys: { appKey: 'wxdemo20260301kejia', secret: '0f5e7d1c9b3a48628d40c1e2f3a4b5c6', extra: null },
    nickname: '壳匠微信小店',
    orders: new Map(),
    products: new Map(),
    faults: noFaults(),
    calls: [],
    afterPage: () => undefined,
    numericIds: false,
    gateway: async (request) => answer(request),
  }
  const { faults, keys } = double

  function newToken({ grant_type, appid, secret, force_refresh: isForced }: Fields): Fields {
    if (grant_type !== 'client_credential') throw new Refusal(40002, 'invalid grant_type')
    if (appid !== keys.appKey) throw new Refusal(40013, 'invalid appid rid: 1')
    if (secret !== keys.secret) throw new Refusal(40125, 'invalid appsecret rid: 2')
    const at = now().getTime()
    if (isForced === true) {
      const today = forced.filter((one) => one > at - day)
      if (today.length >= forcedPerDay || today.some((one) => one > at - 30_000))
        throw new Refusal(45009, 'reach max api daily quota limit')
      forced.push(at)
    }
    // As documented, the token stays the same until it is forced or about to end.
    if (isForced === true || token.endsAt - at < 300_000) {
      token = { text: `${token.number + 1}_stable`, endsAt: at + tokenMs, number: token.number + 1 }
      faults.sessionsLost = false
    }
    return { access_token: token.text, expires_in: Math.floor((token.endsAt - at) / 1000) }
  }

  /** The cursor holds the filter that it belongs to. */
  function list(filter: Fields): Fields {
    const { next_key: key, ...rest } = filter
    const [created, updated] = [fieldsOf(rest.create_time_range), fieldsOf(rest.update_time_range)]
    const by = rest.create_time_range === undefined ? 'modified' : 'created'
    const range = by === 'created' ? created : updated
    const [from, to] = [Number(range.start_time) * 1000, Number(range.end_time) * 1000]
    if (!(from <= to)) throw new Refusal(10020050, 'invalid time range')
    if (to - from > 7 * day) throw new Refusal(31042, '时间范围不能超过7天')
    const size = Number(rest.page_size ?? 100)
    if (!(size >= 1 && size <= 100)) throw new Refusal(40097, 'invalid args')
    const [after = '', of = JSON.stringify(rest)] = key === undefined ? [] : String(key).split('|', 2)
    if (of !== JSON.stringify(rest)) throw new Refusal(606006, 'next_key 与查询条件不一致')
    const keyOf = (order: DoubleOrder) => `${String(order[by]).padStart(15, '0')}-${order.id}`
    const found = ordersOf(double, by, from, to).filter((order) => keyOf(order) > after)
    const page = found.slice(0, size)
    const last = page.at(-1)
    double.afterPage(double.calls.filter((path) => path.endsWith('/order/list/get')).length)
    return {
      order_id_list: page.map(({ id }) => idIn(double, id)),
      has_more: found.length > size,
      ...(last && { next_key: `${keyOf(last)}|${of}` }),
    }
  }

  function order({ order_id: id }: Fields): Fields {
    const found = double.orders.get(String(id))
    if (!found) throw new Refusal(100049, '订单不存在')
    const seconds = { create_time: Math.floor(found.created / 1000), update_time: Math.floor(found.modified / 1000) }
    return { order: { order_id: idIn(double, found.id), ...seconds, status: 20, ...found.fields } }
  }

  /** Gives ids alone, and a key also after the last page; the list of an empty page is left out. */
  function productList({ status, page_size: size, next_key: key }: Fields): Fields {
    const count = Number(size)
    if (!(count >= 1 && count <= 30)) throw new Refusal(40097, 'invalid page_size')
    const found = [...double.products].filter(([, product]) => status === undefined || product.status === status)
    const from = key === undefined ? 0 : Number(key)
    const page = found.slice(from, from + count)
    return {
      ...(page.length > 0 && { product_ids: page.map(([id]) => idIn(double, id)) }),
      next_key: String(from + page.length),
      total_num: found.length,
    }
  }

  function product({ product_id: id }: Fields): Fields {
    if (typeof id !== 'string') throw new Refusal(40097, 'invalid product_id')
    const found = double.products.get(id)
    if (!found) throw new Refusal(10020052, '商品不存在')
    return { product: { product_id: idIn(double, id), ...found } }
  }

  const paths: Readonly<Record<string, (body: Fields) => Fields>> = {
    '/channels/ec/order/list/get': list,
    '/channels/ec/order/get': order,
    '/channels/ec/product/list/get': productList,
    '/channels/ec/product/get': product,
    '/channels/ec/basics/info/get': () => ({ info: { nickname: double.nickname, subject_type: '企业' } }),
  }

  function check(path: string, given: string | null): void {
    if (faults.address !== null) {
      throw new Refusal(40164, `invalid ip ${faults.address} ipv6 ::ffff:${faults.address}, not in whitelist rid: 3`)
    }
    if (takeFault(faults, 'busy')) throw new Refusal(-1, 'system error')
    if (path === '/cgi-bin/stable_token') return
    if (given !== token.text || faults.sessionsLost)
      throw new Refusal(40001, 'invalid credential, access_token is invalid or not latest')
    if (token.endsAt <= now().getTime()) throw new Refusal(42001, 'access_token expired')
    if (takeFault(faults, 'limited')) throw new Refusal(45011, 'api minute-quota reach limit')
    if (faults.usedUp) throw new Refusal(45009, 'reach max api daily quota limit')
    if (faults.withoutRight && /\/(?:order|product)\//.test(path)) throw new Refusal(48001, 'api unauthorized')
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    double.calls.push(pathname)
    try {
      check(pathname, searchParams.get('access_token'))
      const isGet = pathname === '/channels/ec/basics/info/get'
      if (isGet !== (request.method === 'GET')) throw new Refusal(43001, 'require GET method')
      const body = isGet ? {} : fieldsOf(JSON.parse(await request.text()))
      if (pathname === '/cgi-bin/stable_token') return jsonReply(newToken(body))
      const found = paths[pathname]
      if (!found) return new Response('404 page not found', { status: 404 })
      const reply = jsonReply({ errcode: 0, errmsg: 'ok', ...found(body) })
      if (!faults.reply || !pathname.endsWith('/order/get')) return reply
      const changed = faults.reply(String(body.order_id), await reply.text())
      return typeof changed === 'string' ? new Response(changed) : changed
    } catch (error) {
      if (error instanceof Refusal) return jsonReply({ errcode: error.code, errmsg: error.message })
      throw error
    }
  }
  return double
}

/** Opens a double with the orders of the demo's buyers. */
export function openWechatStoreDemo(clock: Clock): WechatStoreDouble {
  const double = openWechatStoreDouble(clock)
  const now = clock.now()
  const title = '来图定制手机壳 全包防摔'
  demoPurchases.forEach(({ model, color }, at) => {
    const sku = (no: number, named: string) => ({
      sku_id: `2000010${at}${no === 0 ? '' : no}`,
      sku_code: `KJ-${at + 1}`,
      sku_attrs: [
        { attr_key: '适用机型', attr_value: model },
        { attr_key: '颜色', attr_value: named },
      ],
    })
    double.products.set(`1000010${at}`, { title: `${title} ${model}`, status: 5, skus: [sku(0, color), sku(1, '磨砂黑')] })
  })
  demoPurchases.forEach(({ hours, model, color, count, message, memo }, at) => {
    const created = now.getTime() - hours * 3_600_000
    const id = `37200000000000001${String(at).padStart(2, '0')}`
    double.orders.set(id, {
      id,
      created,
      modified: created,
      fields: {
        status: at === 3 ? 13 : 20,
        order_detail: {
          product_infos: [
            {
              product_id: `1000010${at}`,
              sku_id: `2000010${at}`,
              title,
              sku_cnt: count,
              sku_code: `KJ-${at + 1}`,
              sku_attrs: [
                { attr_key: '适用机型', attr_value: model },
                { attr_key: '颜色', attr_value: color },
              ],
            },
          ],
          ext_info: { ...(message && { customer_notes: message }), ...(memo && { merchant_notes: memo }) },
        },
      },
    })
  })
  return double
}
