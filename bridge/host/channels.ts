/** The host's ends of channels: the client's web-view, and a window that frames the page. */
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
  const listeners = new Set<(raw: unknown) => void>()
  return {
    channel: {
      send: (frame) => context().postMessage(frame),
      listen(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    onMessage(event) {
      for (const listener of [...listeners]) listener(event)
    },
  }
}

interface HostMessage {
  readonly data: unknown
  readonly origin: string
  readonly source: unknown
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

/** Creates the end of a host whose window frames the page. Messages of another window or origin are dropped and counted. */
export function windowHostChannel({ page, pageOrigin, self }: WindowHostOptions): Channel {
  if (pageOrigin === '*' || pageOrigin === '') throw new Error('windowHostChannel: pageOrigin must be one exact origin')
  let rejected = 0
  return {
    send(frame) {
      const target = page()
      if (!target) throw new Error('windowHostChannel: the page is not loaded')
      target.postMessage(frame, pageOrigin)
    },
    listen(listener) {
      const receive: OnHostMessage = ({ data, origin, source }) => {
        const from = page()
        if (from === null || source !== from || origin !== pageOrigin) {
          rejected += 1
          return
        }
        listener(data)
      }
      self.addEventListener('message', receive)
      return () => self.removeEventListener('message', receive)
    },
    rejected: () => rejected,
  }
}
