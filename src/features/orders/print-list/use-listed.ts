/** Reads what the printed list shows: the ticked rows, or the orders that pass the filters. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Order } from '../../../../contract/types'
import { orderKeys } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import type { PickedItem } from '../../../downloads/picked-item'
import { type OrderFilters, toFilter } from '../order-filters'
import { orderPages } from '../order-pages'
import { itemsOfOrders, type PrintRow, printRows } from './print-rows'

/** Most orders printed at once without ticks: a stack of some forty sheets. */
export const maxPrinted = 500

export interface Listed {
  readonly rows: readonly PrintRow[]
  /** Orders that pass the filters beyond those that are printed. */
  readonly left: number
}

export function useListed(isOpen: boolean, picked: readonly PickedItem[], filters: OrderFilters) {
  const api = useApi()
  const isTicked = picked.length > 0
  const found = useQuery({
    queryKey: [...orderKeys.all, 'printed', toFilter(filters)],
    queryFn: async ({ signal }): Promise<Listed> => {
      const orders: Order[] = []
      let total = 0
      for await (const { items, totalItems } of orderPages(api, filters, maxPrinted, signal)) {
        orders.push(...items)
        total = totalItems
      }
      return { rows: printRows(itemsOfOrders(orders)), left: total - orders.length }
    },
    enabled: isOpen && !isTicked,
    meta: { quiet: true },
  })
  const ticked = useMemo((): Listed | null => (isTicked ? { rows: printRows(picked), left: 0 } : null), [isTicked, picked])
  return { ticked, found }
}
