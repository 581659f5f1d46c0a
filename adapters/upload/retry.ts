import { cancelled } from '../error-text'

/** Resolves after `ms`, or rejects with CANCELLED when the signal fires first. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(cancelled())
      return
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      reject(cancelled())
    }
    signal?.addEventListener('abort', stop)
  })
}

export interface RetryPolicy {
  /** Waits before the second, third, … try, ms; no entry, no further try. */
  readonly delays: readonly number[]
  readonly isTransient: (error: unknown) => boolean
  readonly signal?: AbortSignal
  readonly pause?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** Runs `attempt` again after transient failures. Only for calls whose repetition has no second effect. */
export async function retrying<T>(attempt: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  for (const delay of policy.delays) {
    try {
      return await attempt()
    } catch (error) {
      if (policy.signal?.aborted || !policy.isTransient(error)) throw error
      await (policy.pause ?? pause)(delay, policy.signal)
    }
  }
  return attempt()
}

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
