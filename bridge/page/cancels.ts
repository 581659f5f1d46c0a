import type { Deadline, Deadlines } from '../core/deadlines'
import { cancelMs } from '../core/timing'
import type { FrameBody, Log } from '../core/types'

export interface Cancels {
  /** Tells the host that nobody waits for a call any more, so that it takes back what it did. Once more if it does not confirm. */
  tell(id: string, method: string): void
  confirmed(id: string): void
  /** A host is there: it hears what none heard before. */
  flush(): void
  /** The host is gone: what it has not confirmed is owed to the next one. */
  moved(): void
  clear(): void
}

interface Unconfirmed {
  readonly method: string
  readonly again: Deadline
  readonly giveUp: Deadline
}

/** More calls than this are never in flight; a page without a host must not collect without end. */
const maxOwed = 500

/** Cancelled calls the host has not confirmed, and those there was no host for. */
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
