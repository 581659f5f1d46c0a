/** The simulator's channel to the plugin's iframe. It encodes messages as a client does and sends only after the page's first. */
import { escapeMessage, unescapeMessage } from './escaping'
import type { CuttableChannel } from './faulty-channel'

export interface FrameChannel extends CuttableChannel {
  /** Number of messages dropped because the page had not sent any yet or was missing. */
  dropped(): number
  /** Call before the page is replaced: nothing is sent until the new page sends a message. */
  pageWillChange(): void
}

export function frameChannel(frame: HTMLIFrameElement): FrameChannel {
  let pageHasSent = false
  let dropped = 0
  const post = (text: string) => {
    if (pageHasSent && frame.contentWindow) frame.contentWindow.postMessage(text, location.origin)
    else dropped += 1
  }
  return {
    send: (message) => post(escapeMessage(message)),
    sendCut: (message) => {
      const text = escapeMessage(message)
      post(text.slice(0, Math.floor(text.length / 2)))
    },
    listen(listener) {
      const receive = (event: MessageEvent) => {
        if (event.source !== frame.contentWindow || event.origin !== location.origin || typeof event.data !== 'string') return
        pageHasSent = true
        try {
          listener(unescapeMessage(event.data))
        } catch {
          listener(event.data)
        }
      }
      window.addEventListener('message', receive)
      return () => window.removeEventListener('message', receive)
    },
    dropped: () => dropped,
    pageWillChange: () => {
      pageHasSent = false
    },
  }
}
