/** Watches whether the server or the network is away: all work in progress waits for it together and then continues by itself. */
import type { Wait } from '../../contract/delay'

/** What is awaited: the server, or the network connection to it. */
export type Away = 'away' | 'offline'

export interface Reach {
  readonly isOnline: () => boolean
  /** Whether the server responds at all. */
  readonly reachable: (signal: AbortSignal) => Promise<boolean>
  readonly wait: Wait
}

export interface AwayWatch {
  /**
   * Whether it is away now. If so, it is checked repeatedly until it is back or the signal is aborted, and `back` waits for that.
   */
  isAway(signal: AbortSignal): Promise<boolean>
  /** Resolves when it is available again; rejects with an AbortError when the checks were aborted. */
  back(): Promise<void>
}

/** Pauses between two checks whether the server is back, ms; the last one is repeated. */
const pauses = [1000, 2000, 4000, 8000, 15_000] as const

/** @param told called with what is awaited from now on; null: nothing. */
export function watchAway({ isOnline, reachable, wait }: Reach, told: (away: Away | null) => void): AwayWatch {
  let waiting: Promise<void> | null = null
  const untilBack = async (signal: AbortSignal): Promise<void> => {
    for (let tries = 0; ; tries++) {
      told(isOnline() ? 'away' : 'offline')
      await wait(pauses[Math.min(tries, pauses.length - 1)] ?? 15_000, signal)
      if (isOnline() && (await reachable(signal))) return
    }
  }
  return {
    async isAway(signal) {
      if (waiting !== null) return true
      if (isOnline() && (await reachable(signal))) return false
      // Another caller may have started waiting meanwhile.
      if (waiting === null) {
        const mine = untilBack(signal).finally(() => {
          waiting = null
          told(null)
        })
        mine.catch(() => undefined)
        waiting = mine
      }
      return true
    },
    back: () => waiting ?? Promise.resolve(),
  }
}
