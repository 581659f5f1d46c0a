/** Converts HTTP responses and thrown values to the error class of their cause. */
import type { HttpReply } from '../../adapters/platform'
import { type ErrorBody, type Issue, noPermissionText } from '../../contract/errors'
import { isFields } from '../../contract/rules/fields'
import {
  AbortedError,
  type ApiError,
  BusyError,
  ConflictError,
  type FailedCall,
  InvalidError,
  NotFoundError,
  OfflineError,
  PermissionError,
  ServerError,
  SessionExpiredError,
  TimeoutError,
  UnexpectedReplyError,
  UpstreamError,
} from '../base/errors'
import { failureText } from '../base/failure-texts'

function parseIssues(value: unknown): readonly Issue[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((item: unknown) => {
    if (!isFields(item) || typeof item.path !== 'string' || typeof item.message !== 'string') return []
    return [{ path: item.path, code: typeof item.code === 'string' ? item.code : 'invalid', message: item.message }]
  })
}

/** Returns the error body, or null when the response is something else: a proxy's page, an empty text, another program's JSON. */
export function parseErrorBody(text: string): ErrorBody | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (!isFields(value) || typeof value.code !== 'string' || typeof value.message !== 'string') return null
  const issues = parseIssues(value.issues)
  const traceId = typeof value.traceId === 'string' ? value.traceId : ''
  return { traceId, code: value.code, message: value.message, ...(issues && { issues }) }
}

/** Returns the beginning of a response without a message, as a fact for support. */
export const bodyExcerpt = (body: string): string => body.trim().slice(0, 500)

/** Returns the error for a response outside 2xx. */
export function replyError(call: FailedCall, reply: HttpReply): ApiError {
  const { status } = reply
  const body = parseErrorBody(reply.body)
  const serverMessage = body?.message.trim() ?? ''
  const raw = bodyExcerpt(reply.body)
  // A response without an error body may still name the request, as the server and proxies do in this header.
  const traceId = body?.traceId || reply.headers['x-request-id']
  const facts = {
    status,
    ...body,
    ...(traceId && { traceId }),
    ...(serverMessage !== '' ? { serverMessage } : raw !== '' && { raw }),
  }
  const message = serverMessage || failureText.unknown
  if (body?.code === 'subuser.has-no-permission' || body?.message.includes(noPermissionText)) {
    return new PermissionError(message, call, facts)
  }
  if (status === 401 || status === 403) return new SessionExpiredError(failureText.sessionExpired, call, facts)
  if (body?.code === 'upstream-failed') return new UpstreamError(message, call, facts)
  // These two come with words of their own; every other outage ends by itself.
  if (body?.code === 'maintenance' || body?.code === 'operator-needed') return new BusyError(message, call, facts)
  if (status === 502 || status === 503) return new BusyError(failureText.busy, call, facts)
  if (body === null) return new UnexpectedReplyError(failureText.unexpected, call, facts)
  if (status === 404) return new NotFoundError(message, call, facts)
  if (status === 409) return new ConflictError(message, call, facts)
  if (status >= 400 && status < 500) return new InvalidError(message, call, facts)
  if (status >= 500) return new ServerError(message, call, facts)
  return new UnexpectedReplyError(failureText.unexpected, call, facts)
}

/** Returns the error for a call without a response. */
export function transportError(call: FailedCall, cause: unknown, why: { timedOut: boolean; cancelled: boolean }): ApiError {
  if (why.cancelled) return new AbortedError(failureText.cancelled, call, { cause })
  if (why.timedOut) return new TimeoutError(failureText.timeout, call, { cause })
  // A request sent through the client fails with the client's own reason and message.
  if (cause instanceof Error && cause.name === 'PlatformError' && 'code' in cause) {
    if (cause.code === 'CANCELLED') return new AbortedError(failureText.cancelled, call, { cause })
    if (cause.code === 'TIMEOUT') return new TimeoutError(cause.message, call, { cause })
    return new OfflineError(cause.message, call, { cause })
  }
  return new OfflineError(failureText.offline, call, { cause })
}
