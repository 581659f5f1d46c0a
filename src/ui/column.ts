import type { ReactNode } from 'react'

/** A column of a data table. */
export interface Column<T> {
  readonly key: string
  readonly title: string
  /** px; absent: an equal share of the remaining width. */
  readonly width?: number
  readonly align?: 'left' | 'right' | 'center'
  /** Hidden in narrow windows (under 900 px). */
  readonly foldable?: boolean
  /** `index`: index in the whole list, from 0. */
  render(row: T, index: number): ReactNode
}
