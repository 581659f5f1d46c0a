import { type RefObject, useLayoutEffect, useMemo, useState } from 'react'
import type { Column } from './column'

/** A column without a width of its own, such as a name, is no narrower than this, px. */
const leastFlexible = 120

type Sized = Pick<Column<never>, 'width' | 'foldable'>

export interface TableFit<C> {
  readonly columns: readonly C[]
  /** The width that these columns need where the box is narrower still, so that the table scrolls sideways, px; null where they fit. */
  readonly least: number | null
}

/**
 * Returns the columns that fit into a table's box: as many foldable ones as needed are left out, those marked first before others and the
 * last before those at their left. `others` is the width of its cells for dragging, ticking and actions, px.
 */
export function fitOf<C extends Sized>(columns: readonly C[], others: number, box: number): TableFit<C> {
  let needed = columns.reduce((sum, { width = leastFlexible }) => sum + width, others)
  const left = new Set<C>()
  const folding = columns.filter(({ foldable }) => foldable).reverse()
  const inTurn = [
    ...folding.filter(({ foldable }) => foldable === 'first'),
    ...folding.filter(({ foldable }) => foldable === true),
  ]
  for (const column of inTurn) {
    if (needed <= box) break
    needed -= column.width ?? leastFlexible
    left.add(column)
  }
  return { columns: columns.filter((column) => !left.has(column)), least: needed > box ? needed : null }
}

/** Measures the box before the first picture, and again whenever its width changes. */
export function useTableFit<C extends Sized>(
  box: RefObject<HTMLElement | null>,
  columns: readonly C[],
  others: number,
): TableFit<C> {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    // A page without a layout, as in a test of components, measures 0.
    const measure = () => setWidth(element.clientWidth || Number.POSITIVE_INFINITY)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [box])
  return useMemo(() => fitOf(columns, others, width), [columns, others, width])
}
