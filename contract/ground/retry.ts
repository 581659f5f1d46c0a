/** Retries with waits, for plugin, adapters and server. Each caller decides which failures are worth a retry. */
import { delay, type Wait } from './delay'

export interface RetryPolicy {
  /** Waits before the second, third, … attempt, ms; 0 means at once. There are no more attempts than waits, plus one. */
  readonly waits: readonly number[]
  /** Whether another attempt, after a wait of `ms`, may succeed and does no harm. */
  readonly mayRetry: (error: unknown, ms: number) => boolean
  /** Once aborted, no further attempt starts. */
  readonly signal?: AbortSignal | undefined
  /** Replaced in tests. */
  readonly wait?: Wait | undefined
}

/**
 * Runs `attempt` until it succeeds, and rejects with the last failure. Use it only for calls whose repetition has no further
 * effect.
 *
 * @param attempt gets the number of attempts that have failed before.
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
