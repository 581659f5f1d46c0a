import type { Env, TimerHandle } from './types'

/** A timer that fires this late means that the machine slept or the window was hidden, not that the host is slow. */
export const lateMs = 5000
/** How long a sign of life may take once we are awake again. */
export const graceMs = 2000

export interface Deadline {
  /** Starts over with this many milliseconds, also after it has expired; not after `clear`. */
  restart(ms: number): void
  /** Ends it; doing so twice is harmless. */
  clear(): void
}

export interface Deadlines {
  /** Runs `expired` once after `ms`, unless cleared. `graced` deadlines wait for a sign of life after a sleep. */
  start(ms: number, expired: () => void, graced?: boolean): Deadline
  /** A frame of the other side has come: deadlines in grace get the time back that the sleep took from them. */
  alive(): void
  readonly size: number
  dispose(): void
}

interface Entry {
  at: number
  ms: number
  readonly expired: () => void
  readonly graced: boolean
  /** `slept` is how late we woke, while waiting for a sign of life; `used` entries get no second grace. */
  slept: number | undefined
  used: boolean
}

/**
 * All time limits of one half on a single timer. `woke` is called once when deadlines enter grace: the moment to ping.
 */
export function createDeadlines(env: Env, woke: () => void): Deadlines {
  const entries = new Set<Entry>()
  let timer: { readonly handle: TimerHandle; readonly at: number } | undefined
  /** Whether any entry may be waiting for a sign of life: looked at with every frame that comes. */
  let waiting = false

  const stop = () => {
    if (timer) env.clear(timer.handle)
    timer = undefined
  }
  /** An early tick, or one for nothing, only looks and arms again: most deadlines come and go without touching the timer. */
  const armFor = (at: number) => {
    if (timer && timer.at <= at) return
    stop()
    timer = { at, handle: env.set(tick, Math.max(0, at - env.now())) }
  }
  const arm = () => {
    let next = Number.POSITIVE_INFINITY
    for (const entry of entries) next = Math.min(next, entry.at)
    if (next !== Number.POSITIVE_INFINITY) armFor(next)
  }
  const tick = () => {
    timer = undefined
    const now = env.now()
    let graced = false
    const due: Entry[] = []
    for (const entry of entries) {
      if (entry.at > now) continue
      const late = now - entry.at
      if (entry.graced && !entry.used && late > lateMs) {
        entry.used = true
        entry.slept = late
        entry.at = now + graceMs
        graced = true
        waiting = true
      } else due.push(entry)
    }
    for (const entry of due) {
      // One that ran before may have cleared this one.
      if (entries.delete(entry)) entry.expired()
    }
    if (graced) woke()
    arm()
  }

  return {
    start(ms, expired, graced = false) {
      let cleared = false
      const entry: Entry = { at: env.now() + ms, ms, expired, graced, slept: undefined, used: false }
      entries.add(entry)
      armFor(entry.at)
      return {
        restart(next) {
          if (cleared) return
          entries.add(entry)
          entry.at = env.now() + next
          entry.ms = next
          entry.slept = undefined
          entry.used = false
          armFor(entry.at)
        },
        clear() {
          cleared = true
          entries.delete(entry)
        },
      }
    },
    alive() {
      if (!waiting) return
      waiting = false
      for (const entry of entries) {
        if (entry.slept === undefined) continue
        entry.at = env.now() + Math.min(entry.ms, entry.slept)
        entry.slept = undefined
      }
    },
    get size() {
      return entries.size
    },
    dispose() {
      entries.clear()
      stop()
    },
  }
}
