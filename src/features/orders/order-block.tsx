import { Button } from '@arco-design/web-react'
import { memo, useState } from 'react'
import type { Order, OrderItem } from '../../../contract/types'
import { ItemRow, mostDesigns } from './item-row'
import { type AnyOrder, tickedWith } from './order-facts'
import { OrderHead } from './order-head'

/** Items of one order drawn at first, so that an order with hundreds of items does not bury the rest of the page. */
export const mostItems = 10

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
  readonly acts: OrderActions
}

interface PartProps extends Omit<OrderBlockProps, 'order' | 'ticked'> {
  readonly order: AnyOrder
  readonly ticked: ReadonlySet<number>
  readonly isChild: boolean
  readonly tickable: readonly OrderItem[]
}

function Part({ order, shop, isNew, expanded, ticked, acts, isChild, tickable }: PartProps) {
  const [whole, setWhole] = useState(false)
  const items = whole ? order.orderItems : order.orderItems.slice(0, mostItems)
  const rest = order.orderItems.length - items.length
  const ids = tickable.map((item) => item.id)
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
        onTick={() => acts.toggleItems(ids)}
        onExpand={() => acts.expand(order.id, !expanded)}
        onOpen={() => acts.open(order.id)}
      />
      {items.map((item) => (
        <ItemRow
          key={item.id}
          order={order}
          item={item}
          ticked={ticked.has(item.id)}
          isChild={isChild}
          onTick={acts.toggleItem}
          onOpen={acts.open}
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
            <Button size="small" type="text" onClick={() => setWhole(true)}>
              还有 {rest} 件商品，全部显示
            </Button>
          </td>
        </tr>
      )}
    </>
  )
}

const headPx = 35
/** Height of an item in px by the number of its designs; must agree with item-row.css. */
const itemPx = ({ customizations: { length } }: OrderItem) => (length === 0 ? 73 : 9 + 140 * Math.min(mostDesigns, length))
const partPx = ({ orderItems }: AnyOrder) => headPx + orderItems.slice(0, mostItems).reduce((sum, item) => sum + itemPx(item), 0)

/** Estimated height of the block in px: the scroll bar uses it until the block has been drawn. */
const blockPx = (order: Order, expanded: boolean): number =>
  partPx(order) + (expanded ? order.childOrders.reduce((sum, child) => sum + partPx(child), 0) : 0)

/** An order of the list with its items and, while it is expanded, the child orders that were merged into it or split from it. */
export const OrderBlock = memo(({ order, ticked: text, ...rest }: OrderBlockProps) => {
  const ticked = new Set(text === '' ? [] : text.split(',').map(Number))
  return (
    <tbody className="orders-block" data-order={order.id} style={{ containIntrinsicSize: `${blockPx(order, rest.expanded)}px` }}>
      <Part {...rest} order={order} ticked={ticked} isChild={false} tickable={tickedWith(order)} />
      {rest.expanded &&
        order.childOrders.map((child) => (
          <Part
            key={child.id}
            {...rest}
            shop=""
            isNew={false}
            order={child}
            ticked={ticked}
            isChild
            tickable={child.orderItems}
          />
        ))}
    </tbody>
  )
})
