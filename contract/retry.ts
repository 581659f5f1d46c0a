/** Trying again what failed for a while: plugin, adapters and server. Which failures are worth it is said by each caller. */
import { delay, type Wait } from './delay'

export interface RetryPolicy {
  /** Waits before the second, third, … try, ms; 0: at once. After the last one a failure is final. */
  readonly waits: readonly number[]
  /** Whether a further try, after another wait of so many ms, may succeed and does no harm. */
  readonly mayRetry: (error: unknown, ms: number) => boolean
  /** Aborted: no further try. */
  readonly signal?: AbortSignal | undefined
  /** The real clock; another one in tests. */
  readonly wait?: Wait | undefined
}

/**
 * Runs `attempt` until it succeeds or its failure is final, and rejects with the last failure. Only for calls whose repetition has
 * no second effect.
 *
 * @param attempt gets how many tries have failed before.
 */
export async function retrying<T>(
  attempt: (failed: number) => Promise<T>,
  { waits, mayRetry, signal, wait = delay }: RetryPolicy,
): Promise<T> {
  for (let failed = 0; ; failed++) {
    try {
      return await attempt(failed)
    } catch (error) {
      const ms = waits[failed]
      if (ms === undefined || signal?.aborted || !mayRetry(error, ms)) throw error
      if (ms > 0) await wait(ms, signal)
    }
  }
}
