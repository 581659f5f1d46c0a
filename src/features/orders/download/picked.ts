import type { Order, OrderItem } from '../../../../contract/types'

/** A ticked row of the order list: an item, and the order it hangs under there (a part of a merged order hangs under its own). */
export interface PickedItem {
  readonly order: Pick<Order, 'id' | 'originalId' | 'shopId' | 'orderItems'>
  readonly item: OrderItem
}
