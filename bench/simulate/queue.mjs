/** Queues by discrete events: calls arrive at random, wait for one of so many servers in the order of their arrival, and are served. */

/** A repeatable generator of numbers from 0 up to 1 (mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const exponential = (random, mean) => -Math.log(1 - random()) * mean

/** A heap of the times at which servers are free. */
class FreeTimes {
  #times
  constructor(servers) {
    this.#times = new Float64Array(servers)
  }
  /** The earliest free time, which becomes `until(time)`. */
  take(until) {
    const times = this.#times
    const earliest = times[0]
    const value = until(earliest)
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= times.length) break
      if (child + 1 < times.length && times[child + 1] < times[child]) child += 1
      if (times[child] >= value) break
      times[at] = times[child]
      at = child
    }
    times[at] = value
  }
}

/**
 * Simulates so many calls. `kinds` are [{ rate, mean }]: calls a second, and seconds of service, which are exponential around the measured
 * mean: a call that needs more than others is as likely as with a real mix. Returns the waits in seconds, after a tenth of warm-up.
 */
export function simulateQueue(kinds, servers, { calls = 100_000, seed = 1 } = {}) {
  const random = randomFrom(seed)
  const asked = kinds.filter(({ rate, mean }) => rate > 0 && mean > 0)
  const whole = asked.reduce((sum, { rate }) => sum + rate, 0)
  if (whole === 0) return [0]
  const free = new FreeTimes(servers)
  const waits = []
  let now = 0
  for (let call = 0; call < calls; call += 1) {
    now += exponential(random, 1 / whole)
    let left = random() * whole
    let at = 0
    while (at < asked.length - 1 && left >= asked[at].rate) {
      left -= asked[at].rate
      at += 1
    }
    const { mean } = asked[at]
    const arrived = now
    free.take((earliest) => {
      const begins = Math.max(arrived, earliest)
      if (call >= calls / 10) waits.push(begins - arrived)
      return begins + exponential(random, mean)
    })
  }
  return waits
}

/** Returns how many servers the calls need when these may be busy for such a share of the time. */
export function serversFor(kinds, mostBusy) {
  const load = kinds.reduce((sum, { rate, mean }) => sum + rate * mean, 0)
  return Math.max(1, Math.ceil(load / mostBusy))
}
