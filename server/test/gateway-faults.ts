/** The embedded marketplace's gateway as tests want it: it counts its calls, and fails when it is told to. */
import {
  createGatewaySimulator,
  errorReply,
  type GatewaySimulator,
  type SimulatorOptions,
  unknownSession,
} from '../embedded/marketplace/gateway'
import { connectMarketplace, type EmbeddedMarketplace, type EmbeddedOptions } from '../embedded/marketplace/marketplace'
import type { TopError } from '../infra/marketplace/top-errors'

type Params = Readonly<Record<string, string>>

export interface FaultyGateway extends GatewaySimulator {
  /** How often a method was called, in all or by its name; refused calls count. */
  count(method?: string): number
  /** Parameters of all calls, newest last. */
  recent(): readonly Params[]
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

const rateLimited = (seconds: number): TopError => ({
  code: 7,
  msg: 'App Call Limited',
  sub_code: 'accesscontrol.limited-by-app-api-access-count',
  sub_msg: `This ban will last for ${seconds} more seconds`,
})

const withoutRight = (method: string): TopError => ({
  code: 12,
  msg: 'Insufficient user permissions',
  sub_code: 'subuser.has-no-permission',
  sub_msg: `该子帐号无此操作权限${method}, 请通过主帐号设置开通相应权限（应用）!`,
})

export function createFaultyGateway(options: SimulatorOptions): FaultyGateway {
  const simulator = createGatewaySimulator(options)
  const calls: Params[] = []
  const ended = new Set<string>()
  const withoutRights = new Set<string>()
  const failures: TopError[] = []
  const ban = { times: 0, seconds: 0 }
  let cuts = 0

  /** What goes wrong with this call; undefined: nothing. */
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

/** The embedded marketplace, whose gateway fails as it is told. */
export const openFaultyMarketplace = (options: EmbeddedOptions): EmbeddedMarketplace<FaultyGateway> =>
  connectMarketplace(createFaultyGateway, options)
