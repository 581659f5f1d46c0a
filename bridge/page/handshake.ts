import type { Deadline, Deadlines } from '../core/deadlines'
import { helloAtMs } from '../core/timing'

export interface Handshake {
  /** Says hello until `succeeded` or the limit; does nothing while it runs. */
  start(): void
  /** One more hello now, when there is reason to think that somebody has just begun to listen. */
  nudge(): void
  succeeded(): void
  readonly running: boolean
}

/** The page speaks first: messages before the host listens are lost without a trace, so hello is said more than once. */
export function createHandshake(deadlines: Deadlines, limitMs: number, hello: () => void, failed: () => void): Handshake {
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
          failed()
        },
        true,
      )
      next(1)
      hello()
    },
    nudge: hello,
    succeeded: stop,
    get running() {
      return timers.length > 0
    },
  }
}
