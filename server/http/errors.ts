import { type ErrorBody, errorStatus } from '../../contract/errors'
import { isDiskFull, storageFull } from '../infra/disk'
import { Failure, LimitReached, OperatorFailure } from '../kernel/failure'
import type { Log } from '../kernel/log'
import { isOutage } from '../kernel/outage'
import type { AppContext } from './environment'

/** Returns the contract's error body, with the HTTP status of its code. */
export function failureReply(c: AppContext, failure: Failure): Response {
  const traceId = c.get('traceId')
  const body: ErrorBody = {
    traceId,
    code: failure.code,
    message: failure.message,
    ...(failure.issues ? { issues: failure.issues } : {}),
  }
  // Independent of the request: the same call may be repeated with the same Idempotency-Key.
  if (failure.code === 'unavailable') c.header('Retry-After', '2')
  if (failure instanceof LimitReached) c.header('Retry-After', String(failure.retryAfterSeconds))
  return c.json(body, errorStatus[failure.code])
}

/**
 * Converts any thrown value to a Failure; an unexpected one is logged with the request's id and not shown to the caller, and so is the
 * cause of one that waits for the operator.
 */
export function asFailure(error: unknown, requestId: string, log: Pick<Log, 'error'>): Failure {
  if (error instanceof OperatorFailure) log.error('operator needed', error.cause, { requestId })
  if (error instanceof Failure) return error
  log.error('request failed', error, { requestId })
  if (isDiskFull(error)) return storageFull()
  return isOutage(error)
    ? new Failure('unavailable', '系统繁忙，请稍后重试')
    : new Failure('internal', '服务器内部错误，请稍后重试；如仍出现请联系客服')
}
