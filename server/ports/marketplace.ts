/**
 * The marketplace a shop is on, spoken to with the session its seller granted. Ids are text, always: they pass 2^53.
 *
 * Every method rejects with a Failure whose words are for the seller: `SessionExpired` when the session is no longer good,
 * 'subuser.has-no-permission' when a sub-account granted it and lacks the right, 'upstream-failed' when the marketplace refuses or
 * cannot be reached. A rate limit is waited for inside and never shown.
 */

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
  /** Empty when the product is sold without a choice. */
  readonly skus: readonly MarketplaceSku[]
}

export interface MarketplaceOrderItem {
  readonly originalId: string
  readonly productOriginalId: string | null
  readonly skuOriginalId: string | null
  readonly title: string
  readonly imageUrl: string | null
  readonly propertiesName: string
  readonly quantity: number
  /** What the buyer made of it, as the marketplace keeps it: text of any shape, or null. */
  readonly content: string | null
  /** Why it must not be printed now, in words for the seller; null when nothing keeps it. */
  readonly hold: string | null
  /** 商家编码; null where the seller gave none. */
  readonly merchantSku: string | null
}

export interface MarketplaceOrder {
  readonly originalId: string
  readonly createdAt: Date
  readonly modifiedAt: Date
  /** What the buyer wrote with it, and what the seller noted; null: nothing. */
  readonly buyerMessage: string | null
  readonly sellerMemo: string | null
  readonly items: readonly MarketplaceOrderItem[]
}

/** Orders by when they last changed, or by when they were made. Both ends belong to it, to the second. */
export interface OrderRange {
  readonly by: 'modified' | 'created'
  readonly from: Date
  readonly to: Date
}

/** A mini-app of the seller, made from a template of ours. */
export interface MarketplaceMiniApp {
  readonly appId: string
  readonly name: string
  readonly logoUrl: string | null
  readonly templateId: string
  readonly templateVersion: string | null
}

export interface MarketplaceMiniAppTemplate {
  readonly templateId: string
  readonly templateVersion: string
  readonly note: string
  readonly createdAt: Date
}

/** What a seller granted in the marketplace's own page. */
export interface MarketplaceGrant {
  readonly session: string
  readonly nick: string
  /** Null where the marketplace does not say. */
  readonly expiresAt: Date | null
}

export interface Marketplace {
  /** The marketplace's page where a seller grants access; it sends him to `returnUrl` with `code` and `state`. */
  authorizationUrl(returnUrl: string, state: string): string
  /** The grant behind a code, once. Rejects with 'invalid' when the marketplace does not know it. */
  exchange(code: string, returnUrl: string): Promise<MarketplaceGrant>
  /** Who granted the session. */
  seller(session: string): Promise<MarketplaceSeller>
  /** At most 20 ids. What was deleted, mistyped or belongs to another seller does not come back. */
  products(session: string, ids: readonly string[]): Promise<readonly MarketplaceProduct[]>
  /**
   * Orders of the range in pages, each whole. An order may come twice, and none is left out, also when orders change meanwhile.
   * The marketplace takes at most a day by `modified`, and nothing older than three months by `created`.
   */
  orders(session: string, range: OrderRange): AsyncIterable<readonly MarketplaceOrder[]>
  /** Null when the seller has none. */
  miniApp(session: string): Promise<MarketplaceMiniApp | null>
  /** Versions of our template, newest first. */
  miniAppTemplates(session: string): Promise<readonly MarketplaceMiniAppTemplate[]>
  /** Makes the app from this version of its template, and puts it online. */
  updateMiniApp(session: string, app: MarketplaceMiniApp, templateVersion: string): Promise<void>
}
