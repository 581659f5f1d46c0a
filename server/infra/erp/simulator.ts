/**
 * A factory inside this server: it takes the same signed calls as a real one, keeps what is ordered, and can fail, be slow, and lose
 * answers. It is the default, and what the tests speak to.
 */

import { keyName } from './erp-client'
import type { Fields } from './replies'
import { isFields } from './replies'
import { isSigned } from './signature'

export interface SimulatedFactory {
  readonly id: string
  readonly name: string
  readonly models: readonly {
    readonly code: string
    readonly name: string
    readonly width?: string
    readonly height?: string
    stock: number
  }[]
  readonly materials: readonly {
    readonly id: string
    readonly code: string
    readonly name: string
    readonly colors: readonly Fields[]
  }[]
}

export interface FactoryOrder {
  readonly orderId: string
  readonly factoryId: string
  /** Parameters of the call that made it. */
  readonly params: Readonly<Record<string, string>>
}

export interface FactorySimulator {
  readonly gateway: (request: Request) => Promise<Response>
  readonly orders: readonly FactoryOrder[]
  count(path?: string): number
  /** The next `times` calls do their work, and the answer never arrives. */
  loseAnswers(times: number): void
  /** The next `times` calls never arrive. */
  loseCalls(times: number): void
  /** The next answer is this refusal. */
  refuseNext(message: string): void
  /** The next answer is this body, as it stands. */
  answerNext(status: number, body: string): void
}

class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

const clockSlackMs = 10 * 60_000

export interface FactorySimulatorOptions {
  readonly keys: readonly string[]
  readonly factories: readonly SimulatedFactory[]
  readonly now: () => Date
}

export function createFactorySimulator({ keys, factories, now }: FactorySimulatorOptions): FactorySimulator {
  const orders: FactoryOrder[] = []
  const counts = new Map<string, number>()
  const faults = { lostAnswers: 0, lostCalls: 0 }
  const refusals: string[] = []
  const bodies: { status: number; body: string }[] = []

  function factoryOf(params: Readonly<Record<string, string>>): SimulatedFactory {
    const found = factories.find(({ id }) => id === params.factory_id)
    if (!found) throw new Refusal(404, '设备不存在')
    return found
  }

  function create(params: Readonly<Record<string, string>>): Fields {
    const factory = factoryOf(params)
    const known = orders.find((order) => order.factoryId === factory.id && order.params.third_id === params.third_id)
    if (known) throw new Refusal(2001, `订单已存在：${known.orderId}`)
    const model = factory.models.find(({ code }) => code === params.product_id)
    if (!model) throw new Refusal(2002, `型号不存在：${params.product_id}`)
    const material = factory.materials.find(({ code }) => code === params.mobile_shell_id)
    if (!material) throw new Refusal(2003, `材质不存在：${params.mobile_shell_id}`)
    if (params.color_id !== '' && !material.colors.some(({ code }) => code === params.color_id)) {
      throw new Refusal(2004, `颜色不存在：${params.color_id}`)
    }
    const quantity = Number(params.quantity)
    if (!Number.isSafeInteger(quantity) || quantity < 1) throw new Refusal(2005, '数量不正确')
    if (model.stock < quantity) throw new Refusal(2006, `${model.name} 库存不足，剩余 ${model.stock}`)
    if (!/^https?:\/\//.test(params.image_url ?? '')) throw new Refusal(2007, '图片地址不正确')
    model.stock -= quantity
    const orderId = `F${String(orders.length + 1).padStart(8, '0')}`
    orders.push({ orderId, factoryId: factory.id, params })
    return { order_id: orderId, status: 'queued', state: '待生产' }
  }

  /** Replies as inconsistent as real ones. */
  const calls: Readonly<Record<string, (params: Readonly<Record<string, string>>) => Fields>> = {
    '/factory/list': () => ({ code: 0, msg: 'ok', data: factories.map(({ id, name }) => ({ id, name })) }),
    '/stock/list': (params) => {
      const models = factoryOf(params).models.map(({ code, name, ...rest }) => ({ product_id: code, name_cn: name, ...rest }))
      return { status: '200', message: 'success', data: { count: 1, list: [{ id: 1, name_cn: '全部', modelList: models }] } }
    },
    '/goods/list': (params) => ({ code: '1', data: { list: factoryOf(params).materials } }),
    '/order/query': (params) => {
      const found = orders.find((order) => order.factoryId === factoryOf(params).id && order.params.third_id === params.third_id)
      return { code: 0, msg: 'ok', data: found ? { order_id: found.orderId, state: '待生产' } : null }
    },
    '/order/create': (params) => ({ status: 200, message: 'success', data: create(params) }),
  }

  function verify(params: Readonly<Record<string, string>>): void {
    const key = keys.find((one) => keyName(one) === params.app_key && isSigned(params, one))
    if (key === undefined) throw new Refusal(401, '签名错误')
    if (Math.abs(now().getTime() - Number(params.timestamp)) > clockSlackMs) throw new Refusal(1002, '时间戳已过期')
  }

  function answer(path: string, params: Readonly<Record<string, string>>): Fields {
    try {
      verify(params)
      const [refusal] = refusals.splice(0, 1)
      if (refusal !== undefined) throw new Refusal(5000, refusal)
      const call = calls[path]
      if (!call) throw new Refusal(404, '接口不存在')
      return call(params)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { code: error.code, msg: error.message, data: null }
    }
  }

  return {
    orders,
    async gateway(request) {
      const path = new URL(request.url).pathname.replace(/^.*?(?=\/[a-z]+\/[a-z]+$)/, '')
      counts.set(path, (counts.get(path) ?? 0) + 1)
      if (faults.lostCalls > 0) {
        faults.lostCalls -= 1
        throw new TypeError('fetch failed')
      }
      const [given] = bodies.splice(0, 1)
      if (given) return new Response(given.body, { status: given.status })
      const body: unknown = await request.json()
      const params = isFields(body) ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])) : {}
      const reply = answer(path, params)
      if (faults.lostAnswers > 0) {
        faults.lostAnswers -= 1
        throw new TypeError('fetch failed')
      }
      return Response.json(reply)
    },
    count: (path) => (path === undefined ? [...counts.values()].reduce((sum, times) => sum + times, 0) : (counts.get(path) ?? 0)),
    loseAnswers: (times) => Object.assign(faults, { lostAnswers: times }),
    loseCalls: (times) => Object.assign(faults, { lostCalls: times }),
    refuseNext: (message) => refusals.push(message),
    answerNext: (status, body) => bodies.push({ status, body }),
  }
}
