/**
 * A marketplace, called with the session that the seller of a shop granted. Ids are always text, because they exceed 2^53.
 *
 * Every method rejects with a Failure in words for the seller: `SessionExpired` when the session is no longer valid,
 * 'subuser.has-no-permission' when a sub-account granted it and lacks the right, 'upstream-failed' when the marketplace refuses
 * or cannot be reached. Rate limits are waited for inside and never reported.
 */

import type { ItemState } from '../../contract/rules/item-state'
import type { FlagFacts } from '../../contract/rules/order-flag'
import type { OrderTexts } from '../../contract/rules/order-texts'
import type { ShopType } from '../../contract/rules/shop-types'
import type { MiniApps } from './mini-apps'

export interface MarketplaceSeller {
  readonly nick: string
  readonly sellerId: string
}

export interface MarketplaceSku {
  readonly originalId: string
  /** `颜色分类:透明;适用手机型号:iPhone 17 Pro Max` */
  readonly propertiesName: string
}

export interface MarketplaceProduct {
  readonly originalId: string
  readonly title: string
  readonly imageUrl: string | null
  /** Empty when the product has no choices. */
  readonly skus: readonly MarketplaceSku[]
}

/** A product that is on sale, as the marketplace's list shows it; its SKUs are read by its id. */
export interface OnSaleItem {
  readonly originalId: string
  readonly title: string
  readonly imageUrl: string | null
}

export interface OnSaleQuery {
  /** The page, as the one before named it; null for the first. */
  readonly page: string | null
  /** A part of the title; '' for all products. */
  readonly keyword: string
}

/** A page of the products on sale, those put on sale last first where the marketplace says so. */
export interface OnSalePage {
  readonly items: readonly OnSaleItem[]
  /** The next page; null after the last. */
  readonly next: string | null
  /** How many products the list has; null where the marketplace does not say it. */
  readonly total: number | null
  /** Whether the marketplace searched its list for the keyword; where it cannot, the page is of all products. */
  readonly isSearched: boolean
}

export interface MarketplaceOrderItem {
  readonly originalId: string
  readonly productOriginalId: string | null
  readonly skuOriginalId: string | null
  readonly title: string
  readonly imageUrl: string | null
  readonly propertiesName: string
  readonly quantity: number
  /** The buyer's customization as the marketplace stores it: text of any format, or null. */
  readonly content: string | null
  readonly state: ItemState
  /** Why it must not be printed now, in words for the seller; null when it may. */
  readonly hold: string | null
  /** 商家编码; null where the seller set none. */
  readonly merchantSku: string | null
}

/** Facts that are absent are ones that the marketplace does not say. */
export interface MarketplaceOrder extends OrderTexts, Partial<FlagFacts> {
  readonly originalId: string
  readonly createdAt: Date
  readonly modifiedAt: Date
  /** When the buyer paid, and until when it is to be shipped: null where it is not so. */
  readonly paidAt?: Date | null | undefined
  readonly shipUntil?: Date | null | undefined
  readonly items: readonly MarketplaceOrderItem[]
}

/** An order that could not be read, though others can. */
export interface UnreadOrder {
  /** Its number, or words that name an order without one. */
  readonly originalId: string
  /** Why, in words for the seller. */
  readonly unread: string
  /** The cause: the order itself, the session's right to read it, or an answer that could not be read. */
  readonly concerns: 'order' | 'right' | 'answer'
}

/** Selects orders by the time of their last change or of their creation. Both ends are inclusive, to the second. */
export interface OrderRange {
  readonly by: 'modified' | 'created'
  readonly from: Date
  readonly to: Date
}

/** The limits of reading a marketplace's orders, ms. */
export interface OrderLimits {
  /** How long it keeps them. */
  readonly keptMs: number
  /** The longest span of time that one query may ask for, ms. */
  readonly rangeMs: Readonly<Record<OrderRange['by'], number>>
}

/** The grant that a seller gave on the marketplace's own page. */
export interface MarketplaceGrant {
  readonly session: string
  readonly nick: string
  /** Null where the marketplace does not report it. */
  readonly expiresAt: Date | null
  /** Who of the seller's people gave it, where it was not the owner: such a session has the rights that the owner gave that account. */
  readonly subAccount: string | null
}

