import { useCallback, useMemo, useReducer, useRef } from 'react'
import type { Order } from '../../../contract/types'
import type { PickedItem } from '../../downloads/picked-item'
import { type Selection, useSelection } from '../../ui/use-selection'
import { workTickedWith } from './order-facts'

/** Maps the id of every item of these orders to the item with its order. */
export function picksOf(orders: readonly Order[]): ReadonlyMap<number, PickedItem> {
  const found = new Map<number, PickedItem>()
  for (const order of orders) {
    const family = [order, ...order.childOrders]
    for (const one of family) {
      for (const item of one.orderItems) found.set(item.id, { order: one, item, family })
    }
  }
  return found
}

export interface Picks {
  readonly selection: Selection
  /** The ticked items in the order of ticking; rows of other pages are as they were last read. */
  readonly picked: readonly PickedItem[]
  /** Ticks all items of these orders on which work is left, on whatever page they are listed. */
  addAll(orders: readonly Order[]): void
  /** Replaces stored rows of ticked orders by newer ones, also of orders that are not on screen. */
  refresh(orders: readonly Order[]): void
}

/**
 * Ticks per item; ticked items stay known while pages and filters change.
 *
 * @param orders the page on screen; must be the same array as long as nothing was read again.
 */
export function usePicks(orders: readonly Order[]): Picks {
  const selection = useSelection()
  const { ids } = selection
  const knownRows = useRef<ReadonlyMap<number, PickedItem>>(new Map())
  const [version, notifyRowsChanged] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes with the rows in the ref
  const picked = useMemo(() => {
    const shown = picksOf(orders)
    const pickedRows = [...ids].flatMap((id) => shown.get(id) ?? knownRows.current.get(id) ?? [])
    // Besides the page, retain only ticked rows: paging through 100,000 orders must not fill the memory.
    knownRows.current = new Map([...shown, ...pickedRows.map((one) => [one.item.id, one] as const)])
    return pickedRows
  }, [orders, ids, version])
  const refresh = useCallback((newerOrders: readonly Order[]) => {
    knownRows.current = new Map([...knownRows.current, ...picksOf(newerOrders)])
    notifyRowsChanged()
  }, [])
  const { add } = selection
  const addAll = useCallback(
    (addedOrders: readonly Order[]) => {
      knownRows.current = new Map([...knownRows.current, ...picksOf(addedOrders)])
      add(addedOrders.flatMap((order) => workTickedWith(order).map((item) => item.id)))
    },
    [add],
  )
  return useMemo(() => ({ selection, picked, addAll, refresh }), [selection, picked, addAll, refresh])
}
