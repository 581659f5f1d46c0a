/** The page's ends of channels: the client's message slot, and window messages. */

import { fieldsOf } from '../../contract/ground/fields'
import { unwrap } from '../core/envelope'
import { decodeLegacy } from '../core/legacy'
import { createListening } from '../core/listening'
import type { Channel } from '../core/types'

/** The messaging object that the client's script gives the page: a function that sends, and a property whose handler receives (the slot). */
export interface SingleSlot {
  postMessage(message: unknown): void
  onMessage?: ((message: unknown) => void) | null | undefined
}

/**
 * Creates a channel over the client's slot. Any script can overwrite the slot, so every send checks that our handler is still in
 * it and reclaims it if not. The handler that it replaces receives the messages that are not ours.
 */
export function slotChannel(my: SingleSlot): Channel {
  let previous: SingleSlot['onMessage']
  let isForwarding = false

  const receive = (message: unknown) => {
    if (unwrap(message)?.qnb !== undefined || decodeLegacy(message) !== undefined) {
      deliver(message)
      return
    }
    // Without this guard, a previous handler that calls ours would recurse without end.
    if (isForwarding || !previous) return
    isForwarding = true
    try {
      previous(message)
    } finally {
      isForwarding = false
    }
  }
  const claimSlot = () => {
    if (my.onMessage === receive) return
    previous = my.onMessage
    my.onMessage = receive
  }
  const listening = createListening(claimSlot, () => {
    // A handler assigned after ours stays; if it calls ours, ours still passes the message to the one before it.
    if (my.onMessage === receive) my.onMessage = previous
  })
  const { deliver, listen } = listening
  return {
    send(frame) {
      if (listening.isOn) claimSlot()
      my.postMessage(frame)
    },
    listen,
  }
}

/** The part of a window that frames are sent to. */
export interface MessageTarget {
  postMessage(message: unknown, targetOrigin: string, transfer?: Transferable[]): void
}

/** The part of a window that receives frames. */
export interface MessageReceiver {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

export interface WindowChannelOptions {
  readonly target: MessageTarget
  /** Exact origin of the target; `*` throws. */
  readonly targetOrigin: string
  /** The window that messages must come from; the target if absent. */
  readonly source?: MessageTarget
  /** The window that receives the messages; this page's if absent. */
  readonly self?: MessageReceiver
}

/** The largest number of offered ports that stay open. The host may still answer an earlier hello by the port that came with it. */
const mostPorts = 4

/**
 * Creates a channel over window messages. Messages of another window or origin are dropped and counted. Each hello offers the host a
 * port, and once the host has answered by it, everything but a hello goes by it: that takes half as long (measured in Chromium: 20
 * instead of 41 µs there and back). A host that knows of no ports answers by window messages.
 *
 * A port may die without its window: its other end is closed or its owner is collected. A doubted or closed port is used again only
 * after the host has answered by it; until then frames go between the windows. If the port of the hello after a doubt stays silent,
 * too, no further ones are offered.
 */
export function windowChannel({ target, targetOrigin, source = target, self = window }: WindowChannelOptions): Channel {
  if (targetOrigin === '*' || targetOrigin === '') {
    throw new Error('windowChannel: targetOrigin must be one exact origin, frames carry sellers’ data')
  }
  let rejected = 0
  let offered: readonly MessagePort[] = []
  /** The port by which the host has answered the last hello. */
  let port: MessagePort | undefined
  let offersPorts = true
  /** Whether the host has answered the last hello between the windows. */
  let answersByWindow = false
  let onClosed = () => {}
  const { deliver, listen } = createListening(
    () => self.addEventListener('message', receive),
    () => {
      self.removeEventListener('message', receive)
      closePorts(offered)
      offered = []
      port = undefined
    },
  )
  const receive = (event: MessageEvent) => {
    if (event.source !== source || event.origin !== targetOrigin) {
      rejected += 1
      return
    }
    answersByWindow = true
    deliver(event.data)
  }
  const closePorts = (closed: readonly MessagePort[]) => {
    for (const one of closed) one.close()
  }
  const offerPort = (): MessagePort => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      port = port1
      deliver(data)
    }
    // Engines before Chrome 122 do not tell; there only the missing answers do.
    port1.addEventListener('close', () => {
      if (port !== port1) return
      port = undefined
      onClosed()
    })
    closePorts(offered.slice(0, 1 - mostPorts))
    offered = [...offered.slice(1 - mostPorts), port1]
    return port2
  }
  const sendHello = (frame: unknown) => {
    port = undefined
    answersByWindow = false
    target.postMessage(frame, targetOrigin, offersPorts ? [offerPort()] : [])
  }
  return {
    send(frame) {
      if (fieldsOf(frame).k === 'hello') sendHello(frame)
      else if (port) port.postMessage(frame)
      else target.postMessage(frame, targetOrigin)
    },
    listen,
    rejected: () => rejected,
    doubt() {
      if (answersByWindow || (port === undefined && !offersPorts)) return false
      if (port === undefined) offersPorts = false
      port = undefined
      return true
    },
    onClosed(listener) {
      onClosed = listener
    },
  }
}
