/** Makes signed calls of the marketplace's gateway, with waits for rate limits and retries. */
import { type Fields, fieldsOf, isFields } from '../../../../contract/ground/fields'
import { type Answer, type Attempt, type CallPatience, type Gateway, sendOnce, untilAnswered } from '../calls'
import { topTime } from './json'
import { type SignMethod, signature } from './signature'
import { readTopError, unanswered, verdictOf } from './top-errors'

export const officialGateway = 'https://eco.taobao.com/router/rest'

export interface TopClientOptions extends Omit<CallPatience, 'marketplace'> {
  readonly appKey: string
  readonly appSecret: string
  /** Address of the gateway. */
  readonly url: string
  readonly gateway: Gateway
  readonly now: () => Date
  readonly signMethod?: SignMethod
  /** Returns a signal that ends an attempt that takes too long; 15 s by default. */
  readonly limit?: () => AbortSignal
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

export function createTopClient(options: TopClientOptions): TopClient {
  const patience = { ...options, marketplace: '淘宝' }
  return {
    call: (method, params, session, says = () => true) =>
      untilAnswered(patience, method, [session, options.appSecret], () => attempt(options, method, params, session, says)),
  }
}

async function attempt(
  options: TopClientOptions,
  method: string,
  params: Readonly<Record<string, string>>,
  session: string,
  says: Says,
): Promise<Attempt<Fields>> {
  const { appKey, appSecret, url, gateway, now, signMethod = 'hmac-sha256', limit } = options
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
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8', accept: 'application/json' }
  const answer = await sendOnce(gateway, url, { headers, body: new URLSearchParams(signed).toString() }, limit)
  return answer === null ? unanswered() : readAnswer(method, answer, says)
}

/** Maps `taobao.items.seller.list.get` to `items_seller_list_get_response`. */
export const wrapperOf = (method: string): string => `${method.replace(/^taobao\./, '').replaceAll('.', '_')}_response`

function readAnswer(method: string, { status, body }: Answer, says: Says): Attempt<Fields> {
  const error = readTopError(body)
  if (error) return verdictOf(error)
  const content = fieldsOf(body)[wrapperOf(method)]
  const answered = (said: Fields, isWrapped: boolean): Attempt<Fields> =>
    says(said, isWrapped) ? { kind: 'answered', content: said } : unanswered()
  if (content !== undefined) return answered(fieldsOf(content), true)
  // An empty result may lack its wrapper; any other unknown body came from something between us and the gateway.
  const isBare = isFields(body) && Object.keys(body).every((name) => name === 'total_results' || name === 'request_id')
  if (status !== 200 || !isBare) return unanswered()
  const { total_results } = fieldsOf(body)
  return answered(total_results === undefined ? {} : { total_results }, false)
}
