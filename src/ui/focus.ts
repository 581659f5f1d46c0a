/** Told to what is left around an element that lost the focus by going away; whoever moves the focus calls preventDefault. */
export const focusLost = 'focuslost'

const focusable = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex="0"]'

/**
 * Remembers what has the focus now.
 *
 * @returns gives the focus back; where that element is gone by then (its row was deleted), to its heir: what the nearest
 *   surviving ancestor chooses on `focuslost`, else the first thing in it that takes the focus.
 */
export function rememberFocus(): () => void {
  const opener = document.activeElement
  const around: Element[] = []
  for (let one = opener?.parentElement ?? null; one !== null && one !== document.body; one = one.parentElement) around.push(one)
  return () => {
    if (!(opener instanceof HTMLElement) || opener === document.body) return
    if (opener.isConnected) return opener.focus()
    const left = around.find((one) => one.isConnected)
    if (!left?.dispatchEvent(new CustomEvent(focusLost, { bubbles: true, cancelable: true }))) return
    left.querySelector<HTMLElement>(focusable)?.focus()
  }
}
