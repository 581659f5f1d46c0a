import { Button } from '@arco-design/web-react'
import { memo, useState } from 'react'
import type { OrderDensity } from '../../../contract/rules/order-layout'
import type { Order, OrderItem } from '../../../contract/types'
import { ItemRow } from './item-row'
import { maxDesigns } from './order-cells'
import { type OrderColumn, showsPictures } from './order-columns'
import { type AnyOrder, itemsTickedWith } from './order-facts'
import { OrderHead } from './order-head'
import { hasNotes, OrderNotes } from './order-notes'

/** Items of one order drawn at first, so that an order with hundreds of items does not bury the rest of the page. */
export const maxItems = 10

export interface OrderActions {
  toggleItem(itemId: number): void
  /** Ticks all of these items, or none of them when all are ticked. */
  toggleItems(ids: readonly number[]): void
  expand(orderId: number, expanded: boolean): void
  open(orderId: number, customizationId?: number): void
}

interface OrderBlockProps {
  readonly order: Order
  readonly shop: string
  readonly isNew: boolean
  readonly expanded: boolean
  /** Ids of the ticked items, separated by commas: as a text, so that memo finds an unchanged order unchanged. */
  readonly ticked: string
  /** Must be the same object on every render. */
  readonly actions: OrderActions
  /** Must be the same array as long as the seller changes none. */
  readonly columns: readonly OrderColumn[]
  readonly density: OrderDensity
  /** Whether Tab reaches it; the arrow keys go to the others. */
  readonly isCurrent: boolean
}

interface OrderPartProps extends Omit<OrderBlockProps, 'order' | 'ticked' | 'isCurrent'> {
  readonly order: AnyOrder
  readonly ticked: ReadonlySet<number>
  readonly isChild: boolean
  readonly tickableItems: readonly OrderItem[]
}

/** Whether the row of its item is all that the list shows of an order: it has no line of its own then. */
const isLone = (order: AnyOrder, density: OrderDensity): boolean =>
  density === 'compact' && order.orderItems.length === 1 && (order.childOrders ?? []).length === 0

function OrderPart(props: OrderPartProps) {
  const { order, shop, isNew, expanded, ticked, actions, columns, density, isChild, tickableItems } = props
  const [showsAll, setShowsAll] = useState(false)
  const items = showsAll ? order.orderItems : order.orderItems.slice(0, maxItems)
  const rest = order.orderItems.length - items.length
  const ids = tickableItems.map((item) => item.id)
  const count = ids.filter((id) => ticked.has(id)).length
  const children = order.childOrders ?? []
  const isAlone = isLone(order, density) && !isChild
  const span = columns.length + (density === 'large' ? 1 : 2)
  const row = (item: OrderItem) => (
    <ItemRow
      key={item.id}
      columns={columns}
      density={density}
      order={order}
      item={item}
      loneShop={isAlone ? shop : null}
      isNew={isNew}
      ticked={ticked.has(item.id)}
      isChild={isChild}
      onTick={actions.toggleItem}
      onOpen={actions.open}
    />
  )
  if (isAlone) return items.map(row)
  return (
    <>
      <OrderHead
        order={order}
        shop={shop}
        span={span}
        isNew={isNew}
        isChild={isChild}
        ticked={count === 0 ? 'none' : count === ids.length ? 'all' : 'some'}
        canTick={ids.length > 0}
        expanded={children.length === 0 ? null : expanded}
        onTick={() => actions.toggleItems(ids)}
        onExpand={() => actions.expand(order.id, !expanded)}
        onOpen={() => actions.open(order.id)}
      />
      {hasNotes(order) && (
        <tr className="orders-rest">
          <td colSpan={span}>
            <OrderNotes order={order} />
          </td>
        </tr>
      )}
      {items.map(row)}
      {order.orderItems.length === 0 && children.length === 0 && (
        <tr className="orders-rest">
          <td colSpan={span}>这个订单没有商品</td>
        </tr>
      )}
      {rest > 0 && (
        <tr className="orders-rest">
          <td colSpan={span}>
            <Button size="small" type="text" onClick={() => setShowsAll(true)}>
              还有 {rest} 件商品，全部显示
            </Button>
          </td>
        </tr>
      )}
    </>
  )
}

const headHeightPx = 35
const notesHeightPx = 33
/** Height of a row of one line, and of each further design in it. */
const lineRowPx = 55
const nextLinePx = 52
/** Estimated height of the block in px: the scroll bar uses it until the block has been drawn. Must agree with item-row.css. */
function blockHeightPx(order: Order, expanded: boolean, columns: readonly OrderColumn[], density: OrderDensity): number {
  const linesOf = ({ customizations: { length } }: OrderItem) => Math.max(1, Math.min(maxDesigns, length))
  if (density === 'compact' && isLone(order, density))
    return order.orderItems.reduce((sum, item) => sum + lineRowPx + (linesOf(item) - 1) * nextLinePx, 0)
  const lineHeightPx = showsPictures(columns) ? 140 : 120
  const itemHeightPx = (item: OrderItem) => {
    if (density === 'compact') return lineRowPx + (linesOf(item) - 1) * nextLinePx
    const { length } = item.customizations
    return length === 0 || (length === 1 && !showsPictures(columns)) ? 73 : 9 + lineHeightPx * Math.min(maxDesigns, length)
  }
  const parts: readonly AnyOrder[] = [order, ...(expanded ? order.childOrders : [])]
  return parts.reduce(
    (sum, part) =>
      sum +
      headHeightPx +
      (hasNotes(part) ? notesHeightPx : 0) +
      part.orderItems.slice(0, maxItems).reduce((height, item) => height + itemHeightPx(item), 0),
    0,
  )
}

/** An order of the list with its items and, while it is expanded, the child orders that were merged into it or split from it. */
export const OrderBlock = memo(({ order, ticked: text, isCurrent, ...rest }: OrderBlockProps) => {
  const ticked = new Set(text === '' ? [] : text.split(',').map(Number))
  return (
    <tbody
      className="orders-block"
      data-order={order.id}
      tabIndex={isCurrent ? 0 : -1}
      style={{ containIntrinsicSize: `${blockHeightPx(order, rest.expanded, rest.columns, rest.density)}px` }}
    >
      <OrderPart {...rest} order={order} ticked={ticked} isChild={false} tickableItems={itemsTickedWith(order)} />
      {rest.expanded &&
        order.childOrders.map((child) => (
          <OrderPart
            key={child.id}
            {...rest}
            shop=""
            isNew={false}
            order={child}
            ticked={ticked}
            isChild
            tickableItems={child.orderItems}
          />
        ))}
    </tbody>
  )
})
