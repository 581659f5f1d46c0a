/**
 * The double of the marketplace's gateway: it accepts the same form, verifies signature, time and session like the real one, and
 * sends the same bytes, from fixtures. The server uses it where no app key is configured, and so do the tests
 * (faults.ts adds failures).
 */
import { timingSafeEqual } from 'node:crypto'
import { type SignMethod, signature, signMethods } from '../../../infra/marketplaces/taobao/signature'
import { wrapperOf } from '../../../infra/marketplaces/taobao/top-client'
import type { TopError } from '../../../infra/marketplaces/taobao/top-errors'
import { writeJson } from '../../../infra/net/foreign-json'

export interface SimulatedSeller {
  readonly nick: string
  readonly sellerId: string
  /** The session that the seller's authorization gave the app. */
  readonly session: string
  /** The sub-account that the session is of; it has no right to read orders, as long as the owner gave it none. */
  readonly subAccount?: string
}

export interface SimulatedCall {
  /** The parameters as received, including the gateway's own. */
  readonly params: Readonly<Record<string, string>>
  readonly seller: SimulatedSeller
}

/** A body as it goes over the wire, in the place of the content of a wrapper. */
export class RawReply {
  constructor(
    readonly body: string,
    readonly status = 200,
  ) {}
}

/**
 * Returns the content of the success wrapper, in which bigint is written as a number, or a whole body. Throws a TopRefusal for the
 * gateway's error body.
 */
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
  /** Handlers by method name, such as taobao.items.seller.list.get. */
  readonly methods: Readonly<Record<string, SimulatedMethod>>
  readonly now: () => Date
}

export interface GatewaySimulator {
  readonly gateway: (request: Request) => Promise<Response>
  /** Called with a session that its seller has granted again; absent where sessions never expire. */
  readonly renewSession?: (session: string) => void
}

const clockSlackMs = 10 * 60_000

const refusal = (code: number, msg: string, subCode?: string, subMsg?: string): TopRefusal =>
  new TopRefusal({ code, msg, ...(subCode ? { sub_code: subCode } : {}), ...(subMsg ? { sub_msg: subMsg } : {}) })

export const unknownSession: TopError = {
  code: 27,
  msg: 'Invalid session',
  sub_code: 'invalid-sessionkey',
  sub_msg: 'SessionKey非法',
}

export const withoutRight = (method: string): TopError => ({
  code: 12,
  msg: 'Insufficient user permissions',
  sub_code: 'subuser.has-no-permission',
  sub_msg: `该子帐号无此操作权限${method}, 请通过主帐号设置开通相应权限（应用）!`,
})

const headers = { 'content-type': 'text/javascript;charset=UTF-8' }
const reply = (body: unknown): Response => new Response(writeJson(body), { headers })

/** The gateway's response to a refused call. */
export const errorReply = (error: TopError): Response => reply({ error_response: { ...error, request_id: 'simulated' } })

export function createGatewaySimulator(options: SimulatorOptions): GatewaySimulator {
  function answer(params: Readonly<Record<string, string>>): Response {
    const method = verify(params, options)
    const found = options.methods[method]
    if (!found) throw refusal(22, 'Invalid method')
    const { session = '' } = params
    if (session === '') throw refusal(26, 'Missing session')
    const seller = options.sellers.find((one) => one.session === session)
    if (!seller) throw new TopRefusal(unknownSession)
    if (seller.subAccount !== undefined && method.includes('.trade')) throw new TopRefusal(withoutRight(method))
    const said = found({ params, seller })
    return said instanceof RawReply
      ? new Response(said.body, { status: said.status, headers })
      : reply({ [wrapperOf(method)]: said })
  }

  return {
    async gateway(request) {
      const params = Object.fromEntries(new URLSearchParams(await request.text()))
      try {
        return answer(params)
      } catch (error) {
        if (error instanceof TopRefusal) return errorReply(error.error)
        throw error
      }
    },
  }
}

/** Makes the gateway's own checks, in its order; returns the method's name. */
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
