import type { ReactNode } from 'react'

/** A column of a data table. */
export interface Column<T> {
  readonly key: string
  readonly title: string
  /** px; absent: shares what is left. */
  readonly width?: number
  readonly align?: 'left' | 'right' | 'center'
  /** Left out in narrow windows (under 900 px). */
  readonly foldable?: boolean
  /** `index`: place in the whole list, from 0. */
  render(row: T, index: number): ReactNode
}
