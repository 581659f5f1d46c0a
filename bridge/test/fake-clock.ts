import type { Env } from '../core/types'

export interface FakeClock extends Env {
  /** Lets time pass, running each timer at its moment and everything promised in between. */
  advance(ms: number): Promise<void>
  /** Time passes while nothing runs, as on a machine that sleeps; timers then fire late. */
  sleep(ms: number): void
  /** Lets what is promised happen without time passing. */
  settle(): Promise<void>
  readonly timers: number
}

interface Timer {
  readonly at: number
  readonly order: number
  readonly task: () => void
}

/** A clock that only moves when told. */
export function fakeClock(): FakeClock {
  let time = 0
  let order = 0
  const timers = new Set<Timer>()
  // A macrotask drains every microtask before it; it measures no time.
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const nextDue = (until: number) => {
    let next: Timer | undefined
    for (const timer of timers) {
      if (timer.at > until) continue
      if (!next || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer
    }
    return next
  }
  return {
    now: () => time,
    set(task, ms) {
      order += 1
      const timer = { at: time + Math.max(0, ms), order, task }
      timers.add(timer)
      return timer
    },
    clear(handle) {
      timers.delete(handle as Timer)
    },
    newId() {
      order += 1
      return `id-${order}-${'x'.repeat(12)}`
    },
    async advance(ms) {
      const until = time + ms
      await settle()
      for (let timer = nextDue(until); timer; timer = nextDue(until)) {
        timers.delete(timer)
        time = Math.max(time, timer.at)
        timer.task()
        await settle()
      }
      time = until
    },
    sleep(ms) {
      time += ms
    },
    settle,
    get timers() {
      return timers.size
    },
  }
}
