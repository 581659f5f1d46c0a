/**
 * The current address in the plugin: in the path, or in the hash where the page is a file that no server serves at other paths.
 */

import { useSnapshot } from 'valtio'
import type { BaseLocationHook, BaseSearchHook } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'
import { confirmLeave, discardUnsaved, hasUnsaved } from '../ui/leave-guard'
import { session } from './session-store'

/** Pages packed with the plugin (https://webview/…/index.html) and files cannot be reloaded at another path. */
export function needsHash(href: string): boolean {
  const { protocol, host, pathname } = new URL(href)
  return protocol === 'file:' || host === 'webview' || pathname.endsWith('.html')
}

const usesHash = typeof location !== 'undefined' && needsHash(location.href)

const hashHref = () => {
  const text = location.hash.replace(/^#/, '')
  return text.startsWith('/') ? text : `/${text}`
}

/** Returns path and query in the app, such as /app/design_template?collection=3. */
export const currentHref = (): string => (usesHash ? hashHref() : location.pathname + location.search)

export interface NavigateOptions {
  readonly replace?: boolean
  readonly state?: unknown
}

/** Navigates without asking about unsaved work; screens use wouter's navigation, which asks. */
export function goTo(href: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const target = usesHash ? `#${href}` : href
  if (replace) history.replaceState(state, '', target)
  else history.pushState(state, '', target)
}

const pathOf = (href: string) => href.split('?')[0] ?? '/'
const searchOf = (href: string) => {
  const at = href.indexOf('?')
  return at === -1 ? '' : href.slice(at)
}

const hrefs = (href: string) => (usesHash ? `#${href}` : href)

export const useAppLocation: BaseLocationHook = Object.assign(
  (): [string, typeof goTo] => [useLocationProperty(() => pathOf(currentHref())), goTo],
  { hrefs },
)
export const useAppSearch: BaseSearchHook = () => useLocationProperty(() => searchOf(currentHref()))

/** The location for the screens behind an open login layer: they stay where they were, with all input. */
export const useSuspendedLocation: BaseLocationHook = Object.assign(
  (): [string, typeof goTo] => {
    const path = useLocationProperty(() => pathOf(currentHref()))
    const { suspendedAt } = useSnapshot(session)
    return [suspendedAt === null ? path : pathOf(suspendedAt), goTo]
  },
  { hrefs },
)
export const useSuspendedSearch: BaseSearchHook = () => {
  const search = useLocationProperty(() => searchOf(currentHref()))
  const { suspendedAt } = useSnapshot(session)
  return suspendedAt === null ? search : searchOf(suspendedAt)
}

/** Asks before links and navigation calls leave unsaved work. */
export async function aroundNav(
  navigate: (to: string, options?: NavigateOptions) => void,
  to: string,
  options?: NavigateOptions,
) {
  if (hasUnsaved() && !(await confirmLeave())) return
  discardUnsaved()
  navigate(to, options)
}

/**
 * Makes Back ask too. The browser has navigated when it fires the event, so the previous address is restored first. Must be
 * installed before the router listens.
 */
export function guardBackButton(): void {
  let href = location.href
  const rememberHref = () => {
    href = location.href
  }
  for (const type of ['pushState', 'replaceState']) addEventListener(type, rememberHref)
  addEventListener('popstate', (event) => {
    if (!hasUnsaved()) return rememberHref()
    event.stopImmediatePropagation()
    history.pushState(null, '', href)
    void confirmLeave().then((leave) => {
      if (!leave) return
      discardUnsaved()
      history.back()
    })
  })
}
