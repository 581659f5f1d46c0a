/**
 * The double of 抖店's open platform: it checks signature, clock, token, list of addresses and limits as its documents say, and leaves out
 * what they let it leave out.
 */
import { type Fields, fieldsOf } from '../../../../contract/ground/fields'
import { paramJson, signature } from '../../../infra/marketplaces/doudian/client'
import { parseJson } from '../../../infra/net/foreign-json'
import type { Clock } from '../../../ports/clock'
import { demoPurchases, idIn, jsonReply, type KeyedDouble, noFaults, ordersOf, takeFault } from '../keyed-double'

const day = 24 * 3_600_000
const tokenMs = 7 * day
const refreshMs = 14 * day
const clockSlackMs = 10 * 60_000

class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly subCode: string,
    message: string,
  ) {
    super(message)
  }
}

/** The text in which a buyer's customization of a line comes. */
export const customization = (texts: Readonly<Record<string, string>>, pictures: readonly string[]) => [
  {
    detail: {
      extra: '',
      text: Object.entries(texts).map(([key, content], at) => ({ id: at + 1, key, content })),
      pic: pictures.map((url, at) => ({ id: at + 1, url })),
    },
  },
]

export function openDoudianDouble({ now }: Clock): KeyedDouble {
  let token = { text: '', endsAt: 0, refresh: '', refreshEndsAt: 0, number: 0 }
  const double: KeyedDouble = {
    keys: { appKey: '7012345678901234567', secret: '6c1d7a30-51b4-4c5f-9b0e-2d7f3a8c9e10', extra: '463672' },
    orders: new Map(),
    faults: noFaults(),
    calls: [],
    afterPage: () => undefined,
    numericIds: false,
    gateway: async (request) => answer(request),
  }
  const { faults, keys } = double

  function newToken(): Fields {
    const at = now().getTime()
    const number = token.number + 1
    token = { text: `token-${number}`, endsAt: at + tokenMs, refresh: `refresh-${number}`, refreshEndsAt: at + refreshMs, number }
    faults.sessionsLost = false
    const ids = { shop_id: Number(keys.extra), shop_name: '壳匠抖店' }
    return { access_token: token.text, refresh_token: token.refresh, expires_in: tokenMs / 1000, scope: 'SCOPE', ...ids }
  }

  function create({ grant_type, shop_id }: Fields): Fields {
    if (grant_type !== 'authorization_self') throw new Refusal(50002, 'isv.parameter-invalid', 'grant_type 错误')
    if (shop_id !== keys.extra) throw new Refusal(50002, 'isv.business-failed:4020', '店铺与应用不匹配')
    return newToken()
  }
  function refresh({ grant_type, refresh_token }: Fields): Fields {
    const isGood = grant_type === 'refresh_token' && refresh_token === token.refresh && token.refreshEndsAt > now().getTime()
    if (!isGood) throw new Refusal(50002, 'isv.business-failed:4000', 'refresh_token 已失效')
    return newToken()
  }

  function list(params: Fields): Fields {
    const by = params.create_time_start === undefined ? 'modified' : 'created'
    const name = by === 'created' ? 'create_time' : 'update_time'
    const [from, to] = [Number(params[`${name}_start`]) * 1000, Number(params[`${name}_end`]) * 1000]
    const [page, size] = [Number(params.page), Number(params.size)]
    if (!(from <= to) || from < now().getTime() - 91 * day)
      throw new Refusal(50002, 'isv.parameter-invalid:2', '只能查询最近90天的订单')
    if (!(size >= 1 && size <= 100) || !(page >= 0)) throw new Refusal(50002, 'isv.parameter-invalid:3', 'size 不能超过100')
    if ((page + 1) * size > 10_000) throw new Refusal(50002, 'isv.parameter-invalid:4', '分页深度不能超过10000')
    const found = ordersOf(double, by, from, to)
    double.afterPage(page)
    return {
      page,
      size,
      total: found.length,
      shop_order_list: found.slice(page * size, (page + 1) * size).map(({ id }) => ({ order_id: idIn(double, id) })),
    }
  }
  function detail({ shop_order_id: id }: Fields): Fields {
    const found = double.orders.get(String(id))
    if (!found) throw new Refusal(50002, 'isv.business-failed:30001', '订单不存在')
    const { fields, created, modified } = found
    const times = { create_time: Math.floor(created / 1000), update_time: Math.floor(modified / 1000) }
    return { shop_order_detail: { order_id: idIn(double, found.id), ...times, order_status: 2, ...fields } }
  }
  const methods: Readonly<Record<string, (params: Fields) => Fields>> = {
    'token.create': create,
    'token.refresh': refresh,
    'order.searchList': list,
    'order.orderDetail': detail,
  }

  function check(query: URLSearchParams, path: string, body: string): string {
    const {
      app_key = '',
      method = '',
      timestamp = '',
      sign = '',
      v = '',
      sign_method = '',
      access_token = '',
    } = Object.fromEntries(query)
    if (path !== `/${method.replace('.', '/')}`) throw new Refusal(30002, 'isv.method-invalid', 'method 与路径不一致')
    if (app_key !== keys.appKey) throw new Refusal(30001, 'isv.app-key-not-exist', 'app_key 不存在')
    if (v !== '2' || sign_method !== 'hmac-sha256') throw new Refusal(30001, 'isv.sign-method-invalid', 'sign_method 错误')
    if (Math.abs(Number(timestamp) * 1000 - now().getTime()) > clockSlackMs)
      throw new Refusal(30001, 'isv.timestamp-invalid', 'timestamp 过期')
    // The platform signs what it reads: keys sorted at every depth.
    const params = paramJson(parseJson(body))
    if (sign !== signature({ appKey: app_key, method, params, timestamp }, keys.secret))
      throw new Refusal(30001, 'isv.signature-invalid', '签名错误')
    if (faults.address !== null) throw new Refusal(30001, 'isv.invalid_ip', `IP ${faults.address} 不在白名单内`)
    if (takeFault(faults, 'busy')) throw new Refusal(20000, 'isp.service-error', '系统繁忙')
    if (method.startsWith('token.')) return method
    if (access_token !== token.text || faults.sessionsLost)
      throw new Refusal(40003, 'isv.access-token-no-existed', 'access_token 不存在')
    if (token.endsAt <= now().getTime()) throw new Refusal(40003, 'isv.access-token-expired', 'access_token 已过期')
    if (takeFault(faults, 'limited')) throw new Refusal(60000, 'isv.rate-limit', '调用过于频繁')
    if (faults.usedUp) throw new Refusal(60001, 'isv.quota-exceeded', '今日调用次数已用完')
    if (faults.withoutRight) throw new Refusal(30001, 'isv.app-permissions-insufficient', '应用没有权限')
    return method
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const body = await request.text()
    double.calls.push(searchParams.get('method') ?? '')
    try {
      const method = check(searchParams, pathname, body)
      const found = methods[method]
      if (!found) throw new Refusal(30002, 'isv.method-invalid', 'method 不存在')
      const params = fieldsOf(JSON.parse(body))
      const reply = jsonReply({ code: 10_000, msg: 'success', sub_code: '', sub_msg: '', data: found(params), log_id: 'x' })
      if (!faults.reply || method !== 'order.orderDetail') return reply
      const changed = faults.reply(String(params.shop_order_id), await reply.text())
      return typeof changed === 'string' ? new Response(changed) : changed
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return jsonReply({ code: error.code, msg: '业务处理失败', sub_code: error.subCode, sub_msg: error.message, log_id: 'x' })
    }
  }
  return double
}

/** Opens a double with the orders of the demo's buyers. */
export function openDoudianDemo(clock: Clock): KeyedDouble {
  const double = openDoudianDouble(clock)
  const now = clock.now()
  demoPurchases.forEach(({ hours, model, color, count, message, memo }, at) => {
    const created = now.getTime() - hours * 3_600_000
    const id = `69200000000000001${String(at).padStart(2, '0')}`
    const line = {
      order_id: `69200000000000002${String(at).padStart(2, '0')}`,
      product_id_str: `368421109775612${at}`,
      product_name: '来图定制手机壳 全包防摔',
      sku_id: 1_720_000_000_000_000 + at,
      spec: [
        { name: '适用机型', value: model },
        { name: '颜色', value: color },
      ],
      item_num: count,
      out_sku_id: `KJ-${at + 1}`,
      ...(at === 1 && { sku_customization_info: customization({ 刻字: '安安' }, ['https://p3-aio.ecombdimg.com/obj/demo.jpg']) }),
    }
    const fields = {
      order_status: at === 3 ? 105 : 2,
      sku_order_list: [line],
      ...(message && { buyer_words: message }),
      ...(memo && { seller_words: memo }),
    }
    double.orders.set(id, { id, created, modified: created, fields })
  })
  return double
}
