import { type RefObject, useEffect } from 'react'

/**
 * Arco hides the search input of a Select from assistive technology although it takes the focus, and does so again whenever it
 * draws itself.
 *
 * @param box holds the Select.
 * @param label what is searched: 搜索店铺.
 */
export function useSearchInput(box: RefObject<HTMLElement | null>, label: string): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const reveal = () => {
      const input = element.querySelector('input')
      if (!input) return
      if (input.hasAttribute('aria-hidden')) input.removeAttribute('aria-hidden')
      if (input.getAttribute('aria-label') !== label) input.setAttribute('aria-label', label)
    }
    reveal()
    const observer = new MutationObserver(reveal)
    observer.observe(element, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['aria-hidden', 'aria-label'],
    })
    return () => observer.disconnect()
  }, [box, label])
}
