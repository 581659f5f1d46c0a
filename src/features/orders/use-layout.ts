import { useMemo, useState } from 'react'
import { firstOrderLayout, inOrder, type OrderDensity, type OrderLayout } from '../../../contract/rules/order-layout'
import { orderLayout, storeOrderLayout } from './local-memory'
import { type OrderColumn, orderColumns } from './order-columns'

interface ColumnChoice {
  readonly key: string
  readonly title: string
  readonly shown: boolean
  /** Why it is always shown; null where it may be hidden. */
  readonly refusal: string | null
  readonly hint: string | undefined
}

export interface ShownLayout {
  readonly layout: OrderLayout
  /** The columns to show: the same array until the seller changes one, so that unchanged rows are not drawn again. */
  readonly columns: readonly OrderColumn[]
  readonly all: readonly ColumnChoice[]
  toggle(key: string): void
  setDensity(density: OrderDensity): void
}

export const isShown = ({ key, isEssential, isHiddenAtFirst }: OrderColumn, { choices }: Pick<OrderLayout, 'choices'>): boolean =>
  isEssential === true || (choices[key] ?? !isHiddenAtFirst)

/** Returns the columns that rows of this density have, in the seller's order, shown or not. */
export const columnsOf = ({ density, order }: Pick<OrderLayout, 'density' | 'order'>): OrderColumn[] =>
  inOrder(orderColumns, order).filter(({ large }) => density === 'compact' || large !== undefined)

/** The rows and columns of the order list as this user has chosen them in this browser. */
export function useLayout(username: string | undefined): ShownLayout {
  const [changed, setChanged] = useState<OrderLayout | null>(null)
  const stored = useMemo(() => (username === undefined ? firstOrderLayout : orderLayout(username)), [username])
  const layout = changed ?? stored
  const columns = useMemo(() => columnsOf(layout).filter((column) => isShown(column, layout)), [layout])
  const change = (next: OrderLayout) => {
    setChanged(next)
    if (username !== undefined) storeOrderLayout(username, next)
  }
  return {
    layout,
    columns,
    all: columnsOf(layout).map((column) => ({
      key: column.key,
      title: column.title,
      shown: isShown(column, layout),
      refusal: column.isEssential ? '始终显示' : null,
      hint: column.foldable ? '窗口够宽时' : undefined,
    })),
    toggle: (key) => change({ ...layout, choices: { ...layout.choices, [key]: !columns.some((column) => column.key === key) } }),
    setDensity: (density) => change({ ...layout, density }),
  }
}
