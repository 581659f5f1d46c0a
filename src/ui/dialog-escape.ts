/**
 * Esc for dialogs that have lost the focus. Arco's Modal and Drawer hear keys pressed inside them only, and the focus falls to the
 * body when the focused element goes away (a deleted row, a button that gave way to a text). main.tsx installs it once.
 */

/** Where a key must be sent so that the dialog hears it: inside Arco's focus lock, which listens for a Modal. */
const dialogLayers = '.arco-modal-wrapper .arco-modal-content, .arco-drawer-wrapper .arco-drawer-scroll'
/** Lists and cards that Arco's fields open. They close by a press outside; without the focus they hear no key. */
const arcoPopups = '.arco-trigger:not(.arco-tooltip)'

function isShown(element: Element): boolean {
  for (let one: Element | null = element; one !== null; one = one.parentElement) {
    if (getComputedStyle(one).display === 'none') return false
  }
  return true
}

const shown = (selector: string): Element[] => [...document.querySelectorAll(selector)].filter(isShown)

function stackingOf(layer: Element): number {
  const wrapper = layer.closest('.arco-modal-wrapper, .arco-drawer-wrapper')
  return wrapper ? Number.parseInt(getComputedStyle(wrapper).zIndex, 10) || 0 : 0
}

/** Of dialogs with the same z-index the later one in the document lies on top. */
const topmostDialog = (): Element | undefined =>
  shown(dialogLayers).reduce<Element | undefined>(
    (top, layer) => (top && stackingOf(top) > stackingOf(layer) ? top : layer),
    undefined,
  )

function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
  if (event.target !== document.body && event.target !== document.documentElement) return
  const dialog = topmostDialog()
  if (!dialog) return
  // Listeners of the window that come after this one hear the key that is sent on, not both.
  event.stopImmediatePropagation()
  const menu = shown('[role=menu]').at(-1)
  if (!menu && shown(arcoPopups).length > 0) {
    document.dispatchEvent(new MouseEvent('mousedown'))
    return
  }
  // Arco's Drawer reads the number.
  const again = { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true, cancelable: true }
  const hearer = menu ?? dialog
  hearer.dispatchEvent(new KeyboardEvent('keydown', again))
}

/**
 * From now on the topmost open dialog hears an Esc that is pressed while nothing has the focus; a menu or popup over it comes
 * first. Whether the dialog closes is decided by it alone (`escToExit`, a save under way).
 *
 * @returns a function that stops it.
 */
export function hearEscapeWithoutFocus(): () => void {
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}
