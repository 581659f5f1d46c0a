/** Decides which platform adapter a page uses, from its address and environment. The functions are pure and load nothing. */
import { clientScript } from '../contract/rules/client-script'

/** The product's own adapters. Added ones (added-adapters.ts) have names of their own. */
type OwnEnvironment = 'qianniu' | 'browser' | 'mock'

/** The facts by which the environment is detected. */
export interface Surroundings {
  readonly href: string
  readonly userAgent: string
  /** Whether `window.my.postMessage` exists already. */
  readonly hasPostMessage: boolean
  /** The adapter that the program which starts the plugin demands. */
  readonly forced?: string
  /** The selecting query of an earlier address of this frame; see `adapterQuery`. */
  readonly remembered?: string
  /** Whether another page frames this one. */
  readonly isFramed?: boolean
}

export type AdapterChoice =
  | { readonly environment: 'browser' | 'mock' }
  | {
      readonly environment: 'qianniu'
      /** Whether no other adapter can work here: a client that does not answer is then an error. */
      readonly certain: boolean
      /** Address of the script that provides `my.postMessage`; null if it exists already. */
      readonly script: string | null
      /** Whether the page has no network, so that the admin API is reached through the client. */
      readonly throughHost: boolean
      /** Origin of the page around this one if that is the host; absent: the host is behind `my.postMessage`. */
      readonly parent?: string
    }

/** Origin at which the client serves pages of the mini-program package; such a page has no network. */
export const packedOrigin = 'https://webview/'

const isEnvironment = (value: string | null | undefined): value is OwnEnvironment =>
  value === 'qianniu' || value === 'browser' || value === 'mock'

/**
 * Returns the address of the simulator's script in `?webview=/simulator/web-view.js`, null if it is not allowed. Only scripts in
 * the simulator's folder on this origin are: a link must not load a foreign script, nor an uploaded one.
 */
export function simulatorScript(requested: string | null, href: string): string | null {
  if (!requested) return null
  try {
    const page = new URL(href)
    const script = new URL(requested, page)
    const allowed = script.origin === page.origin && /^\/simulator\/[\w-]+(\.[\w-]+)*\.js$/.test(script.pathname)
    return allowed && page.protocol.startsWith('http') ? script.origin + script.pathname : null
  } catch {
    return null
  }
}

/**
 * Returns the origin in `?parent=https://shell.example`, null if it is no exact http or https origin. It need not be on a list: which
 * pages may frame the plugin is the server's decision (FRAME_ANCESTORS), and a browser delivers frames to that origin alone.
 */
export function parentOrigin(requested: string | null): string | null {
  try {
    const { origin, protocol } = new URL(requested ?? '')
    return origin === requested && /^https?:$/.test(protocol) ? origin : null
  } catch {
    return null
  }
}

/** Returns the part of the address's query that selects the adapter; empty if there is none. It must survive a reload. */
export function adapterQuery(href: string): string {
  const query = new URL(href).searchParams
  const keptParameters = new URLSearchParams()
  for (const name of ['platform', 'webview', 'parent', 'network', 'record', 'mode']) {
    const value = query.get(name)
    if (value !== null) keptParameters.set(name, value)
  }
  return keptParameters.toString()
}

/** Returns the selecting query of the address or, if it has none, of an earlier address of this frame. */
export const selectionOf = ({ href, remembered }: Pick<Surroundings, 'href' | 'remembered'>): URLSearchParams =>
  new URLSearchParams(adapterQuery(href) || remembered || '')

/** Whether the query is `platform=mock&mode=passthrough`: the mock then forwards every call to the detected platform. */
export const isPassThrough = (selection: URLSearchParams): boolean =>
  selection.get('platform') === 'mock' && selection.get('mode') === 'passthrough'

/**
 * Returns the adapter to use. Order: the one that the program or the address demands (`?platform=browser|qianniu|mock`), the page
 * around this one (`?parent=ORIGIN`), the simulator's script, signs of a client (Qianniu in the user agent, a packed page, `my.postMessage`), else the browser.
 */
export function detectAdapter(surroundings: Surroundings): AdapterChoice {
  const query = selectionOf(surroundings)
  const requested = surroundings.forced ?? (isPassThrough(query) ? null : query.get('platform'))
  if (isEnvironment(requested) && requested !== 'qianniu') return { environment: requested }
  const throughHost = query.get('network') === 'host'
  const parent = surroundings.isFramed ? parentOrigin(query.get('parent')) : null
  if (parent !== null) return { environment: 'qianniu', certain: true, script: null, throughHost, parent }
  const simulator = simulatorScript(query.get('webview'), surroundings.href)
  const packed = surroundings.href.startsWith(packedOrigin)
  const certain = requested === 'qianniu' || simulator !== null || packed
  if (!certain && !surroundings.hasPostMessage && !/Qianniu\//.test(surroundings.userAgent)) return { environment: 'browser' }
  return {
    environment: 'qianniu',
    certain,
    script: surroundings.hasPostMessage ? null : (simulator ?? clientScript),
    throughHost: packed || throughHost,
  }
}
