import { useCallback } from 'react'

/** Sets `--bulk-height` of the list to the bar's height, because sticky table heads are positioned below the bar. */
export function usePublishedHeight(): (bar: HTMLElement | null) => (() => void) | undefined {
  return useCallback((bar: HTMLElement | null) => {
    const list = bar?.parentElement
    if (!bar || !list) return undefined
    const tell = () => list.style.setProperty('--bulk-height', `${bar.offsetHeight}px`)
    tell()
    const observer = new ResizeObserver(tell)
    observer.observe(bar)
    return () => {
      observer.disconnect()
      list.style.removeProperty('--bulk-height')
    }
  }, [])
}
