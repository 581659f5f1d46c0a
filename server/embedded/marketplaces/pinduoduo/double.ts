/**
 * The double of 拼多多's open platform: it checks signature, clock, token, codes, list of addresses and windows as its documents say, and
 * leaves out what they let it leave out.
 */
import { type Fields, fieldsOf } from '../../../../contract/ground/fields'
import { signature } from '../../../infra/marketplaces/pinduoduo/client'
import type { Clock } from '../../../ports/clock'
import { demoPurchases, idIn, jsonReply, type KeyedDouble, noFaults, ordersOf, takeFault } from '../keyed-double'

const minute = 60_000
const day = 24 * 60 * minute
const clockSlackMs = 10 * minute
const beijing = (ms: number): string => new Date(ms + 8 * 60 * minute).toISOString().slice(0, 19).replace('T', ' ')

class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

const wrappers: Readonly<Record<string, string>> = {
  'pdd.pop.auth.token.create': 'pop_auth_token_create_response',
  'pdd.order.list.get': 'order_list_get_response',
  'pdd.order.number.list.increment.get': 'order_sn_increment_get_response',
  'pdd.order.information.get': 'order_info_get_response',
}

export function openPinduoduoDouble({ now }: Clock): KeyedDouble {
  let token = { text: '', endsAt: 0, number: 0 }
  /** Codes that the marketplace's page gave out, each accepted once. */
  const codes = new Set<string>()
  let codeNumber = 0
  const double: KeyedDouble = {
    keys: {
      appKey: '5c0f8a3d2b7e4196a1d3c5e7f9b2d4a6',
      secret: '9f1e7c3b5a8d26404e6b8d0f2a4c6e8a1b3d5f70',
      // As a seller takes it anew from the marketplace's page each time.
      get extra() {
        codeNumber += 1
        const code = `demo-code-${codeNumber}`
        codes.add(code)
        return code
      },
    },
    orders: new Map(),
    faults: noFaults(),
    calls: [],
    afterPage: () => undefined,
    numericIds: false,
    gateway: async (request) => answer(request),
  }
  const { faults, keys } = double

  function create({ code = '' }: Record<string, string>): Fields {
    if (!codes.delete(code)) throw new Refusal(10000, 'code 错误或已过期')
    token = { text: `access-${token.number + 1}`, endsAt: now().getTime() + day, number: token.number + 1 }
    faults.sessionsLost = false
    return {
      access_token: token.text,
      expires_in: day / 1000,
      owner_id: 1_234_567_890,
      owner_name: 'pdd12345678901',
      refresh_token: 'r',
    }
  }

  function page(by: 'created' | 'modified', params: Record<string, string>): Fields {
    const [start, end] = by === 'created' ? ['start_confirm_at', 'end_confirm_at'] : ['start_updated_at', 'end_updated_at']
    const [from, to] = [Number(params[start]) * 1000, Number(params[end]) * 1000]
    const longest = by === 'created' ? day : 30 * minute
    if (!(from < to) || to - from > longest)
      throw new Refusal(21001, by === 'created' ? '查询时间跨度不能超过24小时' : '查询时间跨度不能超过30分钟')
    if (by === 'modified' && to > now().getTime() - 3 * minute) throw new Refusal(21001, '结束时间须早于当前时间3分钟')
    if (params.order_status !== '5' || params.refund_status !== '5') throw new Refusal(21002, '缺少订单状态')
    const [no, size] = [Number(params.page), Number(params.page_size)]
    if (!(no >= 1) || !(size >= 1 && size <= 100)) throw new Refusal(21001, 'page_size 不能超过100')
    const found = ordersOf(double, by, from, to).slice().reverse()
    double.afterPage(no)
    const rows = found.slice((no - 1) * size, no * size).map(({ id }) => ({ order_sn: id }))
    return { [by === 'created' ? 'order_list' : 'order_sn_list']: rows, total_count: found.length }
  }
  function information({ order_sn: id = '' }: Record<string, string>): Fields {
    const found = double.orders.get(id)
    if (!found) throw new Refusal(50010, '订单不存在')
    const times = { created_time: beijing(found.created), updated_at: beijing(found.modified) }
    return { order_info: { order_sn: idIn(double, found.id), ...times, order_status: 1, refund_status: 1, ...found.fields } }
  }
  const types: Readonly<Record<string, (params: Record<string, string>) => Fields>> = {
    'pdd.pop.auth.token.create': create,
    'pdd.order.list.get': (params) => page('created', params),
    'pdd.order.number.list.increment.get': (params) => page('modified', params),
    'pdd.order.information.get': information,
  }

  function check({ sign, ...params }: Record<string, string>): string {
    const { type = '', client_id, timestamp, data_type, access_token } = params
    if (client_id !== keys.appKey) throw new Refusal(20002, 'client_id 错误')
    if (data_type !== 'JSON') throw new Refusal(21001, 'data_type 错误')
    if (Math.abs(Number(timestamp) * 1000 - now().getTime()) > clockSlackMs) throw new Refusal(21001, 'timestamp 已过期')
    if (sign !== signature(params, keys.secret)) throw new Refusal(20004, '签名sign校验失败')
    if (faults.address !== null) throw new Refusal(20005, `ip ${faults.address} 不在白名单内`)
    if (takeFault(faults, 'busy')) throw new Refusal(50000, '系统内部错误')
    if (type === 'pdd.pop.auth.token.create') return type
    if (access_token !== token.text || faults.sessionsLost || token.endsAt <= now().getTime())
      throw new Refusal(10019, 'access_token已过期')
    if (takeFault(faults, 'limited')) throw new Refusal(52101, '当前接口被限流，请稍后重试')
    if (faults.usedUp) throw new Refusal(70032, '今日调用次数已用完')
    if (faults.withoutRight) throw new Refusal(20031, '用户没有授权访问此接口')
    return type
  }

  async function answer(request: Request): Promise<Response> {
    const params = Object.fromEntries(new URLSearchParams(await request.text()))
    double.calls.push(params.type ?? '')
    try {
      const type = check(params)
      const found = types[type]
      if (!found) throw new Refusal(10017, 'type 不正确')
      const reply = jsonReply({ [wrappers[type] ?? '']: { ...found(params), request_id: '1' } })
      if (!faults.reply || type !== 'pdd.order.information.get') return reply
      const changed = faults.reply(params.order_sn ?? '', await reply.text())
      return typeof changed === 'string' ? new Response(changed) : changed
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return jsonReply({
        error_response: { error_code: error.code, error_msg: error.message, sub_code: null, sub_msg: error.message },
      })
    }
  }
  return double
}

/** Opens a double with the orders of the demo's buyers. */
export function openPinduoduoDemo(clock: Clock): KeyedDouble {
  const double = openPinduoduoDouble(clock)
  const now = clock.now()
  demoPurchases.forEach(({ hours, model, color, count, message, memo }, at) => {
    const created = now.getTime() - hours * 60 * minute
    const id = `${beijing(created).slice(2, 10).replaceAll('-', '')}-10000000000000${at}`
    const line = {
      goods_id: 600_000_000_000 + at,
      goods_name: '来图定制手机壳 全包防摔',
      goods_spec: `${color},${model}`,
      goods_count: count,
      sku_id: 1_500_000_000_000 + at,
      outer_id: `KJ-${at + 1}`,
    }
    const fields = {
      group_status: at === 3 ? 0 : 1,
      risk_control_status: at === 2 ? 1 : 0,
      item_list: [line],
      ...(message && { buyer_memo: message }),
      ...(memo && { remark: memo }),
    }
    double.orders.set(id, { id, created, modified: created, fields: fieldsOf(fields) })
  })
  return double
}
