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
  /** Runs `onExpired` after `ms` unless cleared. After a sleep, a `graced` deadline first waits `graceMs` for a frame. */
  start(ms: number, onExpired: () => void, graced?: boolean): Deadline
  /** The caller reports a frame of the other side: deadlines in grace get back the time that they lost to the sleep. */
  frameReceived(): void
  readonly size: number
  dispose(): void
}

interface Entry {
  dueAt: number
  ms: number
  readonly onExpired: () => void
  readonly graced: boolean
  /** While in grace: how late the timer fired, ms. */
  lateByMs: number | undefined
  /** Whether the entry has had its grace; it gets none again until it is restarted. */
  hadGrace: boolean
}

/**
 * Creates the time limits of one half of the bridge; they share a single timer. `onGrace` is called when deadlines enter grace,
 * so that the caller can ping the other side.
 */
export function createDeadlines(env: Env, onGrace: () => void): Deadlines {
  const entries = new Set<Entry>()
  let timer: { readonly handle: TimerHandle; readonly at: number } | undefined
  /** Whether any entry may be in grace. `frameReceived` runs with every frame and must be cheap. */
  let anyInGrace = false

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
    for (const entry of entries) next = Math.min(next, entry.dueAt)
    if (next !== Number.POSITIVE_INFINITY) armFor(next)
  }
  const tick = () => {
    timer = undefined
    const now = env.now()
    let graced = false
    const due: Entry[] = []
    for (const entry of entries) {
      if (entry.dueAt > now) continue
      const late = now - entry.dueAt
      if (entry.graced && !entry.hadGrace && late > lateMs) {
        entry.hadGrace = true
        entry.lateByMs = late
        entry.dueAt = now + graceMs
        graced = true
        anyInGrace = true
      } else due.push(entry)
    }
    for (const entry of due) {
      // A callback that ran before this one may have cleared this entry.
      if (entries.delete(entry)) entry.onExpired()
    }
    if (graced) onGrace()
    arm()
  }

  return {
    start(ms, onExpired, graced = false) {
      let cleared = false
      const entry: Entry = { dueAt: env.now() + ms, ms, onExpired, graced, lateByMs: undefined, hadGrace: false }
      entries.add(entry)
      armFor(entry.dueAt)
      return {
        restart(next) {
          if (cleared) return
          entries.add(entry)
          entry.dueAt = env.now() + next
          entry.ms = next
          entry.lateByMs = undefined
          entry.hadGrace = false
          armFor(entry.dueAt)
        },
        clear() {
          cleared = true
          entries.delete(entry)
        },
      }
    },
    frameReceived() {
      if (!anyInGrace) return
      anyInGrace = false
      for (const entry of entries) {
        if (entry.lateByMs === undefined) continue
        entry.dueAt = env.now() + Math.min(entry.ms, entry.lateByMs)
        entry.lateByMs = undefined
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
