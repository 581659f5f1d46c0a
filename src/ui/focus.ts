/**
 * Event for the remaining ancestors of an element that had the focus and was removed; a listener that moves the focus calls
 * preventDefault.
 */
export const focusLost = 'focuslost'

const focusable = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex="0"]'

/**
 * Remembers the focused element.
 *
 * @returns a function that returns the focus to it. If it no longer exists (its row was deleted), the nearest remaining ancestor
 * chooses
 * an element on `focuslost`, otherwise its first focusable element gets the focus.
 */
export function rememberFocus(): () => void {
  const opener = document.activeElement
  const ancestors: Element[] = []
  for (
    let element = opener?.parentElement ?? null;
    element !== null && element !== document.body;
    element = element.parentElement
  ) {
    ancestors.push(element)
  }
  return () => {
    if (!(opener instanceof HTMLElement) || opener === document.body) return
    if (opener.isConnected) return opener.focus()
    const remaining = ancestors.find((element) => element.isConnected)
    if (!remaining?.dispatchEvent(new CustomEvent(focusLost, { bubbles: true, cancelable: true }))) return
    remaining.querySelector<HTMLElement>(focusable)?.focus()
  }
}
