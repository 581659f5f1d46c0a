/** Makes signed calls of the marketplace's gateway, with waits for rate limits and retries. */
import { type Fields, fieldsOf, isFields } from '../../../../contract/ground/fields'
import { Failure, OperatorFailure } from '../../../kernel/failure'
import { operation } from '../../../kernel/operation'
import { parseJson } from '../../net/foreign-json'
import { topTime } from './json'
import { type SignMethod, signature } from './signature'
import { CallFailure, readTopError, unanswered, type Verdict, verdictOf } from './top-errors'

export const officialGateway = 'https://eco.taobao.com/router/rest'

/** Sends one request: over the network, or to the embedded gateway. */
export type Gateway = (request: Request) => Promise<Response>

export interface TopClientOptions {
  readonly appKey: string
  readonly appSecret: string
  /** Address of the gateway. */
  readonly url: string
  readonly gateway: Gateway
  readonly now: () => Date
  readonly wait: (ms: number) => Promise<void>
  /**
   * Reserves the app's next call, whose number per second is limited for all processes together, and returns the time until then, ms;
   * null when that is more than `maxWaitMs`. Absent: no limit.
   */
  readonly turn?: (maxWaitMs: number) => Promise<number | null>
  readonly signMethod?: SignMethod
  /** Returns a signal that ends an attempt that takes too long; 15 s by default. */
  readonly limit?: () => AbortSignal
  /** Maximum total time that a call waits for rate limits to end, ms. */
  readonly maxWaitMs?: number
  /** Receives what the operator should know besides what an OperatorFailure says: a used-up quota, refusals without a reason. */
  readonly report?: (text: string) => void
}

/** Whether content, in the method's wrapper or without it, says anything; an answer that does not is no answer. */
export type Says = (content: Fields, isWrapped: boolean) => boolean

export interface TopClient {
  /**
   * Calls `method` (such as taobao.item.seller.get) and returns the content of its success wrapper; without one, `{}` or the
   * `total_results` beside it. Rejects as the port documents (ports/marketplace.ts), with a `CallFailure` when the failure may
   * concern the called object alone, and with 'too-many-requests' when a rate limit lasts longer than `maxWaitMs`.
   */
  call(method: string, params: Readonly<Record<string, string>>, session: string, says?: Says): Promise<Fields>
}

/** Words of the operator's metrics; `limited` is a rate limit or a used-up quota. */
const outcomes = { answered: 'ok', refused: 'refused', wait: 'limited', retry: 'failed' } as const

/** Delays before retries, ms. */
const backoff = [500, 1500, 4000] as const

export function createTopClient(options: TopClientOptions): TopClient {
  const { wait, turn, maxWaitMs = 40_000, report = () => undefined } = options
  const tooMany = () => new Failure('too-many-requests', '淘宝接口调用过于频繁，请稍后再试')
  const waitForLimit = (method: string, ms: number) =>
    operation(
      () => ({ kind: 'call-wait', system: 'marketplace', name: method }),
      () => wait(ms),
    )
  return {
    async call(method, params, session, says = () => true) {
      let waitedMs = 0
      let failures = 0
      for (;;) {
        const turnMs = turn ? await turn(maxWaitMs - waitedMs) : 0
        if (turnMs === null) throw tooMany()
        if (turnMs > 0) await waitForLimit(method, turnMs)
        waitedMs += turnMs
        const verdict = await operation(
          () => ({ kind: 'call', system: 'marketplace', name: method }),
          async (call) => {
            const attempted = await attempt(options, method, params, session, says)
            if (call) call.outcome = outcomes[attempted.kind]
            return attempted
          },
        )
        if (verdict.kind === 'answered') return verdict.content
        if (verdict.kind === 'refused') {
          if (verdict.note !== undefined) report(hideSecrets(verdict.note, [session, options.appSecret]))
          throw withoutSecrets(verdict.failure, [session, options.appSecret])
        }
        if (verdict.kind === 'wait') {
          waitedMs += verdict.ms
          if (waitedMs > maxWaitMs) throw tooMany()
          await waitForLimit(method, verdict.ms)
          continue
        }
        const delayMs = backoff[failures]
        if (delayMs === undefined) throw verdict.failure
        failures += 1
        await wait(delayMs)
      }
    },
  }
}

type Attempt = { readonly kind: 'answered'; readonly content: Fields } | Verdict

async function attempt(
  options: TopClientOptions,
  method: string,
  params: Readonly<Record<string, string>>,
  session: string,
  says: Says,
): Promise<Attempt> {
  const { appKey, appSecret, url, gateway, now, signMethod = 'hmac-sha256', limit = () => AbortSignal.timeout(15_000) } = options
  const signed: Record<string, string> = {
    ...params,
    method,
    app_key: appKey,
    session,
    timestamp: topTime(now()),
    v: '2.0',
    format: 'json',
    sign_method: signMethod,
  }
  signed.sign = signature(signed, appSecret, signMethod)
  let status: number
  let text: string
  try {
    const request = new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8', accept: 'application/json' },
      body: new URLSearchParams(signed).toString(),
      // The session is sent to the configured gateway and nowhere else.
      redirect: 'error',
      signal: limit(),
    })
    const reply = await gateway(request)
    status = reply.status
    text = await reply.text()
  } catch {
    // Unreachable, cut off, or late. The cause could contain the request with its session, so it is dropped.
    return unanswered()
  }
  return readAnswer(method, status, text, says)
}

/** Maps `taobao.items.seller.list.get` to `items_seller_list_get_response`. */
export const wrapperOf = (method: string): string => `${method.replace(/^taobao\./, '').replaceAll('.', '_')}_response`

function readAnswer(method: string, status: number, text: string, says: Says): Attempt {
  let body: unknown
  try {
    body = parseJson(text)
  } catch {
    return unanswered()
  }
  const error = readTopError(body)
  if (error) return verdictOf(error)
  const content = fieldsOf(body)[wrapperOf(method)]
  const answered = (said: Fields, isWrapped: boolean): Attempt =>
    says(said, isWrapped) ? { kind: 'answered', content: said } : unanswered()
  if (content !== undefined) return answered(fieldsOf(content), true)
  // An empty result may lack its wrapper; any other unknown body came from something between us and the gateway.
  const isBare = isFields(body) && Object.keys(body).every((name) => name === 'total_results' || name === 'request_id')
  if (status !== 200 || !isBare) return unanswered()
  const { total_results } = fieldsOf(body)
  return answered(total_results === undefined ? {} : { total_results }, false)
}

const hideSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.filter((secret) => secret !== '').reduce((hidden, secret) => hidden.replaceAll(secret, '***'), text)

/** Removes secrets from the marketplace's own message before it is shown or logged. */
function withoutSecrets(failure: Failure, secrets: readonly string[]): Failure {
  const message = hideSecrets(failure.message, secrets)
  if (failure instanceof OperatorFailure) {
    return new OperatorFailure(message, new Error(hideSecrets(failure.cause.message, secrets)))
  }
  if (message === failure.message) return failure
  return failure instanceof CallFailure ? new CallFailure(failure.concerns, message) : new Failure(failure.code, message)
}
