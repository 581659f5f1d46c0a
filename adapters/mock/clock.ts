/** Clocks for replays: real time, or virtual time that never makes a test wait. */
import { cancelled } from '../error-text'

/** The time source of a replay, ms. */
export interface Clock {
  now(): number
  /** Resolves after `ms`, or rejects with CANCELLED when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
}

interface Sleeper {
  readonly at: number
  readonly order: number
  resume(): void
}

/**
 * Creates a clock that jumps to the next due wait as soon as all callers are waiting. A recorded upload of forty seconds is
 * replayed at once, with every event in its recorded order, even across parallel calls.
 */
export function virtualClock(): Clock {
  let now = 0
  let order = 0
  let running = false
  const sleepers: Sleeper[] = []

  const runSleepers = () => {
    if (running) return
    running = true
    const step = () => {
      sleepers.sort((a, b) => a.at - b.at || a.order - b.order)
      const next = sleepers.shift()
      if (!next) {
        running = false
        return
      }
      now = Math.max(now, next.at)
      next.resume()
      // The macrotask gives a resumed caller time to wait again before the next one is resumed.
      setTimeout(step, 0)
    }
    setTimeout(step, 0)
  }

  return {
    now: () => now,
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(cancelled())
          return
        }
        const stop = () => {
          const index = sleepers.indexOf(sleeper)
          if (index >= 0) sleepers.splice(index, 1)
          reject(cancelled())
        }
        const sleeper: Sleeper = {
          at: now + Math.max(0, ms),
          order: order++,
          resume: () => {
            signal?.removeEventListener('abort', stop)
            resolve()
          },
        }
        signal?.addEventListener('abort', stop, { once: true })
        sleepers.push(sleeper)
        runSleepers()
      }),
  }
}
