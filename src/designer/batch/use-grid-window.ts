import { type RefObject, useLayoutEffect, useState } from 'react'

export interface GridCells {
  /** px; the columns share what is left. */
  readonly minWidth: number
  readonly height: number
  readonly gap: number
}

export interface GridWindow {
  readonly columns: number
  /** Of one cell, px. */
  readonly width: number
  /** First cell to draw. */
  readonly from: number
  /** Cell after the last one to draw. */
  readonly to: number
  /** Of all rows, px. */
  readonly height: number
}

/** Rows kept ready above and below what is seen. */
const overscan = 1

/**
 * Which cells of a grid its scrolling box shows, and how wide they are.
 *
 * @returns null until the box has been measured.
 */
export function useGridWindow(box: RefObject<HTMLElement | null>, count: number, cells: GridCells): GridWindow | null {
  const { minWidth, height, gap } = cells
  const [seen, setSeen] = useState<{ readonly space: number; readonly first: number; readonly rows: number } | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      const space = element.clientWidth - (Number.parseFloat(paddingLeft) || 0) - (Number.parseFloat(paddingRight) || 0)
      const first = Math.max(0, Math.floor(element.scrollTop / (height + gap)))
      const rows = Math.ceil(element.clientHeight / (height + gap)) + 1
      setSeen((old) => (old?.space === space && old.first === first && old.rows === rows ? old : { space, first, rows }))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const resized = new ResizeObserver(look)
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      resized.disconnect()
    }
  }, [box, height, gap])
  if (seen === null) return null
  const columns = Math.max(1, Math.floor((seen.space + gap) / (minWidth + gap)))
  const rows = Math.ceil(count / columns)
  return {
    columns,
    width: Math.max(minWidth, Math.floor((seen.space + gap) / columns) - gap),
    from: Math.max(0, seen.first - overscan) * columns,
    to: Math.min(count, (seen.first + seen.rows + overscan) * columns),
    height: Math.max(0, rows * (height + gap) - gap),
  }
}
