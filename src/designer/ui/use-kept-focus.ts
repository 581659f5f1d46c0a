import { type RefObject, useEffect } from 'react'

/**
 * Moves the focus from the page itself, where a reload or a removed element leaves it, into the designer: from there Tab would go
 * through the page below.
 */
export function enterDesigner(): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return
  document.querySelector<HTMLElement>('[data-designer]')?.focus({ preventScroll: true })
}

/**
 * Gives the focus to the designer itself when the focused element is removed from it, for instance by an undo. The focus lock of the
 * window would choose a neighbour, and in a text field the next Ctrl+Shift+Z would mean the field and not the design.
 */
export function useKeptFocus(designer: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = designer.current
    if (root === null) return
    const observer = new MutationObserver(enterDesigner)
    observer.observe(root, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [designer])
}
