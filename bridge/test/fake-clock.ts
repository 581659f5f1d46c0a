/** A clock for tests that moves only when the test says so. */
import type { Env } from '../core/types'

export interface FakeClock extends Env {
  /** Moves time forward, runs each timer at its time, and lets promises settle in between. */
  advance(ms: number): Promise<void>
  /** Moves time forward without running timers, as on a machine that sleeps; they fire late afterwards. */
  sleep(ms: number): void
  /** Lets promises settle without moving time. */
  settle(): Promise<void>
  readonly timers: number
}

interface Timer {
  readonly at: number
  readonly order: number
  readonly task: () => void
}

/** Creates a clock at time 0. */
export function fakeClock(): FakeClock {
  let time = 0
  let order = 0
  const timers = new Set<Timer>()
  /** A binary heap of all timers by due time; it also contains cleared ones, which are skipped. */
  const heap: Timer[] = []
  const before = (a: Timer, b: Timer) => a.at < b.at || (a.at === b.at && a.order < b.order)
  // A macrotask runs after all microtasks that are queued before it; real time does not matter.
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  const push = (timer: Timer) => {
    let at = heap.length
    for (let up = (at - 1) >> 1; at > 0 && before(timer, heap[up] as Timer); up = (at - 1) >> 1) {
      heap[at] = heap[up] as Timer
      at = up
    }
    heap[at] = timer
  }
  const pop = () => {
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let at = 0
    for (let down = 1; down < heap.length; down = at * 2 + 1) {
      if (down + 1 < heap.length && before(heap[down + 1] as Timer, heap[down] as Timer)) down += 1
      if (!before(heap[down] as Timer, last)) break
      heap[at] = heap[down] as Timer
      at = down
    }
    heap[at] = last
  }
  const nextDue = (until: number) => {
    while (heap[0] && !timers.has(heap[0])) pop()
    return heap[0] && heap[0].at <= until ? heap[0] : undefined
  }
  return {
    now: () => time,
    set(task, ms) {
      order += 1
      const timer = { at: time + Math.max(0, ms), order, task }
      timers.add(timer)
      push(timer)
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
