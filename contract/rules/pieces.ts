/** How many pieces are made of each design of an order item. Pure: plugin and server ask the same function. */

/** What the seller said of one design. */
export interface DecidedPieces {
  readonly customizationId: number
  readonly pieces: number
}

export interface PiecesItem {
  /** How many pieces were bought. */
  readonly quantity: number
  readonly customizations: readonly { readonly id: number }[]
  /** What the seller said of its designs; null: nothing. */
  readonly decidedPieces: readonly DecidedPieces[] | null
}

/** Whether an answer of the seller is one for this item: each of its designs once, whole pieces, as many in all as were bought. */
export function arePieces(
  { quantity, customizations }: Omit<PiecesItem, 'decidedPieces'>,
  decided: readonly DecidedPieces[],
): boolean {
  const ids = new Set(decided.map(({ customizationId }) => customizationId))
  return (
    decided.length === customizations.length &&
    customizations.every(({ id }) => ids.has(id)) &&
    decided.every(({ pieces }) => Number.isSafeInteger(pieces) && pieces >= 0) &&
    decided.reduce((sum, { pieces }) => sum + pieces, 0) === quantity
  )
}

/**
 * Pieces by customization id. Certain by themselves are one design, which is made as often as it was bought, and as many designs as
 * were bought, one of each. For everything else the seller's word counts, as long as it is one for this item.
 *
 * @returns null: undecided, the seller has to say it.
 */
export function piecesOf(item: PiecesItem): ReadonlyMap<number, number> | null {
  const { quantity, customizations, decidedPieces } = item
  const [only] = customizations
  if (customizations.length === 1 && only) return new Map([[only.id, quantity]])
  if (customizations.length > 0 && (customizations.length === quantity || quantity === 0))
    return new Map(customizations.map(({ id }) => [id, quantity === 0 ? 0 : 1]))
  if (decidedPieces === null || !arePieces(item, decidedPieces)) return null
  return new Map(decidedPieces.map(({ customizationId, pieces }) => [customizationId, pieces]))
}
