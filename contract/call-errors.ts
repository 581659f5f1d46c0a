/** One class per cause of a failed API call, so that screens decide by cause and never by text or status. */
import type { Issue } from './errors'

export interface FailedCall {
  readonly method: string
  readonly url: string
}

export interface ErrorFacts {
  readonly status?: number
  readonly traceId?: string
  readonly code?: string
  readonly issues?: readonly Issue[]
  readonly cause?: unknown
  /** The server's own message; absent where the response had none. */
  readonly serverMessage?: string
  /** The response body, shortened, where it contained no message of the server. */
  readonly raw?: string
}

/** A call that did not succeed. `message` is for the seller. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError'
  readonly status: number | undefined
  readonly traceId: string | undefined
  readonly code: string | undefined
  readonly serverMessage: string | undefined
  readonly raw: string | undefined
  constructor(
    message: string,
    readonly call: FailedCall,
    facts: ErrorFacts = {},
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.status = facts.status
    this.traceId = facts.traceId
    this.code = facts.code
    this.serverMessage = facts.serverMessage
    this.raw = facts.raw
  }
}

/** The request did not reach the server, or the response was lost. */
export class OfflineError extends ApiError {
  override readonly name = 'OfflineError'
}
/** No response arrived within the time limit. */
export class TimeoutError extends ApiError {
  override readonly name = 'TimeoutError'
}
/** The caller aborted the call; never shown. */
export class AbortedError extends ApiError {
  override readonly name = 'AbortedError'
}
/** 401 or 403: the session has ended. */
export class SessionExpiredError extends ApiError {
  override readonly name = 'SessionExpiredError'
}
/** A sub-account lacks the right for this one action. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError'
}
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError'
}
/** 409: somebody else changed the row first, or the same key was used for another request. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError'
}
/** 400, 413 or 422: the input breaks a rule; `issues` names the fields. */
export class InvalidError extends ApiError {
  override readonly name = 'InvalidError'
  readonly issues: readonly Issue[]
  constructor(message: string, call: FailedCall, facts: ErrorFacts = {}) {
    super(message, call, facts)
    this.issues = facts.issues ?? []
  }
}
/** 502 or 503: 系统繁忙. */
export class BusyError extends ApiError {
  override readonly name: string = 'BusyError'
}
/**
 * The server works, but a service that it calls fails or refuses, such as the marketplace; `message` says what the seller can do.
 */
export class UpstreamError extends BusyError {
  override readonly name = 'UpstreamError'
}
/** Any other 5xx. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError'
}
/** The response does not match the contract. */
export class UnexpectedReplyError extends ApiError {
  override readonly name = 'UnexpectedReplyError'
}
