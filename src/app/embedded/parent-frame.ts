/** The window around an embedded page: its identity, and the messages in both directions. Independent of React. */
import { EventEmitter } from 'eventemitter3'
import { isTrustedOrigin, type PageMessage, type ParentMessage, readParentMessage } from '../../../contract/embedding'

/** The used part of `window`. */
export interface FrameWindow {
  readonly parent: unknown
  readonly location: { readonly origin: string; readonly ancestorOrigins?: ArrayLike<string> }
  addEventListener(type: 'message', listener: (event: FrameMessage) => void): void
}
export type FrameMessage = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>

export type ParentEvent =
  | { readonly message: ParentMessage }
  /** The problem of an invalid message of the trusted parent, for its developers. */
  | { readonly problem: string }

export interface ParentFrame {
  /** none: the page is not in a frame. untrusted: a page around it is not trusted, so messages are ignored. */
  readonly trust: 'none' | 'untrusted' | 'trusted'
  /** Sends to the parent's exact origin; false while that is unknown, which happens only in browsers without ancestorOrigins. */
  post(message: PageMessage): boolean
  /** Also passes earlier messages; of each type only the last one. */
  listen(listener: (event: ParentEvent) => void): () => void
  /** Number of ignored messages by reason. */
  readonly ignored: Readonly<Record<'source' | 'origin' | 'unknown', number>>
}

interface MessageTarget {
  postMessage(message: unknown, targetOrigin: string): void
}

/**
 * Listens from now on, so that no message is lost before the page is rendered.
 *
 * @param trusted origins of the deployment; local ones and the page's own are trusted as well.
 */
export function openParentFrame(self: FrameWindow, trusted: readonly string[]): ParentFrame {
  const ownOrigin = self.location.origin
  const isTrusted = (origin: string) => (origin === ownOrigin && ownOrigin !== 'null') || isTrustedOrigin(origin, trusted)
  const ancestors = Array.from(self.location.ancestorOrigins ?? [])
  const isFramed = self.parent !== self
  const trust = !isFramed ? 'none' : ancestors.every(isTrusted) ? 'trusted' : 'untrusted'
  const ignored = { source: 0, origin: 0, unknown: 0 }
  const events = new EventEmitter<{ event: [ParentEvent] }>()
  const pendingEvents = new Map<string, ParentEvent>()
  let origin = trust === 'trusted' ? (ancestors[0] ?? null) : null

  const deliver = (event: ParentEvent) => {
    if (!events.emit('event', event)) pendingEvents.set('problem' in event ? 'problem' : event.message.type, event)
  }

  if (trust === 'trusted') {
    self.addEventListener('message', (event) => {
      if (event.source !== self.parent) ignored.source += 1
      else if (origin === null ? !isTrusted(event.origin) : event.origin !== origin) ignored.origin += 1
      else {
        const parsed = readParentMessage(event.data)
        if ('ignored' in parsed) ignored.unknown += 1
        else {
          origin = event.origin
          deliver(parsed)
        }
      }
    })
  }

  return {
    trust,
    ignored,
    post(message) {
      if (origin === null) return false
      // The page is framed, so this is another window, whose type is unknown here.
      const parent = self.parent as MessageTarget
      parent.postMessage(message, origin)
      return true
    },
    listen(listener) {
      events.on('event', listener)
      for (const event of pendingEvents.values()) listener(event)
      pendingEvents.clear()
      return () => void events.off('event', listener)
    },
  }
}
