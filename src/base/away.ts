/** A server or a line that is away: everything under way waits for it together and goes on by itself. */
import type { Wait } from '../../contract/delay'

/** What is waited for: the server, or the line before it. */
export type Away = 'away' | 'offline'

export interface Reach {
  readonly isOnline: () => boolean
  /** Whether the server answers anything at all. */
  readonly reachable: (signal: AbortSignal) => Promise<boolean>
  readonly wait: Wait
}

export interface AwayWatch {
  /** Whether it is away now; while it is, it is asked for again and again until the signal says so, and `back` waits. */
  isAway(signal: AbortSignal): Promise<boolean>
  /** Resolves when it is there again; rejects with an AbortError when the asking was given up. */
  back(): Promise<void>
}

/** Pauses between two questions whether the server is back, ms; the last one again and again. */
const pauses = [1000, 2000, 4000, 8000, 15_000] as const

/** @param told what is waited for from now on; null: nothing. */
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
      // Another may have found it out meanwhile.
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
