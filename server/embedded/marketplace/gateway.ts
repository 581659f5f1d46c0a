/**
 * The marketplace's gateway inside this server: it takes the same form, verifies signature, time and session like the real one and
 * answers the same bytes, from fixtures. It is the default where no app key is configured, and what the tests speak to.
 */
import { timingSafeEqual } from 'node:crypto'
import { writeJson } from '../../infra/marketplace/json'
import { type SignMethod, signature, signMethods } from '../../infra/marketplace/signature'
import { wrapperOf } from '../../infra/marketplace/top-client'
import type { TopError } from '../../infra/marketplace/top-errors'

export interface SimulatedSeller {
  readonly nick: string
  readonly sellerId: string
  /** What the seller's authorisation gave the app. */
  readonly session: string
}

export interface SimulatedCall {
  /** As they came, the gateway's own included. */
  readonly params: Readonly<Record<string, string>>
  readonly seller: SimulatedSeller
}

/** Answers what stands in the success wrapper; bigint is written as a number. Throws a TopRefusal for the gateway's error body. */
export type SimulatedMethod = (call: SimulatedCall) => unknown

export class TopRefusal extends Error {
  override readonly name = 'TopRefusal'
  constructor(readonly error: TopError) {
    super(error.sub_msg ?? error.msg)
  }
}

export interface SimulatorOptions {
  readonly appKey: string
  readonly appSecret: string
  readonly sellers: readonly SimulatedSeller[]
  /** By name, such as taobao.items.seller.list.get. */
  readonly methods: Readonly<Record<string, SimulatedMethod>>
  readonly now: () => Date
}

export interface GatewaySimulator {
  readonly gateway: (request: Request) => Promise<Response>
  /** How often a method was called, in all or by its name; refused calls count. */
  count(method?: string): number
  /** Parameters of the last calls, newest last. */
  recent(): readonly Readonly<Record<string, string>>[]
  /** The next `times` calls are refused for `seconds` more seconds each. */
  limitRate(times: number, seconds: number): void
  /** The session is dead until `renewSession`. */
  endSession(session: string): void
  renewSession(session: string): void
  /** The session belongs to a sub-account without rights, or no longer. */
  refuseSubAccount(session: string, refuse?: boolean): void
  /** The next answer is this error. */
  failNext(error: TopError): void
  /** The next `times` answers never arrive. */
  cutOff(times: number): void
}

const clockSlackMs = 10 * 60_000
const remembered = 100

const refusal = (code: number, msg: string, subCode?: string, subMsg?: string): TopRefusal =>
  new TopRefusal({ code, msg, ...(subCode ? { sub_code: subCode } : {}), ...(subMsg ? { sub_msg: subMsg } : {}) })

export function createGatewaySimulator(options: SimulatorOptions): GatewaySimulator {
  const counts = new Map<string, number>()
  const calls: Readonly<Record<string, string>>[] = []
  const ended = new Set<string>()
  const withoutRights = new Set<string>()
  const failures: TopError[] = []
  const ban = { times: 0, seconds: 0 }
  let cuts = 0

  function answer(params: Readonly<Record<string, string>>): unknown {
    const method = verify(params, options)
    const found = options.methods[method]
    if (!found) throw refusal(22, 'Invalid method')
    const [failure] = failures.splice(0, 1)
    if (failure) throw new TopRefusal(failure)
    if (ban.times > 0) {
      ban.times -= 1
      const text = `This ban will last for ${ban.seconds} more seconds`
      throw refusal(7, 'App Call Limited', 'accesscontrol.limited-by-app-api-access-count', text)
    }
    const { session = '' } = params
    if (session === '') throw refusal(26, 'Missing session')
    const seller = options.sellers.find((one) => one.session === session)
    if (!seller || ended.has(session)) throw refusal(27, 'Invalid session', 'invalid-sessionkey', 'SessionKey非法')
    if (withoutRights.has(session)) {
      const text = `该子帐号无此操作权限${method}, 请通过主帐号设置开通相应权限（应用）!`
      throw refusal(12, 'Insufficient user permissions', 'subuser.has-no-permission', text)
    }
    return { [wrapperOf(method)]: found({ params, seller }) }
  }

  return {
    async gateway(request) {
      const params = Object.fromEntries(new URLSearchParams(await request.text()))
      const { method = '' } = params
      counts.set(method, (counts.get(method) ?? 0) + 1)
      calls.push(params)
      if (calls.length > remembered) calls.shift()
      if (cuts > 0) {
        cuts -= 1
        throw new TypeError('fetch failed')
      }
      let body: unknown
      try {
        body = answer(params)
      } catch (error) {
        if (!(error instanceof TopRefusal)) throw error
        body = { error_response: { ...error.error, request_id: 'simulated' } }
      }
      return new Response(writeJson(body), { headers: { 'content-type': 'text/javascript;charset=UTF-8' } })
    },
    count: (method) =>
      method === undefined ? [...counts.values()].reduce((sum, times) => sum + times, 0) : (counts.get(method) ?? 0),
    recent: () => calls,
    limitRate: (times, seconds) => Object.assign(ban, { times, seconds }),
    endSession: (session) => ended.add(session),
    renewSession: (session) => ended.delete(session),
    refuseSubAccount: (session, refuse = true) => (refuse ? withoutRights.add(session) : withoutRights.delete(session)),
    failNext: (error) => failures.push(error),
    cutOff: (times) => {
      cuts = times
    },
  }
}

/** The gateway's own checks, in its order; answers the method's name. */
function verify(params: Readonly<Record<string, string>>, { appKey, appSecret, now }: SimulatorOptions): string {
  const { method = '', sign = '', sign_method: signMethod = '', timestamp = '' } = params
  if (method === '') throw refusal(21, 'Missing method')
  if (params.app_key !== appKey) throw refusal(29, 'Invalid app key')
  if (params.v !== '2.0') throw refusal(33, 'Invalid version')
  if (params.format !== 'json') throw refusal(23, 'Invalid format')
  const time = Date.parse(`${timestamp.replace(' ', 'T')}+08:00`)
  if (Number.isNaN(time) || Math.abs(now().getTime() - time) > clockSlackMs) throw refusal(31, 'Invalid timestamp')
  if (!(signMethods as readonly string[]).includes(signMethod)) throw refusal(25, 'Invalid signature')
  const expected = Buffer.from(signature(params, appSecret, signMethod as SignMethod))
  const given = Buffer.from(sign)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refusal(25, 'Invalid signature')
  return method
}
