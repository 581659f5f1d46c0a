/** Delivers the page's cancels to the host, also to the host that follows the one the call was sent to. */
import type { Deadline, Deadlines } from '../core/deadlines'
import { cancelMs } from '../core/timing'
import type { FrameBody, Log } from '../core/types'

export interface Cancels {
  /** Sends a cancel, so that the host stops the call or undoes its effect. Repeats it once if the host does not confirm. */
  tell(id: string, method: string): void
  confirmed(id: string): void
  /** A host is connected: sends it all cancels that wait. */
  flush(): void
  /** The host is gone: stores its unconfirmed cancels for the next host. */
  moved(): void
  clear(): void
}

interface Unconfirmed {
  readonly method: string
  readonly again: Deadline
  readonly giveUp: Deadline
}

/** Largest number of cancels stored while there is no host, so that a page that never finds one does not grow without end. */
const maxOwed = 500

/** Tracks the cancels that the host has not confirmed and those that could not be sent because there was no host. */
export function createCancels(post: (body: FrameBody) => boolean, deadlines: Deadlines, log: Log): Cancels {
  const unconfirmed = new Map<string, Unconfirmed>()
  const owed = new Map<string, string>()

  const confirmed = (id: string) => {
    const waiting = unconfirmed.get(id)
    if (!waiting) return
    waiting.again.clear()
    waiting.giveUp.clear()
    unconfirmed.delete(id)
  }
  const owe = (id: string, method: string) => {
    const [oldest] = owed.keys()
    if (oldest !== undefined && owed.size >= maxOwed) owed.delete(oldest)
    owed.set(id, method)
  }
  const tell = (id: string, method: string) => {
    if (!post({ k: 'cancel', id })) return owe(id, method)
    const again = deadlines.start(cancelMs / 2, () => post({ k: 'cancel', id }))
    const giveUp = deadlines.start(cancelMs, () => {
      confirmed(id)
      log('cancel-unconfirmed', { id, method })
    })
    unconfirmed.set(id, { method, again, giveUp })
  }
  return {
    tell,
    confirmed,
    flush() {
      const all = [...owed]
      owed.clear()
      for (const [id, method] of all) tell(id, method)
    },
    moved() {
      for (const [id, { method }] of [...unconfirmed]) {
        confirmed(id)
        owe(id, method)
      }
    },
    clear() {
      for (const id of [...unconfirmed.keys()]) confirmed(id)
      owed.clear()
    },
  }
}
