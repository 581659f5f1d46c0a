import type { ReactNode } from 'react'

/** A column of a data table. */
export interface Column<T> {
  readonly key: string
  readonly title: string
  /** Explains the column at a mark behind its title, on hover and on focus. */
  readonly hint?: string
  /** px; absent: an equal share of the remaining width. */
  readonly width?: number
  readonly align?: 'left' | 'right' | 'center'
  /** Left out where the table has no room for all columns, the last ones first; `first`: before all others. */
  readonly foldable?: boolean | 'first'
  /** `index`: index in the whole list, from 0. */
  render(row: T, index: number): ReactNode
}
