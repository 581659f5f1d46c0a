/**
 * What a client's own script gives a page: `my.postMessage` and one listener slot, `my.onMessage`. Built to a fixed
 * address; does nothing outside the simulator's frame.
 */
import { escapeMessage, unescapeMessage } from './escaping'

interface Slot {
  postMessage?: (message: unknown) => void
  onMessage?: ((message: unknown) => void) | null
  getEnv?: (answer: (env: { miniprogram: boolean }) => void) => void
}

/** The simulator writes the client's user agent into the frame's name: a page cannot be given another one from outside. */
function readFrame(): { readonly userAgent: string } | null {
  if (window.parent === window) return null
  try {
    const note: unknown = JSON.parse(window.name)
    if (typeof note !== 'object' || note === null || !('kejiangSimulator' in note)) return null
    const userAgent = 'userAgent' in note && typeof note.userAgent === 'string' ? note.userAgent : ''
    return { userAgent }
  } catch {
    return null
  }
}

const frame = readFrame()
if (frame) {
  if (frame.userAgent !== '') Object.defineProperty(navigator, 'userAgent', { value: frame.userAgent, configurable: true })
  const existing: unknown = Reflect.get(window, 'my')
  const my: Slot = typeof existing === 'object' && existing !== null ? existing : {}
  my.postMessage = (message) => window.parent.postMessage(escapeMessage(message), location.origin)
  my.getEnv = (answer) => answer({ miniprogram: true })
  Reflect.set(window, 'my', my)
  window.addEventListener('message', (event) => {
    if (event.source !== window.parent || event.origin !== location.origin || typeof event.data !== 'string') return
    let message: unknown = event.data
    try {
      message = unescapeMessage(event.data)
    } catch {
      // A cut message reaches the page as the text that is left of it, as it does in a client.
    }
    my.onMessage?.(message)
  })
}
