/** Messages between the page and the matching worker; each worker handles one request. */
import type { FactoryModel, Proposal, SellerModel } from './match'

export interface MatchRequest {
  readonly sellers: readonly SellerModel[]
  readonly factories: readonly FactoryModel[]
}

export type MatchReply =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'result'; readonly proposals: readonly Proposal[] }
  | { readonly kind: 'failed'; readonly reason: string }
