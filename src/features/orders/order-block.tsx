import { Button } from '@arco-design/web-react'
import { memo, useState } from 'react'
import type { Order, OrderItem } from '../../../contract/types'
import { ItemRow, maxDesigns } from './item-row'
import { type AnyOrder, itemsTickedWith } from './order-facts'
import { OrderHead } from './order-head'

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
}

interface OrderPartProps extends Omit<OrderBlockProps, 'order' | 'ticked'> {
  readonly order: AnyOrder
  readonly ticked: ReadonlySet<number>
  readonly isChild: boolean
  readonly tickableItems: readonly OrderItem[]
}

function OrderPart({ order, shop, isNew, expanded, ticked, actions, isChild, tickableItems }: OrderPartProps) {
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
        isNew={isNew}
        isChild={isChild}
        ticked={count === 0 ? 'none' : count === ids.length ? 'all' : 'some'}
        canTick={ids.length > 0}
        expanded={children.length === 0 ? null : expanded}
        onTick={() => actions.toggleItems(ids)}
        onExpand={() => actions.expand(order.id, !expanded)}
        onOpen={() => actions.open(order.id)}
      />
      {items.map((item) => (
        <ItemRow
          key={item.id}
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
          <td colSpan={7}>这个订单没有商品</td>
        </tr>
      )}
      {rest > 0 && (
        <tr className="orders-rest">
          <td colSpan={7}>
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
/** Height of an item in px by the number of its designs; must agree with item-row.css. */
const itemHeightPx = ({ customizations: { length } }: OrderItem) => (length === 0 ? 73 : 9 + 140 * Math.min(maxDesigns, length))
const partHeightPx = ({ orderItems }: AnyOrder) =>
  headHeightPx + orderItems.slice(0, maxItems).reduce((sum, item) => sum + itemHeightPx(item), 0)

/** Estimated height of the block in px: the scroll bar uses it until the block has been drawn. */
const blockHeightPx = (order: Order, expanded: boolean): number =>
  partHeightPx(order) + (expanded ? order.childOrders.reduce((sum, child) => sum + partHeightPx(child), 0) : 0)

/** An order of the list with its items and, while it is expanded, the child orders that were merged into it or split from it. */
export const OrderBlock = memo(({ order, ticked: text, ...rest }: OrderBlockProps) => {
  const ticked = new Set(text === '' ? [] : text.split(',').map(Number))
  return (
    <tbody
      className="orders-block"
      data-order={order.id}
      style={{ containIntrinsicSize: `${blockHeightPx(order, rest.expanded)}px` }}
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
