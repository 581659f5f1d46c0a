/** Judges what buyers bring: photos and texts, before a factory prints them. */

/** 'review': the seller decides. */
export type Verdict = 'pass' | 'review' | 'block'

export type ModerationItem =
  | { readonly id: string; readonly kind: 'picture' /** Public address of the picture. */; readonly url: string }
  | { readonly id: string; readonly kind: 'text'; readonly text: string }

export interface Judgement {
  readonly verdict: Verdict
  /** Why, for the seller; null where there is nothing to say. */
  readonly reason: string | null
}

export interface Moderation {
  /**
   * Returns judgements by the ids of the items. An item that is missing, and all items of a call that rejects, are for the seller to
   * review: what was not checked never passes by itself.
   */
  check(items: readonly ModerationItem[]): Promise<ReadonlyMap<string, Judgement>>
}
