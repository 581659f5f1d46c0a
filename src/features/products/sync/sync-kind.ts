/** Name, input and result of the product sync task. */
export const productSyncKind = 'product-sync'

export interface SyncInput {
  readonly shopId: number
  /** At most 20 ids. */
  readonly ids: readonly string[]
  /** The shop's nick on the marketplace; null when it was never authorised. */
  readonly nick: string | null
  /** By whom the products are read. The client reads those of its own marketplace, with the session of its signed-in seller. */
  readonly way: 'server' | 'server, else client' | 'client, else server'
}

export interface SyncResult {
  readonly found: number
  /** Ids that the marketplace did not return: deleted, mistyped, or another seller's. */
  readonly missing: readonly string[]
}

export const syncScope = (shopId: number): string => `product-sync:${shopId}`
