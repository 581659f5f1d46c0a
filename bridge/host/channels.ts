import type { Channel } from '../core/types'

/** What `my.createWebViewContext` gives the shell. */
export interface WebViewContext {
  postMessage(message: unknown): void
}

export interface ShellChannel {
  readonly channel: Channel
  /** To be called by the shell page's `onMessage` with the event as it comes. */
  onMessage(event: unknown): void
}

/** The shell's end of the web-view. The context may come later than the page's first words, so it is asked for at each send. */
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
  /** The framed page's window; asked for at each use because a frame that is not loaded has none. */
  readonly page: () => { postMessage(message: unknown, targetOrigin: string): void } | null
  /** Exact origin of the framed page; `*` is refused. */
  readonly pageOrigin: string
  /** The window messages arrive at. */
  readonly self: {
    addEventListener(type: 'message', listener: OnHostMessage): void
    removeEventListener(type: 'message', listener: OnHostMessage): void
  }
}

/** The host's end when it is a window that frames the page. Only that frame with that origin is listened to. */
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
