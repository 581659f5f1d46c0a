/** A ticked row of the order list: what downloads are made of. */
import type { Order, OrderItem } from '../../contract/types'

/** The orders that one was merged into or split from, and the order itself among them. */
export type Family = readonly Pick<
  Order,
  'id' | 'originalId' | 'isPlatformOrder' | 'mergeSplitStatus' | 'orderItems' | 'buyerMessage' | 'sellerMemo'
>[]

/** An item with the order it stands under in the list: a part of a merged order stands under its own order. */
export interface PickedItem {
  readonly order: Pick<Order, 'id' | 'originalId' | 'shopId' | 'orderItems'>
  readonly family: Family
  readonly item: OrderItem
}
