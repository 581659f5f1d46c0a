/** What the page and the worker that matches say to each other; one job per worker. */
import type { FactoryModel, Proposal, SellerModel } from './match'

export interface MatchJob {
  readonly sellers: readonly SellerModel[]
  readonly factories: readonly FactoryModel[]
}

export type MatchWord =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'result'; readonly proposals: readonly Proposal[] }
  | { readonly kind: 'failed'; readonly reason: string }
