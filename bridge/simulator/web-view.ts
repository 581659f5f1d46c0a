/**
 * Stands in for the client's script in the plugin's page: it provides `my.postMessage` and the handler slot `my.onMessage`. The
 * build gives it a fixed address. It does nothing outside the simulator's iframe.
 */
import { escapeMessage, unescapeMessage } from './escaping'

interface Slot {
  postMessage?: (message: unknown) => void
  onMessage?: ((message: unknown) => void) | null
  getEnv?: (answer: (env: { miniprogram: boolean }) => void) => void
}

/** Reads the user agent from the iframe's name; there is no other way to set one from outside. Returns null elsewhere. */
function readFrame(): { readonly userAgent: string } | null {
  if (window.parent === window) return null
  try {
    const frameInfo: unknown = JSON.parse(window.name)
    if (typeof frameInfo !== 'object' || frameInfo === null || !('kejiangSimulator' in frameInfo)) return null
    const userAgent = 'userAgent' in frameInfo && typeof frameInfo.userAgent === 'string' ? frameInfo.userAgent : ''
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
      // A truncated message reaches the page as the remaining text, as in a real client.
    }
    my.onMessage?.(message)
  })
}
