/** What the failures of an upload say about a further try. */

const field = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null && name in error ? (error as Record<string, unknown>)[name] : undefined

/** The HTTP status a failed call of the API client carries; undefined when no answer came. */
export function statusOf(error: unknown): number | undefined {
  const status = field(error, 'status')
  return typeof status === 'number' ? status : undefined
}

/** Whether the caller gave the call up, in whatever class the client says so. */
export const isAbort = (error: unknown): boolean =>
  ['AbortError', 'AbortedError'].includes(String(field(error, 'name'))) || field(error, 'code') === 'CANCELLED'

/** The request did not arrive, or a gateway before the server answered: the server did nothing with it. */
export const isUnreached = (error: unknown): boolean => {
  const status = statusOf(error)
  if (status !== undefined) return status === 502 || status === 503 || status === 504
  return ['OfflineError', 'TypeError'].includes(String(field(error, 'name'))) || field(error, 'code') === 'NETWORK'
}
