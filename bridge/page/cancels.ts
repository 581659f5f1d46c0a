/** Delivers the page's cancels to the host, also to the host that follows the one the call was sent to. */
import type { Deadline, Deadlines } from '../core/deadlines'
import { cancelMs } from '../core/timing'
import type { FrameBody, Log } from '../core/types'

export interface Cancels {
  /** Sends a cancel, so that the host stops the call or undoes its effect. Repeats it once if the host does not confirm. */
  send(id: string, method: string): void
  handleConfirmation(id: string): void
  /** A host is connected: sends it all cancels that wait. */
  flush(): void
  /** The host is gone: stores its unconfirmed cancels for the next host. */
  hostChanged(): void
  clear(): void
}

interface Unconfirmed {
  readonly method: string
  readonly resend: Deadline
  readonly expiry: Deadline
}

/** Largest number of cancels stored while there is no host, so that a page that never finds one does not grow without end. */
const maxUnsent = 500

/** Tracks the cancels that the host has not confirmed and those that could not be sent because there was no host. */
export function createCancels(post: (body: FrameBody) => boolean, deadlines: Deadlines, log: Log): Cancels {
  const unconfirmed = new Map<string, Unconfirmed>()
  const unsent = new Map<string, string>()

  const handleConfirmation = (id: string) => {
    const cancel = unconfirmed.get(id)
    if (!cancel) return
    cancel.resend.clear()
    cancel.expiry.clear()
    unconfirmed.delete(id)
  }
  const storeUnsent = (id: string, method: string) => {
    const [oldest] = unsent.keys()
    if (oldest !== undefined && unsent.size >= maxUnsent) unsent.delete(oldest)
    unsent.set(id, method)
  }
  const send = (id: string, method: string) => {
    if (!post({ k: 'cancel', id })) return storeUnsent(id, method)
    const resend = deadlines.start(cancelMs / 2, () => post({ k: 'cancel', id }))
    const expiry = deadlines.start(cancelMs, () => {
      handleConfirmation(id)
      log('cancel-unconfirmed', { id, method })
    })
    unconfirmed.set(id, { method, resend, expiry })
  }
  return {
    send,
    handleConfirmation,
    flush() {
      const all = [...unsent]
      unsent.clear()
      for (const [id, method] of all) send(id, method)
    },
    hostChanged() {
      for (const [id, { method }] of [...unconfirmed]) {
        handleConfirmation(id)
        storeUnsent(id, method)
      }
    },
    clear() {
      for (const id of [...unconfirmed.keys()]) handleConfirmation(id)
      unsent.clear()
    },
  }
}
