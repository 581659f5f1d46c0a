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
  /**
   * Runs `onExpired` after `ms` unless cleared. After a sleep, a `graced` deadline first waits `graceMs` for a frame. A caller that
   * starts several at once passes the time `now`: reading the clock costs more than the rest of a deadline.
   */
  start(ms: number, onExpired: () => void, graced?: boolean, now?: number): Deadline
  /** The caller reports a frame of the other side: deadlines in grace get back the time that they lost to the sleep. */
  frameReceived(): void
  readonly size: number
  dispose(): void
}

interface Timetable {
  readonly env: Env
  readonly entries: List
  armFor(at: number): void
}

/**
 * The running deadlines as a doubly linked list. A Set is slower here: each time it grows or shrinks, the engine makes a new table for
 * it, and the old tables keep their entries, and through them whole calls, in memory until a full garbage collection.
 */
class List {
  first: Entry | undefined
  last: Entry | undefined
  size = 0
  /** Adds an entry to the end; one that is in the list keeps its place. */
  add(entry: Entry) {
    if (entry.listed) return
    entry.listed = true
    entry.previous = this.last
    if (this.last) this.last.next = entry
    else this.first = entry
    this.last = entry
    this.size += 1
  }
  /** Returns whether the entry was in the list. */
  delete(entry: Entry): boolean {
    if (!entry.listed) return false
    const { previous, next } = entry
    if (previous) previous.next = next
    else this.first = next
    if (next) next.previous = previous
    else this.last = previous
    entry.listed = false
    entry.previous = undefined
    entry.next = undefined
    this.size -= 1
    return true
  }
  toArray(): readonly Entry[] {
    const all: Entry[] = []
    for (let entry = this.first; entry; entry = entry.next) all.push(entry)
    return all
  }
}

/** A class, because every call starts several: their methods are then not made anew with each. */
class Entry implements Deadline {
  dueAt: number
  /** While in grace: how late the timer fired, ms. */
  lateByMs: number | undefined = undefined
  /** Whether the entry has had its grace; it gets none again until it is restarted. */
  hadGrace = false
  listed = false
  previous: Entry | undefined = undefined
  next: Entry | undefined = undefined
  private cleared = false
  constructor(
    private readonly table: Timetable,
    public ms: number,
    readonly onExpired: () => void,
    readonly graced: boolean,
    now: number,
  ) {
    this.dueAt = now + ms
    table.entries.add(this)
    table.armFor(this.dueAt)
  }
  restart(ms: number) {
    if (this.cleared) return
    this.table.entries.add(this)
    this.dueAt = this.table.env.now() + ms
    this.ms = ms
    this.lateByMs = undefined
    this.hadGrace = false
    this.table.armFor(this.dueAt)
  }
  clear() {
    this.cleared = true
    this.table.entries.delete(this)
  }
}

/**
 * Creates the time limits of one half of the bridge; they share a single timer. `onGrace` is called when deadlines enter grace,
 * so that the caller can ping the other side.
 */
export function createDeadlines(env: Env, onGrace: () => void): Deadlines {
  const entries = new List()
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
  const table: Timetable = { env, entries, armFor }
  const arm = () => {
    let next = Number.POSITIVE_INFINITY
    for (const entry of entries.toArray()) next = Math.min(next, entry.dueAt)
    if (next !== Number.POSITIVE_INFINITY) armFor(next)
  }
  const tick = () => {
    timer = undefined
    const now = env.now()
    let graced = false
    const due: Entry[] = []
    for (const entry of entries.toArray()) {
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
    start: (ms, onExpired, graced = false, now = env.now()) => new Entry(table, ms, onExpired, graced, now),
    frameReceived() {
      if (!anyInGrace) return
      anyInGrace = false
      for (const entry of entries.toArray()) {
        if (entry.lateByMs === undefined) continue
        entry.dueAt = env.now() + Math.min(entry.ms, entry.lateByMs)
        entry.lateByMs = undefined
      }
    },
    get size() {
      return entries.size
    },
    dispose() {
      for (const entry of entries.toArray()) entries.delete(entry)
      stop()
    },
  }
}
