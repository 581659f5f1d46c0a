import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import type { OrderDensity } from '../../../contract/rules/order-layout'
import type { Order } from '../../../contract/types'
import { lazyScreen } from '../../ui/lazy-screen'
import { SelectBox } from '../../ui/select-box'
import { useLatest } from '../../ui/use-latest'
import { usePreload } from '../../ui/use-preload'
import { useRowSelection } from '../../ui/use-row-selection'
import type { Selection } from '../../ui/use-selection'
import { type OrderActions, OrderBlock } from './order-block'
import { columnClass, gridOf, type OrderColumn, showsPictures } from './order-columns'
import { itemsOf, workTickedWith } from './order-facts'
import { useRowKeys } from './peek/use-row-keys'
import './order-table.css'
import './compact-rows.css'

const OrderPeek = lazyScreen(() => import('./peek/order-peek'))

interface OrderTableProps {
  readonly orders: readonly Order[]
  /** 晨曦手机壳（淘宝） */
  readonly shopOf: (shopId: number) => string
  readonly selection: Selection
  readonly isNew: (order: Order) => boolean
  readonly refreshing: boolean
  /** Must be the same array as long as the seller changes none. */
  readonly columns: readonly OrderColumn[]
  readonly density: OrderDensity
  /** The button that chooses the columns. */
  readonly columnMenu: ReactNode
  readonly onOpen: (orderId: number, customizationId?: number) => void
}

/** Orders drawn at first: more than a window shows, so that the first are on the screen while the others are still drawn. */
const firstOrders = { compact: 18, large: 4 } as const

/** An order without items of its own starts expanded, since only its child orders have items. */
const startsExpanded = (order: Order) => order.orderItems.length === 0

/** The orders of a page: a line for each, its items below it, and the child orders that were merged into it or split from it. */
export function OrderTable(props: OrderTableProps) {
  const { orders, shopOf, selection, isNew, refreshing, columns, density, columnMenu, onOpen } = props
  const [expanded, setExpanded] = useState<ReadonlyMap<number, boolean>>(new Map())
  const isExpanded = (order: Order) => expanded.get(order.id) ?? startsExpanded(order)
  // Ids in the order of the page, for ranges ticked with Shift.
  const shownIds = orders.flatMap((order) => (isExpanded(order) ? itemsOf(order) : order.orderItems).map((item) => item.id))
  const isWhole = useDeferredValue(true, false)
  const rowTicks = useRowSelection(shownIds, selection)
  const pageIds = useMemo(() => orders.flatMap((order) => workTickedWith(order).map((item) => item.id)), [orders])
  const count = pageIds.filter((id) => selection.ids.has(id)).length
  const allTicked = count > 0 && count === pageIds.length

  const openOrder = useLatest(onOpen)
  const toggleItems = useLatest((ids: readonly number[]) => {
    if (ids.every((id) => selection.ids.has(id))) selection.remove(ids)
    else selection.add(ids)
  })
  const keys = useRowKeys(orders, selection, toggleItems, onOpen)
  usePreload(OrderPeek)
  const orderActions = useMemo(
    (): OrderActions => ({
      toggleItem: rowTicks.toggle,
      toggleItems,
      expand: (orderId, isOpen) => setExpanded((old) => new Map(old).set(orderId, isOpen)),
      open: openOrder,
    }),
    [rowTicks.toggle],
  )
  return (
    <div className={`orders-box${refreshing ? ' is-refreshing' : ''}`} aria-busy={refreshing}>
      <table
        className={`orders-table is-${density}${showsPictures(columns) ? '' : ' is-plain'}`}
        style={gridOf(columns, density)}
        aria-label="订单"
        {...rowTicks.rangeProps}
        onFocus={({ target }) => keys.onFocus(target)}
      >
        <thead>
          <tr>
            <th scope="col" className="orders-tick">
              <SelectBox
                label="选择本页全部"
                checked={allTicked}
                indeterminate={count > 0 && !allTicked}
                disabled={pageIds.length === 0}
                onChange={() => toggleItems(pageIds)}
              />
            </th>
            {columns.map(({ key, title }, index) => (
              <th key={key} scope="col" className={columnClass(columns, index, density)}>
                {title}
              </th>
            ))}
            <th className="orders-columns">{columnMenu}</th>
          </tr>
        </thead>
        {(isWhole ? orders : orders.slice(0, firstOrders[density])).map((order) => (
          <OrderBlock
            key={order.id}
            order={order}
            shop={shopOf(order.shopId)}
            isNew={isNew(order)}
            expanded={isExpanded(order)}
            ticked={itemsOf(order)
              .filter((item) => selection.ids.has(item.id))
              .map((item) => item.id)
              .join(',')}
            actions={orderActions}
            columns={columns}
            density={density}
            isCurrent={order.id === keys.currentId}
          />
        ))}
      </table>
      {keys.peeked !== null && (
        <OrderPeek
          order={keys.peeked}
          orders={orders}
          shop={shopOf(keys.peeked.shopId)}
          onShow={keys.focusRow}
          onOpen={onOpen}
          onClose={keys.closePeek}
        />
      )}
    </div>
  )
}
