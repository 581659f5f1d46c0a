import { type RefObject, useEffect } from 'react'

/**
 * Makes the search input of a Select accessible: Arco hides it from assistive technology although it takes the focus, and does
 * so again on every render.
 *
 * @param box contains the Select.
 * @param label accessible name: 搜索店铺.
 */
export function useSearchInput(box: RefObject<HTMLElement | null>, label: string): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const exposeInput = () => {
      const input = element.querySelector('input')
      if (!input) return
      if (input.hasAttribute('aria-hidden')) input.removeAttribute('aria-hidden')
      if (input.getAttribute('aria-label') !== label) input.setAttribute('aria-label', label)
    }
    exposeInput()
    const observer = new MutationObserver(exposeInput)
    observer.observe(element, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['aria-hidden', 'aria-label'],
    })
    return () => observer.disconnect()
  }, [box, label])
}
