/**
 * Handles Esc for dialogs that would not get it. Arco's Modal and Drawer handle only keys pressed inside them that no field keeps to itself,
 * as a Select with a search does, also while its list is closed. And the focus moves to the body when the focused element is removed (a
 * deleted row, a button replaced by a text), or into a drawer below when the drawer's opening ends after a dialog was opened from it.
 * main.tsx installs it once.
 */

/** Elements to which the key must be sent: for a Modal, inside Arco's focus lock, which listens for it. */
const dialogLayers = '.arco-modal-wrapper .arco-modal-content, .arco-drawer-wrapper .arco-drawer-scroll'
/** Popups of Arco's fields. They close by a click outside; without the focus they get no key events. */
const arcoPopups = '.arco-trigger:not(.arco-tooltip)'

function isShown(element: Element): boolean {
  for (let current: Element | null = element; current !== null; current = current.parentElement) {
    if (getComputedStyle(current).display === 'none') return false
  }
  return true
}

const findShown = (selector: string): Element[] => [...document.querySelectorAll(selector)].filter(isShown)

const wrapperOf = (element: Element): Element | null => element.closest('.arco-modal-wrapper, .arco-drawer-wrapper')

function stackingOf(layer: Element): number {
  const wrapper = wrapperOf(layer)
  return wrapper ? Number.parseInt(getComputedStyle(wrapper).zIndex, 10) || 0 : 0
}

/** Among dialogs with the same z-index the last one in the document is on top; one that is closing no longer counts. */
const topmostDialog = (): Element | undefined =>
  findShown(dialogLayers)
    .filter((layer) => layer.closest('[class*="-exit"]') === null)
    .reduce<Element | undefined>((top, layer) => (top && stackingOf(top) > stackingOf(layer) ? top : layer), undefined)

const isEscape = (event: KeyboardEvent): boolean => event.key === 'Escape' && !event.isComposing && !event.defaultPrevented

const isInClosedSelect = (element: Element): boolean => element.closest('.arco-select[aria-expanded="false"]') !== null

/**
 * A dialog over the one that has the focus gets the key, and so does the dialog itself where a closed Select would keep it. This listener
 * runs before those of the dialogs.
 */
function onCapturedKeyDown(event: KeyboardEvent): void {
  const { target } = event
  const focused = isEscape(event) && target instanceof Element ? wrapperOf(target) : null
  const dialog = focused && topmostDialog()
  if (!focused || !dialog) return
  const isBelow = wrapperOf(dialog) !== focused && stackingOf(dialog) >= stackingOf(focused)
  if (isBelow || isInClosedSelect(target as Element)) sendTo(dialog, event)
}

function onKeyDown(event: KeyboardEvent): void {
  if (!isEscape(event)) return
  if (event.target !== document.body && event.target !== document.documentElement) return
  const dialog = topmostDialog()
  if (dialog) sendTo(dialog, event)
}

function sendTo(dialog: Element, event: KeyboardEvent): void {
  // Later listeners get only the new event, not both.
  event.stopImmediatePropagation()
  const menu = findShown('[role=menu]').at(-1)
  if (!menu && findShown(arcoPopups).length > 0) {
    document.dispatchEvent(new MouseEvent('mousedown'))
    return
  }
  // Arco's Drawer reads `keyCode`.
  const keyInit = { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true, cancelable: true }
  const target = menu ?? dialog
  target.dispatchEvent(new KeyboardEvent('keydown', keyInit))
}

/**
 * Installs the listeners: the topmost open dialog gets an Esc that is pressed while nothing, a dialog below it or a closed Select has the
 * focus; a menu or popup over it comes first. Only the dialog decides whether it closes (`escToExit`, a save in progress).
 *
 * @returns a function that removes the listeners.
 */
export function installEscapeFallback(): () => void {
  addEventListener('keydown', onCapturedKeyDown, true)
  addEventListener('keydown', onKeyDown)
  return () => {
    removeEventListener('keydown', onCapturedKeyDown, true)
    removeEventListener('keydown', onKeyDown)
  }
}
