/** Classifies upload failures: cancelled, worth a retry, or final. */
import { isAbort } from '../../contract/ground/thrown'

const field = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null && name in error ? (error as Record<string, unknown>)[name] : undefined

/** Returns the HTTP status of a failed API call; undefined if there was no response. */
export function statusOf(error: unknown): number | undefined {
  const status = field(error, 'status')
  return typeof status === 'number' ? status : undefined
}

/** Whether the caller aborted the call; API clients report that with different error classes. */
export const isCancelled = (error: unknown): boolean => isAbort(error) || field(error, 'code') === 'CANCELLED'

/** Whether the request did not reach the server, because the network failed or a gateway responded (502, 503, 504). */
export const isUnreached = (error: unknown): boolean => {
  const status = statusOf(error)
  if (status !== undefined) return status === 502 || status === 503 || status === 504
  return ['OfflineError', 'TypeError'].includes(String(field(error, 'name'))) || field(error, 'code') === 'NETWORK'
}
