/** The host's ends of channels: the client's web-view, and a window that frames the page. */
import { fieldsOf } from '../../contract/ground/fields'
import { createListening } from '../core/listening'
import type { Channel } from '../core/types'

/** The return value of `my.createWebViewContext`. */
export interface WebViewContext {
  postMessage(message: unknown): void
}

export interface ShellChannel {
  readonly channel: Channel
  /** The shell page's `onMessage` must call this with the unchanged event. */
  onMessage(event: unknown): void
}

/** Creates the shell's end of the web-view. Each send calls `context`, because it may exist only after the first message. */
export function webViewHostChannel(context: () => WebViewContext): ShellChannel {
  const { deliver, listen } = createListening()
  return { channel: { send: (frame) => context().postMessage(frame), listen }, onMessage: deliver }
}

/** The part of a MessagePort that is used; the host half does without a browser's types. */
interface Port {
  postMessage(message: unknown): void
  onmessage: ((event: { readonly data: unknown }) => void) | null
  close(): void
}
interface HostMessage {
  readonly data: unknown
  readonly origin: string
  readonly source: unknown
  readonly ports?: readonly Port[]
}
type OnHostMessage = (event: HostMessage) => void

export interface WindowHostOptions {
  /** Returns the framed page's window; called at each use, because an iframe that is not loaded has none. */
  readonly page: () => { postMessage(message: unknown, targetOrigin: string): void } | null
  /** Exact origin of the framed page; `*` throws. */
  readonly pageOrigin: string
  /** The window that receives the messages. */
  readonly self: {
    addEventListener(type: 'message', listener: OnHostMessage): void
    removeEventListener(type: 'message', listener: OnHostMessage): void
  }
}

/** The largest number of a page's ports that stay open. Each hello brings a new port, and frames sent by earlier ports may still arrive. */
const mostPorts = 4

/**
 * Creates the end of a host whose window frames the page. Messages of another window or origin are dropped and counted. A hello may
 * bring a port, by which the page is then answered: a message takes half as long by it as between windows.
 */
export function windowHostChannel({ page, pageOrigin, self }: WindowHostOptions): Channel {
  if (pageOrigin === '*' || pageOrigin === '') throw new Error('windowHostChannel: pageOrigin must be one exact origin')
  let rejected = 0
  /** The last one is the one to send by. */
  let ports: readonly Port[] = []
  const { deliver, listen } = createListening(
    () => self.addEventListener('message', receive),
    () => {
      self.removeEventListener('message', receive)
      closePorts(ports)
      ports = []
    },
  )
  const closePorts = (closed: readonly Port[]) => {
    for (const port of closed) port.close()
  }
  const receive: OnHostMessage = ({ data, origin, source, ports: [offered] = [] }) => {
    const from = page()
    if (from === null || source !== from || origin !== pageOrigin) {
      rejected += 1
      return
    }
    if (fieldsOf(data).k !== 'hello') return deliver(data)
    if (offered) {
      offered.onmessage = (event) => deliver(event.data)
      closePorts(ports.slice(0, 1 - mostPorts))
      ports = [...ports.slice(1 - mostPorts), offered]
    } else {
      // The page knows of no ports, unlike perhaps the one that was loaded before it.
      closePorts(ports)
      ports = []
    }
    deliver(data)
  }
  return {
    send(frame) {
      const port = ports[ports.length - 1]
      if (port) return port.postMessage(frame)
      const target = page()
      if (!target) throw new Error('windowHostChannel: the page is not loaded')
      target.postMessage(frame, pageOrigin)
    },
    listen,
    rejected: () => rejected,
  }
}
