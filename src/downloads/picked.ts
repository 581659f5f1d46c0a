import type { Order, OrderItem } from '../../contract/types'

/** A ticked row of the order list: an item, and the order it hangs under there (a part of a merged order hangs under its own). */
/** Orders that one was merged into or split from, and it among them. */
export type Family = readonly Pick<
  Order,
  'id' | 'originalId' | 'isPlatformOrder' | 'mergeSplitStatus' | 'orderItems' | 'buyerMessage' | 'sellerMemo'
>[]

export interface PickedItem {
  readonly order: Pick<Order, 'id' | 'originalId' | 'shopId' | 'orderItems'>
  readonly family: Family
  readonly item: OrderItem
}
