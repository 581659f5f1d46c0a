/** The host's end of the frame: messages as the client's texts, only from our own frame, only after it spoke first. */
import { escapeMessage, unescapeMessage } from './escaping'
import type { CuttableChannel } from './faulty-channel'

export interface FrameChannel extends CuttableChannel {
  /** Frames sent before the page spoke or while no page was there. */
  dropped(): number
  /** The page is about to be replaced: it has to speak again before it hears anything. */
  forget(): void
}

export function frameChannel(frame: HTMLIFrameElement): FrameChannel {
  let spoken = false
  let dropped = 0
  const post = (text: string) => {
    if (spoken && frame.contentWindow) frame.contentWindow.postMessage(text, location.origin)
    else dropped += 1
  }
  return {
    send: (message) => post(escapeMessage(message)),
    sendCut: (message) => {
      const text = escapeMessage(message)
      post(text.slice(0, Math.floor(text.length / 2)))
    },
    listen(listener) {
      const hear = (event: MessageEvent) => {
        if (event.source !== frame.contentWindow || event.origin !== location.origin || typeof event.data !== 'string') return
        spoken = true
        try {
          listener(unescapeMessage(event.data))
        } catch {
          listener(event.data)
        }
      }
      window.addEventListener('message', hear)
      return () => window.removeEventListener('message', hear)
    },
    dropped: () => dropped,
    forget: () => {
      spoken = false
    },
  }
}
