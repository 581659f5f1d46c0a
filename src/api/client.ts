import type { HttpReply, HttpRequest } from '../../adapters/platform'
import { ApiError, type FailedCall, SessionExpiredError, UnexpectedReplyError } from '../../contract/call-errors'
import { maintenanceHeader, requestTimeoutMs } from '../../contract/constants'
import type { AppContract } from '../../contract/contract'
import type { CallOptions, Client } from '../../contract/core'
import { within } from '../../contract/ground/within'
import { type ReplyShape, replyShapes } from '../../contract/reply-shapes'
import { routes } from '../../contract/routes'
import { failureText } from '../base/failure-texts'
import { adoptServerTime } from '../base/server-clock'
import { bodyExcerpt, replyError, transportError, unreadableReply } from './failure'
import { adoptMaintenance } from './maintenance'
import { hasShape } from './shape'
import type { Transport } from './transport'

/** The parts of a call that the transport does not know: the session and the display of failures. */
export interface ClientPolicy {
  /** The bearer token to send; null when nobody is signed in. */
  token(): string | null
  /** Called when the server refused the current token; once per token, however many calls fail. */
  onSessionEnded(error: SessionExpiredError): void
  /** Called when a call failed that was not marked as quiet. */
  onFailure(error: ApiError): void
}

interface CallInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

function buildPath(template: string, { params = {}, query = {} }: CallInput): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

function parseReply(
  call: FailedCall,
  { status, body: text }: HttpReply,
  mayBeNull: boolean,
  shape: ReplyShape | undefined,
): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw unreadableReply(call, status, text, cause)
  }
  if (value === null && mayBeNull) return null
  // Every other response of the contract is an object or an array.
  if (typeof value === 'object' && value !== null && hasShape(value, shape)) return value
  throw new UnexpectedReplyError(failureText.unexpected, call, { status, raw: bodyExcerpt(text) })
}

const shapeOf = (resource: string, name: string): ReplyShape | undefined =>
  (replyShapes as Readonly<Record<string, Readonly<Record<string, ReplyShape>> | undefined>>)[resource]?.[name]

/** Sends with a time limit; an abort by the caller and a timeout stay distinguishable. */
const sendWithin = (transport: Transport, call: FailedCall, request: HttpRequest, options: CallOptions) =>
  within(
    options.timeoutMs ?? requestTimeoutMs,
    async (signal) => {
      try {
        return await transport(request, signal, options.again)
      } catch (cause) {
        throw transportError(call, cause, { timedOut: signal.aborted, cancelled: options.signal?.aborted ?? false })
      }
    },
    options.signal,
  )

/**
 * Creates the typed client of the admin API: `api.phoneBrands.list()`. Every failure is an ApiError of the class of its cause.
 *
 * @param transport sends the requests.
 * @param policy the session and the display of failures.
 */
export function createApi(transport: Transport, policy: ClientPolicy): Client<AppContract> {
  /** The token whose session was already reported as ended; undefined while there is none. */
  let endedToken: string | null | undefined

  const reportSessionEnd = (error: SessionExpiredError, sentToken: string | null) => {
    // A response to an older token says nothing about the session opened since.
    if (policy.token() !== sentToken || endedToken === sentToken) return
    endedToken = sentToken
    policy.onSessionEnded(error)
  }

  const send = async (
    [method, template]: readonly [string, string],
    shape: ReplyShape | undefined,
    input: CallInput,
    options: CallOptions,
  ): Promise<unknown> => {
    const path = buildPath(template, input)
    const call = { method, url: path }
    const token = policy.token()
    if (token !== endedToken) endedToken = undefined
    const headers: Record<string, string> = { accept: 'application/json' }
    if (token !== null) headers.authorization = `Bearer ${token}`
    if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey
    const hasBody = input.body !== undefined
    if (hasBody) headers['content-type'] = 'application/json'
    const request = { method, path, headers, ...(hasBody && { body: JSON.stringify(input.body) }) }
    const reply = await sendWithin(transport, call, request, options)
    adoptServerTime(reply.headers.date)
    adoptMaintenance(reply.headers[maintenanceHeader])
    if (reply.status >= 200 && reply.status < 300) {
      return parseReply(call, reply, options.mayBeNull ?? false, shape)
    }
    const error = replyError(call, reply)
    if (error instanceof SessionExpiredError) reportSessionEnd(error, token)
    throw error
  }

  const endpoint = (route: string, shape: ReplyShape | undefined) => {
    const [method = '', template = ''] = route.split(' ')
    return async (input: CallInput = {}, options: CallOptions = {}) => {
      try {
        return await send([method, template], shape, input, options)
      } catch (error) {
        if (!options.quiet && error instanceof ApiError) policy.onFailure(error)
        throw error
      }
    }
  }

  const client = Object.fromEntries(
    Object.entries(routes).map(([resource, calls]) => [
      resource,
      Object.fromEntries(Object.entries(calls).map(([name, route]) => [name, endpoint(route, shapeOf(resource, name))])),
    ]),
  )
  // The table holds exactly the contract's endpoints (contract.ts does not compile otherwise); only the types are lost here.
  return client as unknown as Client<AppContract>
}
