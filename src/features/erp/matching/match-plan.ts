/** Sorts the matcher's proposals by what a person has to do about them. Pure. */
import type { Candidate, FactoryModel, Proposal, SellerModel } from './match'
import { isMatch } from './safety'

export interface FoundMatch {
  /** Id of the seller's model. */
  readonly id: number
  readonly seller: SellerModel
  readonly match: Candidate
  readonly runnerUp: Candidate | null
  /** Another code of the factory fits as well, so it is bound only once a person has checked it. */
  readonly isTie: boolean
}

export interface UnsureModel {
  readonly id: number
  readonly seller: SellerModel
  /** The nearest candidates, best first, each with why it was not taken. */
  readonly near: readonly Candidate[]
}

export interface MatchPlan {
  readonly found: readonly FoundMatch[]
  readonly unsure: readonly UnsureModel[]
  /** Models for which the factory lists nothing similar. */
  readonly missing: readonly SellerModel[]
}

/** Sorts proposals; candidates whose code is not listed are dropped. */
export function planOf(proposals: readonly Proposal[], listed: readonly FactoryModel[]): MatchPlan {
  const codes = new Set(listed.map(({ code }) => code))
  const isListed = ({ factory }: Candidate) => codes.has(factory.code)
  const found: FoundMatch[] = []
  const unsure: UnsureModel[] = []
  const missing: SellerModel[] = []
  for (const { seller, match, runnerUp, near } of proposals) {
    if (match && isListed(match)) {
      const second = runnerUp && isListed(runnerUp) ? runnerUp : null
      const isTie =
        second !== null && isMatch(second) && second.score === match.score && second.factory.code !== match.factory.code
      found.push({ id: seller.id, seller, match, runnerUp: second, isTie })
      continue
    }
    const nearListed = near.filter(isListed)
    if (nearListed.length > 0) unsure.push({ id: seller.id, seller, near: nearListed })
    else missing.push(seller)
  }
  return { found, unsure, missing }
}

/** 100% or 95.7%; rounded down. */
export const scoreText = (score: number): string => `${Math.floor(score * 1000 + 1e-6) / 10}%`
