/** Which of the product's three doors a page came in by, decided from what the page can see. Pure: nothing is loaded or asked here. */

/** The product's own doors; added ones (doors.ts) have names of their own. */
type OwnEnvironment = 'qianniu' | 'browser' | 'mock'

/** What the decision is made from. */
export interface Surroundings {
  readonly href: string
  readonly userAgent: string
  /** Whether `window.my.postMessage` is there already. */
  readonly hasPostMessage: boolean
  /** Asked for by the program that starts the plugin. */
  readonly forced?: string
  /** What an earlier page of this frame was asked for by its address. */
  readonly remembered?: string
}

export type Door =
  | { readonly environment: 'browser' | 'mock' }
  | {
      readonly environment: 'qianniu'
      /** Nothing else can work here: a client that does not answer is an error, no reason to try another door. */
      readonly certain: boolean
      /** The script that brings `my.postMessage`; null when it is there. */
      readonly script: string | null
      /** The page cannot reach the admin API by itself. */
      readonly throughHost: boolean
    }

/** Address that only a client resolves. */
export const clientScript = 'https://appx/web-view.min.js'
/** Where the client serves pages that are packed with the plugin; such a page has no network of its own. */
export const packedOrigin = 'https://webview/'

const isEnvironment = (value: string | null | undefined): value is OwnEnvironment =>
  value === 'qianniu' || value === 'browser' || value === 'mock'

/**
 * The simulator's script instead of the client's: `?webview=/simulator/web-view.js`. Only scripts of the simulator's own
 * folder on this very origin: an address in a link must never bring a foreign script, nor one that somebody uploaded.
 */
export function simulatorScript(asked: string | null, href: string): string | null {
  if (!asked) return null
  try {
    const page = new URL(href)
    const script = new URL(asked, page)
    const allowed = script.origin === page.origin && /^\/simulator\/[\w-]+(\.[\w-]+)*\.js$/.test(script.pathname)
    return allowed && page.protocol.startsWith('http') ? script.origin + script.pathname : null
  } catch {
    return null
  }
}

/** The part of the address that a reload of the frame must not lose; empty when the address says nothing about the door. */
export function doorQuery(href: string): string {
  const query = new URL(href).searchParams
  const kept = new URLSearchParams()
  for (const name of ['platform', 'webview', 'network', 'record', 'mode']) {
    const value = query.get(name)
    if (value !== null) kept.set(name, value)
  }
  return kept.toString()
}

/** What the address asks for, or an earlier address of this frame. */
export const wishesOf = ({ href, remembered }: Pick<Surroundings, 'href' | 'remembered'>): URLSearchParams =>
  new URLSearchParams(doorQuery(href) || remembered || '')

/** The mock door as a pane of glass: whatever stands behind it is the door. */
export const passesThrough = (wishes: URLSearchParams): boolean =>
  wishes.get('platform') === 'mock' && wishes.get('mode') === 'passthrough'

/**
 * Detection order: what the program or the address asks for (`?platform=browser|qianniu|mock`), the simulator's script, the
 * signs of a client (Qianniu in the user agent, a packed page, `my.postMessage`), else a browser.
 */
export function detectDoor(seen: Surroundings): Door {
  const query = wishesOf(seen)
  const asked = seen.forced ?? (passesThrough(query) ? null : query.get('platform'))
  if (isEnvironment(asked) && asked !== 'qianniu') return { environment: asked }
  const simulator = simulatorScript(query.get('webview'), seen.href)
  const packed = seen.href.startsWith(packedOrigin)
  const certain = asked === 'qianniu' || simulator !== null || packed
  if (!certain && !seen.hasPostMessage && !/Qianniu\//.test(seen.userAgent)) return { environment: 'browser' }
  return {
    environment: 'qianniu',
    certain,
    script: seen.hasPostMessage ? null : (simulator ?? clientScript),
    throughHost: packed || query.get('network') === 'host',
  }
}
