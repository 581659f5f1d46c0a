import { embeddedPageAt } from '../../../contract/embedding'
import { currentHref } from '../location'
import { openParentFrame, type ParentFrame } from './parent-frame'

let opened: ParentFrame | null = null

/** Whoever served the page, or packed it, wrote into it which origins may embed it. */
const trustedOrigins = (): readonly string[] =>
  (document.querySelector<HTMLMetaElement>('meta[name="embed-origins"]')?.content ?? '').split(/\s+/).filter((one) => one !== '')

/** The window around this page. */
export function thisParent(): ParentFrame {
  opened ??= openParentFrame(window, trustedOrigins())
  return opened
}

/** Called as the first thing: a parent may speak as soon as its frame has loaded, before anything is drawn. */
export function listenEarly(): void {
  if (embeddedPageAt(currentHref().split('?')[0] ?? '') !== null) thisParent()
}
