/** Watches whether the server or the network is away: all work in progress waits for it together and then continues by itself. */
import type { Wait } from '../../contract/ground/delay'

/** The cause of an outage: the server is away, or the network connection to it. */
export type Outage = 'away' | 'offline'

export interface Connectivity {
  readonly isOnline: () => boolean
  /** Whether the server responds at all. */
  readonly isReachable: (signal: AbortSignal) => Promise<boolean>
  readonly wait: Wait
}

export interface OutageWatch {
  /**
   * Whether it is away now. If so, it is checked repeatedly until it is back or the signal is aborted, and `whenBack` waits for that.
   */
  isAway(signal: AbortSignal): Promise<boolean>
  /** Resolves when it is available again; rejects with an AbortError when the checks were aborted. */
  whenBack(): Promise<void>
}

/** Pauses between two checks whether the server is back, ms; the last one is repeated. */
const pauses = [1000, 2000, 4000, 8000, 15_000] as const

/** @param onChange called with what is awaited from now on; null: nothing. */
export function watchOutage(
  { isOnline, isReachable, wait }: Connectivity,
  onChange: (outage: Outage | null) => void,
): OutageWatch {
  let waiting: Promise<void> | null = null
  const checkUntilBack = async (signal: AbortSignal): Promise<void> => {
    for (let tries = 0; ; tries++) {
      onChange(isOnline() ? 'away' : 'offline')
      await wait(pauses[Math.min(tries, pauses.length - 1)] ?? 15_000, signal)
      if (isOnline() && (await isReachable(signal))) return
    }
  }
  return {
    async isAway(signal) {
      if (waiting !== null) return true
      if (isOnline() && (await isReachable(signal))) return false
      // Another caller may have started waiting meanwhile.
      if (waiting === null) {
        const checks = checkUntilBack(signal).finally(() => {
          waiting = null
          onChange(null)
        })
        checks.catch(() => undefined)
        waiting = checks
      }
      return true
    },
    whenBack: () => waiting ?? Promise.resolve(),
  }
}
