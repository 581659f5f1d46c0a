/** The page's handshake: repeats the hello until there is a welcome. `connect.ts` uses it. */
import type { Deadline, Deadlines } from '../core/deadlines'
import { helloAtMs } from '../core/timing'

export interface Handshake {
  /** Sends hellos until `stop` or the limit; does nothing while it runs. */
  start(): void
  /** Sends one more hello at once, when a host has probably just begun to listen. */
  sendHello(): void
  /** Stops sending; the caller has a welcome or gives up. */
  stop(): void
  readonly running: boolean
}

/** Sends hello several times, because a message that arrives before the host listens is lost without any sign. */
export function createHandshake(deadlines: Deadlines, limitMs: number, hello: () => void, onTimeout: () => void): Handshake {
  let timers: Deadline[] = []
  const stop = () => {
    for (const timer of timers) timer.clear()
    timers = []
  }
  return {
    start() {
      if (timers.length > 0) return
      let at = 0
      const next = (index: number) => {
        const wait = helloAtMs[Math.min(index, helloAtMs.length - 1)] ?? 1000
        at += wait
        if (at >= limitMs) return
        timers[1] = deadlines.start(wait, () => {
          hello()
          next(index + 1)
        })
      }
      timers[0] = deadlines.start(
        limitMs,
        () => {
          stop()
          onTimeout()
        },
        true,
      )
      next(1)
      hello()
    },
    sendHello: hello,
    stop,
    get running() {
      return timers.length > 0
    },
  }
}
