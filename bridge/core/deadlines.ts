/** Time limits that share one timer and tolerate a machine that sleeps. Both halves of the bridge use them. */
import type { Env, TimerHandle } from './types'

/** If a timer fires this late (ms), the machine slept or the window was hidden; the other side is not to blame. */
export const lateMs = 5000
/** After such a sleep, the other side has this long (ms) to send a frame before graced deadlines expire. */
export const graceMs = 2000

export interface Deadline {
  /** Starts the deadline again with `ms` milliseconds, even if it has expired. Does nothing after `clear`. */
  restart(ms: number): void
  /** Ends the deadline for good; a second call is harmless. */
  clear(): void
}

export interface Deadlines {
  /** Runs `expired` after `ms` unless cleared. After a sleep, a `graced` deadline first waits `graceMs` for a frame. */
  start(ms: number, expired: () => void, graced?: boolean): Deadline
  /** The caller reports a frame of the other side: deadlines in grace get back the time that they lost to the sleep. */
  alive(): void
  readonly size: number
  dispose(): void
}

interface Entry {
  at: number
  ms: number
  readonly expired: () => void
  readonly graced: boolean
  /** While in grace: how late the timer fired, ms. */
  slept: number | undefined
  /** Whether the entry has had its grace; it gets none again until it is restarted. */
  used: boolean
}

/**
 * Creates the time limits of one half of the bridge; they share a single timer. `woke` is called when deadlines enter grace,
 * so that the caller can ping the other side.
 */
export function createDeadlines(env: Env, woke: () => void): Deadlines {
  const entries = new Set<Entry>()
  let timer: { readonly handle: TimerHandle; readonly at: number } | undefined
  /** Whether any entry may be in grace. `alive` runs with every frame and must be cheap. */
  let waiting = false

  const stop = () => {
    if (timer) env.clear(timer.handle)
    timer = undefined
  }
  /** Changes the timer only to fire earlier. A tick with nothing due just sets it again, so most deadlines never touch it. */
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
      // A callback that ran before this one may have cleared this entry.
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
