import { Button } from '@arco-design/web-react'
import { memo, useState } from 'react'
import type { Order, OrderItem } from '../../../contract/types'
import { ItemRow } from './item-row'
import { maxDesigns, type OrderColumn, showsPictures } from './order-columns'
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
}

interface OrderPartProps extends Omit<OrderBlockProps, 'order' | 'ticked'> {
  readonly order: AnyOrder
  readonly ticked: ReadonlySet<number>
  readonly isChild: boolean
  readonly tickableItems: readonly OrderItem[]
}

function OrderPart({ order, shop, isNew, expanded, ticked, actions, columns, isChild, tickableItems }: OrderPartProps) {
  const [showsAll, setShowsAll] = useState(false)
  const items = showsAll ? order.orderItems : order.orderItems.slice(0, maxItems)
  const rest = order.orderItems.length - items.length
  const ids = tickableItems.map((item) => item.id)
  const count = ids.filter((id) => ticked.has(id)).length
  const children = order.childOrders ?? []
  return (
    <>
      <OrderHead
        order={order}
        shop={shop}
        span={columns.length + 1}
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
          <td colSpan={columns.length + 1}>
            <OrderNotes order={order} />
          </td>
        </tr>
      )}
      {items.map((item) => (
        <ItemRow
          key={item.id}
          columns={columns}
          order={order}
          item={item}
          ticked={ticked.has(item.id)}
          isChild={isChild}
          onTick={actions.toggleItem}
          onOpen={actions.open}
        />
      ))}
      {order.orderItems.length === 0 && children.length === 0 && (
        <tr className="orders-rest">
          <td colSpan={columns.length + 1}>这个订单没有商品</td>
        </tr>
      )}
      {rest > 0 && (
        <tr className="orders-rest">
          <td colSpan={columns.length + 1}>
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
/** Estimated height of the block in px: the scroll bar uses it until the block has been drawn. Must agree with item-row.css. */
function blockHeightPx(order: Order, expanded: boolean, columns: readonly OrderColumn[]): number {
  const lineHeightPx = showsPictures(columns) ? 140 : 120
  const itemHeightPx = ({ customizations: { length } }: OrderItem) =>
    length === 0 || (length === 1 && !showsPictures(columns)) ? 73 : 9 + lineHeightPx * Math.min(maxDesigns, length)
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
export const OrderBlock = memo(({ order, ticked: text, ...rest }: OrderBlockProps) => {
  const ticked = new Set(text === '' ? [] : text.split(',').map(Number))
  return (
    <tbody
      className="orders-block"
      data-order={order.id}
      style={{ containIntrinsicSize: `${blockHeightPx(order, rest.expanded, rest.columns)}px` }}
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
