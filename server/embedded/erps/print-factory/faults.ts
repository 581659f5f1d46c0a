/**
 * Adds failures to the embedded factory: lost calls and responses, refusals, delays, other keys and other lists. Tests use it.
 * The server loads it only with DEMO_FAULTS=1; `POST /simulator/factory/faults` then sets the failures.
 */
import { z } from 'zod'
import { publicBody, readJson } from '../../../http/body'
import type { App } from '../../../http/environment'
import { Failure } from '../../../kernel/failure'
import { connectFactory, type EmbeddedFactory, type EmbeddedFactoryOptions } from './factory'
import {
  callPath,
  createFactorySimulator,
  type FactorySimulator,
  type FactorySimulatorOptions,
  orderPath,
  type SimulatedFactory,
} from './simulator'
import { strictAnswer, strictFactory } from './strict'

/** A factory with configurable faults. They apply to calls in order of arrival; with `path`, only to calls of that path. */
export interface FaultyFactory extends FactorySimulator {
  /** Number of calls that were made, whatever their outcome. */
  count(path?: string): number
  /** The next `times` calls are executed, and their responses are lost. */
  loseAnswers(times: number, path?: string): void
  /** The next `times` calls are lost. */
  loseCalls(times: number, path?: string): void
  /** The next call is refused with this message. */
  refuseNext(message: string, path?: string): void
  /** The next call is not executed, and its response is exactly this body. */
  answerNext(status: number, body: string, path?: string): void
  /** Delays every response, ms; 0: no delay. */
  delay(ms: number): void
  /** The state of an order from now on, such as 已取消, until the process ends. */
  setState(orderId: string, state: string): void
  /** Answers in the shapes of `strict.ts` from now on, or no longer. All codes are other ones then. */
  strict(isStrict: boolean): void
  /** Replaces the factories and their lists from now on. */
  relist(factories: readonly SimulatedFactory[]): void
  /** Replaces the valid keys from now on. */
  rekey(keys: readonly string[]): void
}

/** A fault that applies to `left` more calls. */
interface Fault {
  remaining: number
  readonly path: string | undefined
}

/** Returns the first fault of the list that applies to a call of this path, and reduces its remaining calls by one. */
function takeFault<F extends Fault>(faults: readonly F[], path: string): F | undefined {
  const found = faults.find((fault) => fault.remaining > 0 && (fault.path === undefined || fault.path === path))
  if (found) found.remaining -= 1
  return found
}

export interface FaultyFactoryOptions extends FactorySimulatorOptions {
  readonly wait: (ms: number) => Promise<void>
  /** Whether to begin in the shapes of `strict.ts`. */
  readonly strict?: boolean
}

export function createFaultyFactory({ world: setup, wait, strict = false, ...options }: FaultyFactoryOptions): FaultyFactory {
  const world = { ...setup }
  let isStrict = strict
  const states = new Map<string, string>()
  const simulator = createFactorySimulator({
    ...options,
    stateOf: (orderId) => states.get(orderId) ?? '待生产',
    world: {
      get keys() {
        return world.keys
      },
      get factories() {
        return isStrict ? world.factories.map(strictFactory) : world.factories
      },
    },
  })
  const counts = new Map<string, number>()
  const lostAnswers: Fault[] = []
  const lostCalls: Fault[] = []
  const refusals: (Fault & { readonly message: string })[] = []
  const bodies: (Fault & { readonly status: number; readonly body: string })[] = []
  let delayMs = 0

  return {
    orders: simulator.orders,
    async gateway(request) {
      const path = callPath(request)
      counts.set(path, (counts.get(path) ?? 0) + 1)
      if (delayMs > 0) await wait(delayMs)
      if (takeFault(lostCalls, path)) throw new TypeError('fetch failed')
      const body = takeFault(bodies, path)
      if (body) return new Response(body.body, { status: body.status })
      const refusal = takeFault(refusals, path)
      const answer = async (asked: Request): Promise<Response> =>
        refusal ? Response.json({ code: 5000, msg: refusal.message, data: null }) : simulator.gateway(asked)
      const reply = await (isStrict ? strictAnswer(request, answer) : answer(request))
      if (takeFault(lostAnswers, path)) throw new TypeError('fetch failed')
      return reply
    },
    count: (path) => (path === undefined ? [...counts.values()].reduce((sum, times) => sum + times, 0) : (counts.get(path) ?? 0)),
    loseAnswers: (times, path) => lostAnswers.push({ remaining: times, path }),
    loseCalls: (times, path) => lostCalls.push({ remaining: times, path }),
    refuseNext: (message, path) => refusals.push({ remaining: 1, path, message }),
    answerNext: (status, body, path) => bodies.push({ remaining: 1, path, status, body }),
    delay(ms) {
      delayMs = ms
    },
    setState: (orderId, state) => void states.set(orderId, state),
    strict(isOn) {
      isStrict = isOn
    },
    relist(factories) {
      world.factories = factories
    },
    rekey(keys) {
      world.keys = keys
    },
  }
}

/** Opens the demo's factories with configurable faults. */
export const openFaultyFactory = (options: EmbeddedFactoryOptions): EmbeddedFactory<FaultyFactory> =>
  connectFactory(createFaultyFactory, options)

const times = z.number().int().min(1).max(1000)
const faultsBody = z.strictObject({
  /** Path of the affected calls; order calls by default. */
  path: z.string().max(100).default(orderPath),
  loseAnswers: times.optional(),
  loseCalls: times.optional(),
  /** The message of the refusal. */
  refuseNext: z.string().min(1).max(200).optional(),
  /** Delay of every call from now on, ms. */
  delayMs: z.number().int().min(0).max(60_000).optional(),
  /** Answers in the hard shapes of real programs from now on, or no longer; then the lists must be synced again. */
  strict: z.boolean().optional(),
  /** The state of an order from now on, by the factory's number as `GET /simulator/factory/orders` shows it. */
  state: z.object({ orderId: z.string().min(1).max(40), state: z.string().min(1).max(100) }).optional(),
  /** A response of the next call of the path in place of the right one; the call is not executed. */
  answerNext: z.object({ status: z.number().int().min(200).max(599), body: z.string().max(4000) }).optional(),
})

export function mountFactoryFaults(app: App, factory: FaultyFactory): void {
  app.post('/simulator/factory/faults', async (c) => {
    const parsed = faultsBody.safeParse(await readJson(c.req.raw, publicBody))
    if (!parsed.success) throw new Failure('invalid', `须为 JSON：${Object.keys(faultsBody.shape).join('、')}`)
    const { path, loseAnswers, loseCalls, refuseNext, delayMs, strict, state, answerNext } = parsed.data
    if (loseAnswers !== undefined) factory.loseAnswers(loseAnswers, path)
    if (loseCalls !== undefined) factory.loseCalls(loseCalls, path)
    if (refuseNext !== undefined) factory.refuseNext(refuseNext, path)
    if (delayMs !== undefined) factory.delay(delayMs)
    if (strict !== undefined) factory.strict(strict)
    if (state) factory.setState(state.orderId, state.state)
    if (answerNext) factory.answerNext(answerNext.status, answerNext.body, path)
    return c.json({ ok: true })
  })
}
