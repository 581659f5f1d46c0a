/**
 * The double of the factories' program: it accepts the same signed calls as a real one and stores orders. The demo and the tests
 * use it. It never fails by itself; faults.ts beside it adds failures.
 */
import { type Fields, isFields } from '../../../../contract/ground/fields'
import { keyName } from '../../../infra/erps/print-factory/erp-client'
import { isSigned } from '../../../infra/erps/print-factory/signature'
import type { FactoryOrder, OrderBook } from './order-book'

export interface SimulatedFactory {
  readonly id: string
  readonly name: string
  readonly models: readonly {
    readonly code: string
    readonly name: string
    readonly width?: string
    readonly height?: string
    /** Stock before the first order. */
    readonly stock: number
  }[]
  readonly materials: readonly {
    readonly id: string
    readonly code: string
    readonly name: string
    readonly colors: readonly Fields[]
  }[]
}

/** Path of the call that orders. */
export const orderPath = '/order/create'

export interface FactorySimulator {
  readonly gateway: (request: Request) => Promise<Response>
  /** Returns the orders, oldest first. */
  orders(): Promise<readonly FactoryOrder[]>
}

class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

type Params = Readonly<Record<string, string>>

const clockSlackMs = 10 * 60_000

/** The valid keys and the factories they open; read anew for every call. */
export interface FactorySetup {
  readonly keys: readonly string[]
  readonly factories: readonly SimulatedFactory[]
}

export interface FactorySimulatorOptions {
  readonly world: FactorySetup
  readonly book: OrderBook
  readonly now: () => Date
  /** Returns the state of an order in the factory's words; 待生产 by default. */
  readonly stateOf?: (orderId: string) => string
}

/** Returns the path of a call below the program's base address, such as `/order/create`. */
export const callPath = (request: Request): string => new URL(request.url).pathname.replace(/^.*?(?=\/[a-z]+\/[a-z]+$)/, '')

export function createFactorySimulator({
  world,
  book,
  now,
  stateOf = () => '待生产',
}: FactorySimulatorOptions): FactorySimulator {
  function factoryOf(params: Params): SimulatedFactory {
    const found = world.factories.find(({ id }) => id === params.factory_id)
    if (!found) throw new Refusal(404, '设备不存在')
    return found
  }

  /** Returns a function that gives the remaining stock of a model. */
  async function stockOf({ id }: SimulatedFactory): Promise<(model: { code: string; stock: number }) => number> {
    const orderedCounts = await book.countByProduct(id)
    return ({ code, stock }) => Math.max(0, stock - (orderedCounts.get(code) ?? 0))
  }

  async function createOrder(params: Params): Promise<Fields> {
    const factory = factoryOf(params)
    const existing = await book.find(factory.id, params.third_id ?? '')
    if (existing) throw new Refusal(2001, `订单已存在：${existing.orderId}`)
    const model = factory.models.find(({ code }) => code === params.product_id)
    if (!model) throw new Refusal(2002, `型号不存在：${params.product_id}`)
    const material = factory.materials.find(({ code }) => code === params.mobile_shell_id)
    if (!material) throw new Refusal(2003, `材质不存在：${params.mobile_shell_id}`)
    const colored = material.colors.length > 0 || params.color_id !== ''
    // A colour that is listed without a code is identified by its id.
    if (colored && !material.colors.some(({ code, id }) => (code ?? id) === params.color_id)) {
      throw new Refusal(2004, `颜色不存在：${params.color_id}`)
    }
    const quantity = Number(params.quantity)
    if (!Number.isSafeInteger(quantity) || quantity < 1) throw new Refusal(2005, '数量不正确')
    const stock = (await stockOf(factory))(model)
    if (stock < quantity) throw new Refusal(2006, `${model.name} 库存不足，剩余 ${stock}`)
    if (!/^https?:\/\//.test(params.image_url ?? '')) throw new Refusal(2007, '图片地址不正确')
    const { app_key, timestamp, sign, ...ordered } = params
    const created = await book.add(factory.id, ordered)
    if (!created) throw new Refusal(2001, '订单已存在')
    return { order_id: created.orderId, status: 'queued', state: '待生产' }
  }

  async function listModels(params: Params): Promise<Fields[]> {
    const factory = factoryOf(params)
    const stockLeft = await stockOf(factory)
    return factory.models.map((model) => {
      const { code, name, ...size } = model
      return { product_id: code, name_cn: name, ...size, stock: stockLeft(model) }
    })
  }

  /** The replies are as inconsistent as those of real programs. */
  const calls: Readonly<Record<string, (params: Params) => Fields | Promise<Fields>>> = {
    '/factory/list': () => ({ code: 0, msg: 'ok', data: world.factories.map(({ id, name }) => ({ id, name })) }),
    '/stock/list': async (params) => {
      const modelList = await listModels(params)
      return { status: '200', message: 'success', data: { count: 1, list: [{ id: 1, name_cn: '全部', modelList }] } }
    },
    '/goods/list': (params) => ({ code: '1', data: { list: factoryOf(params).materials } }),
    '/order/query': async (params) => {
      const found = await book.find(factoryOf(params).id, params.third_id ?? '')
      return { code: 0, msg: 'ok', data: found ? { order_id: found.orderId, state: stateOf(found.orderId) } : null }
    },
    [orderPath]: async (params) => ({ status: 200, message: 'success', data: await createOrder(params) }),
  }

  function verifySignature(params: Params): void {
    const key = world.keys.find((one) => keyName(one) === params.app_key && isSigned(params, one))
    if (key === undefined) throw new Refusal(401, '签名错误')
    if (Math.abs(now().getTime() - Number(params.timestamp)) > clockSlackMs) throw new Refusal(1002, '时间戳已过期')
  }

  async function handleCall(path: string, params: Params): Promise<Fields> {
    try {
      verifySignature(params)
      const call = calls[path]
      if (!call) throw new Refusal(404, '接口不存在')
      return await call(params)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { code: error.code, msg: error.message, data: null }
    }
  }

  return {
    orders: () => book.list(),
    async gateway(request) {
      const body: unknown = await request.json()
      const params = isFields(body) ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])) : {}
      return Response.json(await handleCall(callPath(request), params))
    },
  }
}
