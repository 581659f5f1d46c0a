import { embeddedPageAt } from '../../../contract/embedding'
import { currentHref } from '../location'
import { openParentFrame, type ParentFrame } from './parent-frame'

let parentFrame: ParentFrame | null = null

/** Reads the origins that may embed the page, which its server or its build wrote into it. */
const trustedOrigins = (): readonly string[] =>
  (document.querySelector<HTMLMetaElement>('meta[name="embed-origins"]')?.content ?? '').split(/\s+/).filter((one) => one !== '')

/** Returns the window around this page. */
export function getParentFrame(): ParentFrame {
  parentFrame ??= openParentFrame(window, trustedOrigins())
  return parentFrame
}

/** Must be called first: a parent may send messages as soon as its frame has loaded, before anything is rendered. */
export function listenToParent(): void {
  if (embeddedPageAt(currentHref().split('?')[0] ?? '') !== null) getParentFrame()
}
