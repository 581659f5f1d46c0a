/** The order for which a platform opened the link: a mini-program passes the query of its page on to its web view. */
import { localValues } from '../adapters/storage/values'
import type { DesignKey } from './api'
import { fragmentOf, keyIn } from './known-designs'

export interface PlatformOrder {
  readonly orderOriginalId: string
  /** The platform's id of the buyer; null if it was not passed on. */
  readonly userId: string | null
}

/**
 * Returns the order that an address names; null for none. `order_id` is Douyin's name (plugin.submitEcCustomGoods takes the order from
 * this parameter of the mini-program's page); `openid` is ours, which the mini-program adds.
 */
export function orderIn(search: string): PlatformOrder | null {
  const query = new URLSearchParams(search)
  const orderOriginalId = query.get('order_id') ?? ''
  const userId = query.get('openid') ?? ''
  if (!/^[\x21-\x7e]{4,64}$/.test(orderOriginalId)) return null
  return { orderOriginalId, userId: /^[\x21-\x7e]{1,128}$/.test(userId) ? userId : null }
}

const storedUnder = (token: string, { orderOriginalId }: PlatformOrder) => `kejiang.buyer.order.${token}.${orderOriginalId}`

/** Returns the design that this phone made for the order, so that the platform's button opens it again; null for none. */
export const knownFor = (token: string, order: PlatformOrder): DesignKey | null =>
  keyIn(localValues.getItem(storedUnder(token, order)) ?? '')

/** Stores the order's design. In a browser without storage, the platform's button begins another design. */
export function rememberFor(token: string, order: PlatformOrder, key: DesignKey): void {
  localValues.setItem(storedUnder(token, order), fragmentOf(key))
}
