import { unwrap } from '../core/envelope'
import { decodeLegacy } from '../core/legacy'
import type { Channel } from '../core/types'

/** What the client's script gives the page: one function to send with and one slot to receive in. */
export interface SingleSlot {
  postMessage(message: unknown): void
  onMessage?: ((message: unknown) => void) | null | undefined
}

/**
 * The client's own channel. Its receiving slot belongs to whoever assigned it last, so ownership is checked with every send:
 * a script that took it gets the messages that are not ours, as one that had it before does.
 */
export function slotChannel(my: SingleSlot): Channel {
  const listeners = new Set<(raw: unknown) => void>()
  let previous: SingleSlot['onMessage']
  let passing = false

  const receive = (message: unknown) => {
    if (unwrap(message)?.qnb !== undefined || decodeLegacy(message) !== undefined) {
      for (const listener of [...listeners]) listener(message)
      return
    }
    // A handler that chains to us in turn would otherwise be called for ever.
    if (passing || !previous) return
    passing = true
    try {
      previous(message)
    } finally {
      passing = false
    }
  }
  const own = () => {
    if (my.onMessage === receive) return
    previous = my.onMessage
    my.onMessage = receive
  }
  return {
    send(frame) {
      if (listeners.size > 0) own()
      my.postMessage(frame)
    },
    listen(listener) {
      listeners.add(listener)
      own()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        // Someone who took the slot after us keeps it; what they chain to us goes on to whom we chained to.
        if (my.onMessage === receive) my.onMessage = previous
      }
    },
  }
}

/** What is needed of a window that frames are sent to. */
export interface MessageTarget {
  postMessage(message: unknown, targetOrigin: string): void
}

/** What is needed of a window that frames arrive at. */
export interface MessageReceiver {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

export interface WindowChannelOptions {
  readonly target: MessageTarget
  /** Exact origin of the target; `*` is refused. */
  readonly targetOrigin: string
  /** The window messages must come from; the target when absent. */
  readonly source?: MessageTarget
  /** The window messages arrive at; this page's when absent. */
  readonly self?: MessageReceiver
}

/** Frames over window messages. Only the expected window with the expected origin is listened to; the rest is counted. */
export function windowChannel({ target, targetOrigin, source = target, self = window }: WindowChannelOptions): Channel {
  if (targetOrigin === '*' || targetOrigin === '') {
    throw new Error('windowChannel: targetOrigin must be one exact origin, frames carry sellers’ data')
  }
  let rejected = 0
  return {
    send: (frame) => target.postMessage(frame, targetOrigin),
    listen(listener) {
      const receive = (event: MessageEvent) => {
        if (event.source !== source || event.origin !== targetOrigin) {
          rejected += 1
          return
        }
        listener(event.data)
      }
      self.addEventListener('message', receive)
      return () => self.removeEventListener('message', receive)
    },
    rejected: () => rejected,
  }
}