/** Sessions that sellers grant on the marketplace's own page. */
export interface GrantApi {
  /** Returns the marketplace's page where a seller grants access; it redirects to `returnUrl` with `code` and `state`. */
  authorizationUrl(returnUrl: string, state: string): string
  /** Exchanges a code for its grant, once. Rejects with 'invalid' when the marketplace does not know the code. */
  exchange(code: string, returnUrl: string): Promise<MarketplaceGrant>
}

/** The keys of an app that a seller has on the marketplace (contract/rules/shop-keys.ts). */
export interface ShopKeys {
  readonly appKey: string
  readonly secret: string
  readonly extra: string | null
}

/** A session that keys opened. */
export interface OpenedKeys {
  readonly session: string
  /** The token that renews the session, accepted once; null where the keys alone do. */
  readonly refresh: string | null
  /** When the session has to be renewed; null where it is not renewed. */
  readonly expiresAt: Date | null
  /** When the seller has to do something, because nothing here renews the session then; null where something does. */
  readonly endsAt: Date | null
}

/** Sessions that the keys of a seller's own app open. */
export interface KeyApi {
  /** The keys of a made-up shop, in the demo; null at a real marketplace. */
  readonly example: ShopKeys | null
  /** Opens a session. Rejects with KeysRefused when the marketplace refuses one of the keys. */
  open(keys: ShopKeys): Promise<OpenedKeys>
  /**
   * Opens the next session of keys. Rejects with SessionExpired when the seller has to do something.
   *
   * @param isRefused whether the marketplace refused the present session before its end.
   */
  renew(keys: ShopKeys, refresh: string | null, isRefused: boolean): Promise<OpenedKeys>
}

/** Its shops are connected by a grant on its own page (`GrantApi`), by `keys`, or by either. */
export interface Marketplace extends Partial<GrantApi> {
  readonly orderLimits: OrderLimits
  /** Null where sellers have no mini-apps made from our template. */
  readonly miniApps: MiniApps | null
  /** Absent where sellers connect no shops with keys of their own. */
  readonly keys?: KeyApi
  /**
   * Rejects with 'subuser.has-no-permission' when the session cannot read the seller's orders, by reading one of those that are kept,
   * where there is one.
   */
  checkOrders(session: string, now: Date): Promise<void>
  /** Returns the seller who granted the session. */
  seller(session: string): Promise<MarketplaceSeller>
  /** Takes at most 20 ids. Deleted, mistyped and other sellers' products are missing from the result. Absent where none can be read. */
  products?(session: string, ids: readonly string[]): Promise<readonly MarketplaceProduct[]>
  /**
   * Returns a page of the seller's products on sale. Products may change while pages are read: one that comes twice has the same id, and
   * one that moved past the end of the page before is on no page. Rejects with 'invalid' for a page that it did not name. Absent where none
   * can be listed.
   */
  listOnSale?(session: string, query: OnSaleQuery): Promise<OnSalePage>
  /**
   * Yields the orders of the range in pages: complete orders, and those that could not be read. An order may come twice, but none is
   * left out, even when orders change meanwhile, except those of `skip`. Rejects only for failures that concern more than single
   * orders. The range is never longer than `orderLimits` says, and its ends are never equal.
   */
  orders(
    session: string,
    range: OrderRange,
    skip?: ReadonlySet<string>,
  ): AsyncIterable<readonly (MarketplaceOrder | UnreadOrder)[]>
  /** Reads one order. Rejects only for failures that concern more than this order. */
  order(session: string, originalId: string): Promise<MarketplaceOrder | UnreadOrder>
}

/** One that grants access on its own page, and whose products can be read. */
export type GrantingMarketplace = Marketplace & GrantApi & Required<Pick<Marketplace, 'products' | 'listOnSale'>>

/** The marketplaces of this server, by the type of their shops; shops of a type that is absent cannot be connected here. */
export type Marketplaces = Readonly<Partial<Record<ShopType, Marketplace>>>
