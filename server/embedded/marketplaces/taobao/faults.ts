/**
 * Adds failures to the embedded marketplace's gateway: it counts its calls and fails on request. Tests use it. The server loads it only
 * with DEMO_FAULTS=1; faults-route.ts then sets the failures.
 */

import type { TopError } from '../../../infra/marketplaces/taobao/top-errors'
import { connectMarketplace, type EmbeddedMarketplace, type EmbeddedOptions } from './double'
import {
  createGatewaySimulator,
  errorReply,
  type GatewaySimulator,
  type SimulatorOptions,
  unknownSession,
  withoutRight,
} from './gateway'

type Params = Readonly<Record<string, string>>

export interface FaultyGateway extends GatewaySimulator {
  /** Returns how often a method, or any method, was called, including refused calls. */
  count(method?: string): number
  /** Returns the parameters of all calls, the newest last. */
  recent(): readonly Params[]
  /** Refuses the next `times` calls as rate limited for `seconds` more seconds each. */
  limitRate(times: number, seconds: number): void
  /** Treats the session as ended until `renewSession`. */
  endSession(session: string): void
  renewSession(session: string): void
  /** Treats the session as that of a sub-account without rights, or stops doing so. */
  refuseSubAccount(session: string, refuse?: boolean): void
  /** Answers the next call with this error. */
  failNext(error: TopError): void
  /** Loses the responses to the next `times` calls. */
  cutOff(times: number): void
}

const rateLimited = (seconds: number): TopError => ({
  code: 7,
  msg: 'App Call Limited',
  sub_code: 'accesscontrol.limited-by-app-api-access-count',
  sub_msg: `This ban will last for ${seconds} more seconds`,
})

export function createFaultyGateway(options: SimulatorOptions): FaultyGateway {
  const simulator = createGatewaySimulator(options)
  const calls: Params[] = []
  const ended = new Set<string>()
  const withoutRights = new Set<string>()
  const failures: TopError[] = []
  const ban = { times: 0, seconds: 0 }
  let cuts = 0

  /** Returns the error with which this call must fail; undefined when it may succeed. */
  function faultOf({ method = '', session = '' }: Params): TopError | undefined {
    const [failure] = failures.splice(0, 1)
    if (failure) return failure
    if (ban.times > 0) {
      ban.times -= 1
      return rateLimited(ban.seconds)
    }
    if (ended.has(session)) return unknownSession
    return withoutRights.has(session) ? withoutRight(method) : undefined
  }

  return {
    async gateway(request) {
      const params = Object.fromEntries(new URLSearchParams(await request.clone().text()))
      calls.push(params)
      if (cuts > 0) {
        cuts -= 1
        throw new TypeError('fetch failed')
      }
      const fault = faultOf(params)
      return fault ? errorReply(fault) : simulator.gateway(request)
    },
    count: (method) => (method === undefined ? calls : calls.filter((call) => call.method === method)).length,
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

/** Opens the embedded marketplace with a gateway that fails on request. */
export const openFaultyMarketplace = (options: EmbeddedOptions): EmbeddedMarketplace<FaultyGateway> =>
  connectMarketplace(createFaultyGateway, options)
