import { useCallback } from 'react'

/** Heads of tables that stay in sight stand under the bar: tells the list's styles how high it is, `--bulk-height`. */
export function useToldHeight(): (bar: HTMLElement | null) => (() => void) | undefined {
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
