/** What a task of syncing products is made of. */
export const productSyncKind = 'product-sync'

export interface SyncInput {
  readonly shopId: number
  /** At most 20. */
  readonly ids: readonly string[]
  /** The shop's nick on the marketplace; null when it was never authorised. */
  readonly nick: string | null
  /** The server has a live session of the shop. */
  readonly isAuthorised: boolean
}

export interface SyncResult {
  readonly found: number
  /** Ids that did not come back: deleted, mistyped, or another seller's. */
  readonly missing: readonly string[]
}

export const syncScope = (shopId: number): string => `product-sync:${shopId}`
