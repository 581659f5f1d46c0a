import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Size } from './stage-zoom'

/** Size of an element in CSS px, updated by a ResizeObserver; null before the first measurement. */
export function useSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const box = element.current
    if (box === null) return
    const measure = () =>
      setSize((old) =>
        old?.width === box.clientWidth && old.height === box.clientHeight
          ? old
          : { width: box.clientWidth, height: box.clientHeight },
      )
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return size
}
