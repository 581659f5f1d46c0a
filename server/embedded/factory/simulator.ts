/**
 * A factory inside this server: it takes the same signed calls as a real one, keeps what is ordered, and can fail, be slow, and lose
 * answers. It is the default, and what the tests speak to.
 */
import { keyName } from '../../infra/erp/erp-client'
import type { Fields } from '../../infra/erp/replies'
import { isFields } from '../../infra/erp/replies'
import { isSigned } from '../../infra/erp/signature'
import type { FactoryOrder, OrderBook } from './order-book'

export interface SimulatedFactory {
  readonly id: string
  readonly name: string
  readonly models: readonly {
    readonly code: string
    readonly name: string
    readonly width?: string
    readonly height?: string
    /** What it has before the first order. */
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

/** Faults strike calls in the order they come; with `path`, only calls of that one. */
export interface FactorySimulator {
  readonly gateway: (request: Request) => Promise<Response>
  /** What was ordered, oldest first. */
  orders(): Promise<readonly FactoryOrder[]>
  /** Calls that were made, whatever became of them. */
  count(path?: string): number
  /** The next `times` calls do their work, and the answer never arrives. */
  loseAnswers(times: number, path?: string): void
  /** The next `times` calls never arrive. */
  loseCalls(times: number, path?: string): void
  /** The next call is refused with this message. */
  refuseNext(message: string, path?: string): void
  /** The next answer is this body, as it stands. */
  answerNext(status: number, body: string): void
  /** Every answer comes so late, ms; 0: at once. */
  delay(ms: number): void
  /** From now on these are the factories, and what they list. */
  relist(factories: readonly SimulatedFactory[]): void
  /** From now on only these keys are good. */
  rekey(keys: readonly string[]): void
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

export interface FactorySimulatorOptions {
  readonly keys: readonly string[]
  readonly factories: readonly SimulatedFactory[]
  readonly book: OrderBook
  readonly now: () => Date
  readonly wait: (ms: number) => Promise<void>
}

/** Whom a fault strikes; `left` calls more. */
interface Fault {
  left: number
  readonly path: string | undefined
}

/** Whether a fault of the list strikes this call; it is used up by that. */
function strikes<F extends Fault>(faults: readonly F[], path: string): F | undefined {
  const found = faults.find((fault) => fault.left > 0 && (fault.path === undefined || fault.path === path))
  if (found) found.left -= 1
  return found
}

export function createFactorySimulator(options: FactorySimulatorOptions): FactorySimulator {
  const { book, now, wait } = options
  let { keys, factories } = options
  let lateMs = 0
  const counts = new Map<string, number>()
  const lostAnswers: Fault[] = []
  const lostCalls: Fault[] = []
  const refusals: (Fault & { readonly message: string })[] = []
  const bodies: { readonly status: number; readonly body: string }[] = []

  function factoryOf(params: Params): SimulatedFactory {
    const found = factories.find(({ id }) => id === params.factory_id)
    if (!found) throw new Refusal(404, '设备不存在')
    return found
  }

  /** What is left of each model. */
  async function stockOf({ id }: SimulatedFactory): Promise<(model: { code: string; stock: number }) => number> {
    const made = await book.made(id)
    return ({ code, stock }) => Math.max(0, stock - (made.get(code) ?? 0))
  }

  async function create(params: Params): Promise<Fields> {
    const factory = factoryOf(params)
    const known = await book.find(factory.id, params.third_id ?? '')
    if (known) throw new Refusal(2001, `订单已存在：${known.orderId}`)
    const model = factory.models.find(({ code }) => code === params.product_id)
    if (!model) throw new Refusal(2002, `型号不存在：${params.product_id}`)
    const material = factory.materials.find(({ code }) => code === params.mobile_shell_id)
    if (!material) throw new Refusal(2003, `材质不存在：${params.mobile_shell_id}`)
    const colored = material.colors.length > 0 || params.color_id !== ''
    // A colour that is listed without a code goes by its id.
    if (colored && !material.colors.some(({ code, id }) => (code ?? id) === params.color_id)) {
      throw new Refusal(2004, `颜色不存在：${params.color_id}`)
    }
    const quantity = Number(params.quantity)
    if (!Number.isSafeInteger(quantity) || quantity < 1) throw new Refusal(2005, '数量不正确')
    const stock = (await stockOf(factory))(model)
    if (stock < quantity) throw new Refusal(2006, `${model.name} 库存不足，剩余 ${stock}`)
    if (!/^https?:\/\//.test(params.image_url ?? '')) throw new Refusal(2007, '图片地址不正确')
    const { app_key, timestamp, sign, ...ordered } = params
    const made = await book.add(factory.id, ordered)
    if (!made) throw new Refusal(2001, '订单已存在')
    return { order_id: made.orderId, status: 'queued', state: '待生产' }
  }

  async function listModels(params: Params): Promise<Fields[]> {
    const factory = factoryOf(params)
    const left = await stockOf(factory)
    return factory.models.map((model) => {
      const { code, name, ...size } = model
      return { product_id: code, name_cn: name, ...size, stock: left(model) }
    })
  }

  /** Replies as inconsistent as real ones. */
  const calls: Readonly<Record<string, (params: Params) => Fields | Promise<Fields>>> = {
    '/factory/list': () => ({ code: 0, msg: 'ok', data: factories.map(({ id, name }) => ({ id, name })) }),
    '/stock/list': async (params) => {
      const modelList = await listModels(params)
      return { status: '200', message: 'success', data: { count: 1, list: [{ id: 1, name_cn: '全部', modelList }] } }
    },
    '/goods/list': (params) => ({ code: '1', data: { list: factoryOf(params).materials } }),
    '/order/query': async (params) => {
      const found = await book.find(factoryOf(params).id, params.third_id ?? '')
      return { code: 0, msg: 'ok', data: found ? { order_id: found.orderId, state: '待生产' } : null }
    },
    [orderPath]: async (params) => ({ status: 200, message: 'success', data: await create(params) }),
  }

  function verify(params: Params): void {
    const key = keys.find((one) => keyName(one) === params.app_key && isSigned(params, one))
    if (key === undefined) throw new Refusal(401, '签名错误')
    if (Math.abs(now().getTime() - Number(params.timestamp)) > clockSlackMs) throw new Refusal(1002, '时间戳已过期')
  }

  async function answer(path: string, params: Params): Promise<Fields> {
    try {
      verify(params)
      const refusal = strikes(refusals, path)
      if (refusal) throw new Refusal(5000, refusal.message)
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
      const path = new URL(request.url).pathname.replace(/^.*?(?=\/[a-z]+\/[a-z]+$)/, '')
      counts.set(path, (counts.get(path) ?? 0) + 1)
      if (lateMs > 0) await wait(lateMs)
      if (strikes(lostCalls, path)) throw new TypeError('fetch failed')
      const [given] = bodies.splice(0, 1)
      if (given) return new Response(given.body, { status: given.status })
      const body: unknown = await request.json()
      const params = isFields(body) ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])) : {}
      const reply = await answer(path, params)
      if (strikes(lostAnswers, path)) throw new TypeError('fetch failed')
      return Response.json(reply)
    },
    count: (path) => (path === undefined ? [...counts.values()].reduce((sum, times) => sum + times, 0) : (counts.get(path) ?? 0)),
    loseAnswers: (times, path) => lostAnswers.push({ left: times, path }),
    loseCalls: (times, path) => lostCalls.push({ left: times, path }),
    refuseNext: (message, path) => refusals.push({ left: 1, path, message }),
    answerNext: (status, body) => bodies.push({ status, body }),
    delay(ms) {
      lateMs = ms
    },
    relist(listed) {
      factories = listed
    },
    rekey(good) {
      keys = good
    },
  }
}
