/**
 * Handles Esc for dialogs that have lost the focus. Arco's Modal and Drawer handle only keys pressed inside them, and the focus
 * moves to the body when the focused element is removed (a deleted row, a button replaced by a text). main.tsx installs it
 * once.
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

function stackingOf(layer: Element): number {
  const wrapper = layer.closest('.arco-modal-wrapper, .arco-drawer-wrapper')
  return wrapper ? Number.parseInt(getComputedStyle(wrapper).zIndex, 10) || 0 : 0
}

/** Among dialogs with the same z-index the last one in the document is on top. */
const topmostDialog = (): Element | undefined =>
  findShown(dialogLayers).reduce<Element | undefined>(
    (top, layer) => (top && stackingOf(top) > stackingOf(layer) ? top : layer),
    undefined,
  )

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
  if (event.target !== document.body && event.target !== document.documentElement) return
  const dialog = topmostDialog()
  if (!dialog) return
  // Later listeners of the window get only the new event, not both.
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
 * Installs the listener: the topmost open dialog gets an Esc that is pressed while nothing has the focus; a menu or popup over it
 * comes first. Only the dialog decides whether it closes (`escToExit`, a save in progress).
 *
 * @returns a function that removes the listener.
 */
export function installEscapeFallback(): () => void {
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}
