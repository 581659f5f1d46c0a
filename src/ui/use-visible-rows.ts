import { type RefObject, useLayoutEffect, useState } from 'react'

/** Number of rows rendered above and below the visible ones, for fast scrolling and the keyboard. */
const overscan = 8

interface RowRange {
  /** First row to render. */
  readonly from: number
  /** Row after the last one to render. */
  readonly to: number
}

/** Scrolls a box of rows of equal height as little as shows the whole row. @param rowHeight px */
export function scrollToRow(box: HTMLElement | null, at: number, rowHeight: number): void {
  if (box === null) return
  const top = at * rowHeight
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + rowHeight > box.scrollTop + box.clientHeight) box.scrollTop = top + rowHeight - box.clientHeight
}

/**
 * Returns which rows of equal height a scrolling box shows.
 *
 * @param rowHeight px; null renders all rows.
 */
export function useVisibleRows(box: RefObject<HTMLElement | null>, count: number, rowHeight: number | null): RowRange {
  const [range, setRange] = useState<RowRange>({ from: 0, to: 30 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a box that is as high as its rows grows with their number
  useLayoutEffect(() => {
    const element = box.current
    if (rowHeight === null || !element) return
    const update = () => {
      const first = Math.floor(element.scrollTop / rowHeight)
      const last = first + Math.ceil(element.clientHeight / rowHeight)
      // In steps of half the overscan, so that most scroll events render nothing.
      const step = overscan / 2
      const from = Math.max(0, Math.floor((first - overscan) / step) * step)
      const to = Math.ceil((last + overscan) / step) * step
      setRange((old) => (old.from === from && old.to === to ? old : { from, to }))
    }
    update()
    element.addEventListener('scroll', update, { passive: true })
    addEventListener('resize', update)
    return () => {
      element.removeEventListener('scroll', update)
      removeEventListener('resize', update)
    }
  }, [box, rowHeight, count])
  if (rowHeight === null) return { from: 0, to: count }
  return { from: Math.min(range.from, Math.max(0, count - 1)), to: Math.min(count, range.to) }
}
