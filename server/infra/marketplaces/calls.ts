/** The shared parts of the clients of all marketplaces: waits for rate limits, retries, and failures without secrets. */
import { Failure, OperatorFailure } from '../../kernel/failure'
import { operation } from '../../kernel/operation'
import { bodyText } from '../net/body-text'
import { parseJson } from '../net/foreign-json'

/** Sends one request: over the network, or to an embedded double. */
export type Gateway = (request: Request) => Promise<Response>

/**
 * A failed call that may concern its own object alone: the `object` was refused, the session lacks the `right`, or
 * there was no usable `answer` after all attempts. Failures of the session, of the app and of its quota are never of this type.
 */
export class CallFailure extends Failure {
  constructor(
    readonly concerns: 'object' | 'right' | 'answer',
    message: string,
  ) {
    super(concerns === 'right' ? 'subuser.has-no-permission' : 'upstream-failed', message)
  }
}

export type Verdict =
  /** The app exceeded a rate limit, which ends after this many ms. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** A temporary failure of the marketplace; a retry may succeed. */
  | { readonly kind: 'retry'; readonly failure: Failure }
  /** `note`: a message for the operator, with the gateway's own words, about a failure that is not theirs alone. */
  | { readonly kind: 'refused'; readonly failure: Failure; readonly note?: string }

export type Attempt<T> = { readonly kind: 'answered'; readonly content: T } | Verdict

/** The verdict on a call without an answer of the gateway, or with one that says nothing. @param marketplace such as 淘宝. */
export const unansweredBy = (marketplace: string): Verdict => ({
  kind: 'retry',
  failure: new CallFailure('answer', `${marketplace}暂时没有响应，请稍后再试`),
})

export const refusedWith = (failure: Failure): Verdict => ({ kind: 'refused', failure })

export interface CallPatience {
  /** The name of the marketplace for sellers, such as 淘宝. */
  readonly marketplace: string
  readonly wait: (ms: number) => Promise<void>
  /** Maximum total time that a call waits for rate limits to end, ms. */
  readonly maxWaitMs?: number | undefined
  /**
   * Reserves the next call, whose number per second is limited for all processes together, and returns the time until then, ms;
   * null when that is more than `maxWaitMs`. Absent: no limit.
   */
  readonly turn?: ((maxWaitMs: number) => Promise<number | null>) | undefined
  /** Receives what the operator should know besides what an OperatorFailure says: a used-up quota, refusals without a reason. */
  readonly report?: ((text: string) => void) | undefined
}

/** Words of the operator's metrics; `limited` is a rate limit or a used-up quota. */
const outcomes = { answered: 'ok', refused: 'refused', wait: 'limited', retry: 'failed' } as const

/** Delays before retries, ms. */
const backoff = [500, 1500, 4000] as const

/**
 * Makes attempts until one is answered or refused, with waits for rate limits and between retries. Rejects with 'too-many-requests'
 * when rate limits last longer than `maxWaitMs`, 40 s by default. No message or note holds one of `secrets`.
 */
export async function untilAnswered<T>(
  { marketplace, wait, turn, maxWaitMs = 40_000, report = () => undefined }: CallPatience,
  name: string,
  secrets: readonly string[],
  attempt: () => Promise<Attempt<T>>,
): Promise<T> {
  const tooMany = () => new Failure('too-many-requests', `${marketplace}接口调用过于频繁，请稍后再试`)
  const waitForLimit = (ms: number) =>
    operation(
      () => ({ kind: 'call-wait', system: 'marketplace', name }),
      () => wait(ms),
    )
  let waitedMs = 0
  let failures = 0
  for (;;) {
    const turnMs = turn ? await turn(maxWaitMs - waitedMs) : 0
    if (turnMs === null) throw tooMany()
    if (turnMs > 0) await waitForLimit(turnMs)
    waitedMs += turnMs
    const verdict = await operation(
      () => ({ kind: 'call', system: 'marketplace', name }),
      async (call) => {
        const attempted = await attempt()
        if (call) call.outcome = outcomes[attempted.kind]
        return attempted
      },
    )
    if (verdict.kind === 'answered') return verdict.content
    if (verdict.kind === 'refused') {
      if (verdict.note !== undefined) report(hideSecrets(verdict.note, secrets))
      throw withoutSecrets(verdict.failure, secrets)
    }
    if (verdict.kind === 'wait') {
      waitedMs += verdict.ms
      if (waitedMs > maxWaitMs) throw tooMany()
      await waitForLimit(verdict.ms)
      continue
    }
    const delayMs = backoff[failures]
    if (delayMs === undefined) throw verdict.failure
    failures += 1
    await wait(delayMs)
  }
}

/** An answer as it came; `body` is undefined where it is no JSON. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Sends one request. Returns null when no answer came: the cause could contain the request with its secrets, so it is dropped. */
export async function sendOnce(
  gateway: Gateway,
  url: string,
  init: RequestInit,
  limit: () => AbortSignal = () => AbortSignal.timeout(15_000),
): Promise<Answer | null> {
  let status: number
  let text: string
  try {
    // The session is sent to this address and nowhere else.
    const reply = await gateway(new Request(url, { method: 'POST', ...init, redirect: 'error', signal: limit() }))
    status = reply.status
    text = bodyText(new Uint8Array(await reply.arrayBuffer()), reply.headers.get('content-type'))
  } catch {
    return null
  }
  try {
    return { status, body: parseJson(text) }
  } catch {
    return { status, body: undefined }
  }
}

/** Addresses and names of calls mean nothing to a seller, and addresses of servers are nobody's business. */
export const forSellers = (text: string, names = /\b(?:taobao|alibaba|tmall)(?:\.\w+)+/gi): string =>
  text
    .replace(/https?:\/\/\S+|\b(?:\d{1,3}\.){3}\d{1,3}\b/gi, '')
    .replace(names, '')
    .trim()
    .slice(0, 200)

/** Returns the address of the server that a refusal names; null where it names none. */
export const addressIn = (text: string): string | null =>
  /(?:\d{1,3}\.){3}\d{1,3}|\b[\da-f]{0,4}(?::[\da-f]{0,4}){3,7}\b/i.exec(text)?.[0] ?? null

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
