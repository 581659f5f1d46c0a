import { useMemo, useState } from 'react'
import { firstOrderLayout, inOrder, movedColumn, type OrderDensity, type OrderLayout } from '../../../contract/rules/order-layout'
import type { OrderView } from '../../../contract/types'
import { orderLayout, storeOrderLayout } from './local-memory'
import { type OrderColumn, orderColumns } from './order-columns'

export interface ColumnChoice {
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
  /** Whether anything differs from how the program begins. */
  readonly isChanged: boolean
  toggle(key: string): void
  /** Moves a column of `all` to the index of another one. */
  move(from: number, to: number): void
  setDensity(density: OrderDensity): void
  /** Shows the columns as the program begins them; the height of the rows stays. */
  reset(): void
}

export const isShown = ({ key, isEssential, isHiddenAtFirst }: OrderColumn, { choices }: Pick<OrderLayout, 'choices'>): boolean =>
  isEssential === true || (choices[key] ?? !isHiddenAtFirst)

/** Returns the columns that rows of this density have, in the seller's order, shown or not. */
export const columnsOf = ({ density, order }: Pick<OrderLayout, 'density' | 'order'>): OrderColumn[] =>
  inOrder(orderColumns, order).filter(({ large }) => density === 'compact' || large !== undefined)

/** A saved view as far as it says how the list is shown. */
type ShownView = Pick<OrderView, 'id' | 'layout'>

/**
 * The rows and columns of the order list: those of the open view, otherwise as this user has chosen them in this browser. Changes
 * while a view is open last until it is left or saved.
 *
 * @param view the open view; null without one.
 */
export function useLayout(username: string | undefined, view: ShownView | null): ShownLayout {
  const viewId = view?.id ?? null
  const [changed, setChanged] = useState<{ readonly viewId: string | null; readonly layout: OrderLayout } | null>(null)
  const stored = useMemo(() => (username === undefined ? firstOrderLayout : orderLayout(username)), [username])
  const [own, setOwn] = useState<OrderLayout | null>(null)
  const layout = viewId !== null && changed?.viewId === viewId ? changed.layout : (view?.layout ?? own ?? stored)
  const columns = useMemo(() => columnsOf(layout).filter((column) => isShown(column, layout)), [layout])
  const change = (next: OrderLayout) => {
    if (viewId !== null) return setChanged({ viewId, layout: next })
    setOwn(next)
    if (username !== undefined) storeOrderLayout(username, next)
  }
  const all = columnsOf(layout)
  return {
    layout,
    columns,
    all: all.map((column) => ({
      key: column.key,
      title: column.title,
      shown: isShown(column, layout),
      refusal: column.isEssential ? '始终显示' : null,
      hint: column.foldable ? '窗口够宽时' : undefined,
    })),
    toggle: (key) => change({ ...layout, choices: { ...layout.choices, [key]: !columns.some((column) => column.key === key) } }),
    isChanged: layout.order.length > 0 || Object.keys(layout.choices).length > 0,
    move: (from, to) => {
      const [moved, target] = [all[from], all[to]]
      if (moved && target) change({ ...layout, order: movedColumn(inOrder(orderColumns, layout.order), moved.key, target.key) })
    },
    reset: () => change({ ...layout, choices: {}, order: [] }),
    setDensity: (density) => change({ ...layout, density }),
  }
}
