/** The window around an embedded page: who it is, what it says, and what it is told. Knows no React. */
import { EventEmitter } from 'eventemitter3'
import { isTrustedOrigin, type PageMessage, type ParentMessage, readParentMessage } from '../../../contract/embedding'

/** What of `window` is needed. */
export interface FrameWindow {
  readonly parent: unknown
  readonly location: { readonly origin: string; readonly ancestorOrigins?: ArrayLike<string> }
  addEventListener(type: 'message', listener: (event: FrameMessage) => void): void
}
export type FrameMessage = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>

export type Heard =
  | { readonly message: ParentMessage }
  /** What is wrong with a message of the trusted parent's, for whoever writes it. */
  | { readonly problem: string }

export interface ParentFrame {
  /** none: the page is not in a frame. stranger: somebody around it is not trusted, and is not listened to. */
  readonly standing: 'none' | 'stranger' | 'trusted'
  /** To the parent's exact origin; false while that is not known, which is so only in browsers that do not tell who frames a page. */
  post(message: PageMessage): boolean
  /** Also what came before; of each kind of message the last one. */
  listen(listener: (heard: Heard) => void): () => void
  /** Messages that were not listened to, by the reason. */
  readonly ignored: Readonly<Record<'source' | 'origin' | 'unknown', number>>
}

interface Poster {
  postMessage(message: unknown, targetOrigin: string): void
}

/**
 * Listens from now on, so that nothing is lost before the page is drawn.
 *
 * @param trusted origins of the deployment; local ones and the page's own are trusted besides.
 */
export function openParentFrame(self: FrameWindow, trusted: readonly string[]): ParentFrame {
  const own = self.location.origin
  const isTrusted = (origin: string) => (origin === own && own !== 'null') || isTrustedOrigin(origin, trusted)
  const ancestors = Array.from(self.location.ancestorOrigins ?? [])
  const framed = self.parent !== self
  const standing = !framed ? 'none' : ancestors.every(isTrusted) ? 'trusted' : 'stranger'
  const ignored = { source: 0, origin: 0, unknown: 0 }
  const events = new EventEmitter<{ heard: [Heard] }>()
  const unheard = new Map<string, Heard>()
  let origin = standing === 'trusted' ? (ancestors[0] ?? null) : null

  const hear = (heard: Heard) => {
    if (!events.emit('heard', heard)) unheard.set('problem' in heard ? 'problem' : heard.message.type, heard)
  }

  if (standing === 'trusted') {
    self.addEventListener('message', (event) => {
      if (event.source !== self.parent) ignored.source += 1
      else if (origin === null ? !isTrusted(event.origin) : event.origin !== origin) ignored.origin += 1
      else {
        const reading = readParentMessage(event.data)
        if ('ignored' in reading) ignored.unknown += 1
        else {
          origin = event.origin
          hear(reading)
        }
      }
    })
  }

  return {
    standing,
    ignored,
    post(message) {
      if (origin === null) return false
      // Framed, so it is another window; only its type is not known here.
      const parent = self.parent as Poster
      parent.postMessage(message, origin)
      return true
    },
    listen(listener) {
      events.on('heard', listener)
      for (const heard of unheard.values()) listener(heard)
      unheard.clear()
      return () => void events.off('heard', listener)
    },
  }
}
