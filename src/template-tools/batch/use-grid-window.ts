import { type RefObject, useLayoutEffect, useState } from 'react'

import { type GridCells, largestCells } from '../../../design/print/case-layout'

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

interface ScrollState {
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
  const [scrollState, setScrollState] = useState<ScrollState | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(element)
      const px = (length: string) => Number.parseFloat(length) || 0
      const space = element.clientWidth - px(paddingLeft) - px(paddingRight)
      const boxSize = { width: space, height: element.clientHeight - px(paddingTop) - px(paddingBottom) }
      const { minWidth, height } = largestCells(count, boxSize, cells)
      const first = Math.max(0, Math.floor(element.scrollTop / (height + gap)))
      const rows = Math.ceil(element.clientHeight / (height + gap)) + 1
      const next: ScrollState = { space, first, rows, minWidth, height }
      setScrollState((old) =>
        old && (Object.keys(next) as (keyof ScrollState)[]).every((key) => old[key] === next[key]) ? old : next,
      )
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const resizeObserver = new ResizeObserver(measure)
    resizeObserver.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      resizeObserver.disconnect()
    }
  }, [box, count, cells, gap])
  if (scrollState === null) return null
  const { minWidth, height } = scrollState
  const columns = Math.max(1, Math.floor((scrollState.space + gap) / (minWidth + gap)))
  const rows = Math.ceil(count / columns)
  return {
    columns,
    width: Math.max(minWidth, Math.floor((scrollState.space + gap) / columns) - gap),
    cellHeight: height,
    from: Math.max(0, scrollState.first - overscan) * columns,
    to: Math.min(count, (scrollState.first + scrollState.rows + overscan) * columns),
    height: Math.max(0, rows * (height + gap) - gap),
  }
}
