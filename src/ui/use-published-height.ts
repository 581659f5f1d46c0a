import { useCallback } from 'react'

/** Sets `--bulk-height` of the list to the bar's height, because sticky table heads are positioned below the bar. */
export function usePublishedHeight(): (bar: HTMLElement | null) => (() => void) | undefined {
  return useCallback((bar: HTMLElement | null) => {
    const list = bar?.parentElement
    if (!bar || !list) return undefined
    const publish = () => list.style.setProperty('--bulk-height', `${bar.offsetHeight}px`)
    publish()
    const observer = new ResizeObserver(publish)
    observer.observe(bar)
    return () => {
      observer.disconnect()
      list.style.removeProperty('--bulk-height')
    }
  }, [])
}
