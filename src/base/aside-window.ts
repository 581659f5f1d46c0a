/**
 * Windows that were opened for one errand beside the back office: to top up, to authorize a shop, to set up a factory. They show no
 * menu, say that they can be closed, and the window they were opened from is told what they did.
 */
import { sessionValues } from '../../adapters/storage/values'
import { windowNews } from '../../adapters/storage/window-news'
import { createCell } from '../../contract/ground/cell'

const key = 'kejiang.asideWindow'
/** Key in the session storage of a window that was opened for paying. */
export const paymentWindowKey = 'kejiang.payWindow'

/** Returns the address that opens a screen in a window for one errand. */
export const asideOf = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}aside=1`

/**
 * Whether an address begins an errand: it says so, or an outside page (a marketplace's authorization, a payment) sends the seller
 * back to it, whether the seller agreed there (`code`) or not (`error`).
 */
export function beginsAside(href: string): boolean {
  const params = new URL(href.replace('#/', '/'), 'https://page.invalid').searchParams
  return ['aside', 'code', 'error'].some((name) => params.has(name))
}

function readAside(): boolean {
  if (typeof location === 'undefined') return false
  if (beginsAside(location.href)) sessionValues.setItem(key, '1')
  return sessionValues.getItem(key) === '1' || sessionValues.getItem(paymentWindowKey) === '1'
}

/** Whether this window was opened for an errand: read when the page begins, and kept over its reloads. */
export const isAside = createCell(readAside())

/** Makes this window an ordinary one, with the menu. */
export function leaveAside(): void {
  sessionValues.removeItem(key)
  sessionValues.removeItem(paymentWindowKey)
  isAside.set(false)
}

const news = windowNews('kejiang-data')

/** Tells the other windows that what the server holds under a query key was changed here. */
export const announceChange = (queryKey: readonly [string]): void => news.announce(queryKey[0])

/** Calls the listener with the query key of what another window changed. @returns a function that unsubscribes. */
export const onChangeElsewhere = (listener: (queryKey: readonly [string]) => void): (() => void) =>
  news.onNews((subject) => subject !== null && listener([subject]))
