/** Detects that the host is gone. `connect.ts` uses it. */
import type { Deadline, Deadlines } from '../core/deadlines'
import { lateMs } from '../core/deadlines'
import { missedPings, pingMs } from '../core/timing'
import type { Env } from '../core/types'

export interface Heartbeat {
  start(): void
  stop(): void
  /** The caller reports a frame of the host; every frame counts as an answer. */
  frameReceived(): void
}

/**
 * Pings the host every ten seconds and calls `onLost` after two pings without any frame in return. A hidden page sends no pings,
 * because its timers run once a minute. A tick that comes late does not count: the page was asleep, not the host.
 */
export function createHeartbeat(env: Env, deadlines: Deadlines, ping: () => void, onLost: () => void): Heartbeat {
  let timer: Deadline | undefined
  let missed = 0
  let pingSent = false
  let due = 0
  const tick = () => {
    const visible = env.visible?.() ?? true
    const late = env.now() - due > lateMs
    missed = pingSent && visible && !late ? missed + 1 : 0
    if (missed >= missedPings) {
      timer = undefined
      onLost()
      return
    }
    pingSent = visible
    if (visible) ping()
    arm()
  }
  const arm = () => {
    due = env.now() + pingMs
    timer = deadlines.start(pingMs, tick)
  }
  const stop = () => {
    timer?.clear()
    timer = undefined
  }
  return {
    start() {
      stop()
      missed = 0
      pingSent = false
      arm()
    },
    stop,
    frameReceived() {
      missed = 0
      pingSent = false
    },
  }
}
