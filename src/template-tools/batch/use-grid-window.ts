import { type RefObject, useLayoutEffect, useState } from 'react'

import { type GridCells, largestCells } from '../../design/print/case-layout'

export interface GridWindow {
  readonly columns: number
  /** Width of one cell, px. */
  readonly width: number
  readonly cellHeight: number
  /** Index of the first cell to render. */
  readonly from: number
  /** Index after the last cell to render. */
  readonly to: number
  /** Height of all rows, px. */
  readonly height: number
}

interface Seen {
  readonly space: number
  readonly first: number
  readonly rows: number
  readonly minWidth: number
  readonly height: number
}

/** Rows rendered above and below the visible ones. */
const overscan = 1

/**
 * Returns the range of cells that the scrolling box shows and their size; few cells are larger than many.
 *
 * @returns null until the box has been measured.
 */
export function useGridWindow(box: RefObject<HTMLElement | null>, count: number, cells: GridCells): GridWindow | null {
  const { gap } = cells
  const [seen, setSeen] = useState<Seen | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(element)
      const px = (length: string) => Number.parseFloat(length) || 0
      const space = element.clientWidth - px(paddingLeft) - px(paddingRight)
      const room = { width: space, height: element.clientHeight - px(paddingTop) - px(paddingBottom) }
      const { minWidth, height } = largestCells(count, room, cells)
      const first = Math.max(0, Math.floor(element.scrollTop / (height + gap)))
      const rows = Math.ceil(element.clientHeight / (height + gap)) + 1
      const next: Seen = { space, first, rows, minWidth, height }
      setSeen((old) => (old && (Object.keys(next) as (keyof Seen)[]).every((key) => old[key] === next[key]) ? old : next))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const resized = new ResizeObserver(look)
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      resized.disconnect()
    }
  }, [box, count, cells, gap])
  if (seen === null) return null
  const { minWidth, height } = seen
  const columns = Math.max(1, Math.floor((seen.space + gap) / (minWidth + gap)))
  const rows = Math.ceil(count / columns)
  return {
    columns,
    width: Math.max(minWidth, Math.floor((seen.space + gap) / columns) - gap),
    cellHeight: height,
    from: Math.max(0, seen.first - overscan) * columns,
    to: Math.min(count, (seen.first + seen.rows + overscan) * columns),
    height: Math.max(0, rows * (height + gap) - gap),
  }
}
