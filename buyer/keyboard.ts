import { type RefObject, useEffect } from 'react'

/**
 * Keeps an element that fills the screen above the phone's keyboard, and the focused field in sight. Browsers of iPhones lay the keyboard
 * over the page and only report the part that is still visible.
 */
export function useAboveKeyboard(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport
    if (!seen) return
    const fit = () => {
      const covered = Math.max(0, Math.round(innerHeight - seen.height - seen.offsetTop))
      // On a page that is zoomed by two fingers, the visible part is smaller without a keyboard.
      const isKeyboard = covered > 0 && seen.scale === 1
      element.current?.style.setProperty('--keyboard', isKeyboard ? `${covered}px` : '0px')
      element.current?.classList.toggle('has-keyboard', isKeyboard)
      const focused = document.activeElement
      if (isKeyboard && focused instanceof HTMLInputElement) focused.scrollIntoView({ block: 'nearest' })
    }
    seen.addEventListener('resize', fit)
    return () => seen.removeEventListener('resize', fit)
  }, [element])
}
