/** Converts HTTP responses and thrown values to the error class of their cause. */
import type { HttpReply } from '../../adapters/platform'
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
} from '../../contract/call-errors'
import { type ForeignCause, foreignCause, isPage, parseErrorBody, sellerText } from '../../contract/error-body'
import { noPermissionText } from '../../contract/errors'
import { failureText } from '../base/failure-texts'

/** Returns the beginning of a response without a message, as a fact for support. */
export const bodyExcerpt = (body: string): string => body.trim().slice(0, 500)

/** The class of a refusal that is not this server's own. None ends the session: that only the server itself may say. */
const foreignErrors: Readonly<Record<ForeignCause, new (...input: ConstructorParameters<typeof ApiError>) => ApiError>> = {
  busy: BusyError,
  timeout: TimeoutError,
  'too-large': InvalidError,
  blocked: UnexpectedReplyError,
}

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
  if (body === null) {
    const Foreign = status === 500 ? ServerError : foreignErrors[foreignCause(status)]
    return new Foreign(sellerText(status), call, facts)
  }
  const message = serverMessage || failureText.unknown
  if (body.code === 'subuser.has-no-permission' || body.message.includes(noPermissionText)) {
    return new PermissionError(message, call, facts)
  }
  if (status === 401 || status === 403) return new SessionExpiredError(failureText.sessionExpired, call, facts)
  if (body.code === 'upstream-failed') return new UpstreamError(message, call, facts)
  // These two come with words of their own; every other outage ends by itself.
  if (body.code === 'maintenance' || body.code === 'operator-needed') return new BusyError(message, call, facts)
  if (status === 502 || status === 503) return new BusyError(failureText.busy, call, facts)
  if (status === 404) return new NotFoundError(message, call, facts)
  if (status === 409) return new ConflictError(message, call, facts)
  if (status >= 400 && status < 500) return new InvalidError(message, call, facts)
  if (status >= 500) return new ServerError(message, call, facts)
  return new UnexpectedReplyError(failureText.unexpected, call, facts)
}

/** Returns the error for a response of success that is not what the contract says: often a page of the network or of a firewall. */
export const unreadableReply = (call: FailedCall, status: number, text: string, cause?: unknown): UnexpectedReplyError =>
  new UnexpectedReplyError(isPage(text) ? failureText.page : failureText.unexpected, call, {
    status,
    cause,
    raw: bodyExcerpt(text),
  })

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
