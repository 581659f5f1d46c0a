/** Decides how many pieces are made of each design of an order item. Pure; plugin and server use it. */

/** The text in place of the pieces while they are undecided: on screens, in the table of a download and in the names of its files. */
export const undecidedText = '件数待定'

/** The seller's decision on one design. */
export interface DecidedPieces {
  readonly customizationId: number
  readonly pieces: number
}

export interface PiecesDesign {
  readonly id: number
  /** The design that is made once more by this one; absent or null for one that came with the order. */
  readonly remakeOf?: number | null
}

export interface PiecesItem {
  /** Number of pieces bought. */
  readonly quantity: number
  readonly customizations: readonly PiecesDesign[]
  /** The seller's decision on the designs; null if there is none. */
  readonly decidedPieces: readonly DecidedPieces[] | null
}

/** Whether a decision is valid for an item: each of its designs once, whole numbers, and the sum is the quantity. */
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

/** Returns what is made of a design: itself, or its last remake. */
function lastRemakeOf(id: number, customizations: readonly PiecesDesign[]): number {
  const remakes = customizations.filter(({ remakeOf }) => remakeOf === id).map((remake) => remake.id)
  return remakes.length === 0 ? id : lastRemakeOf(Math.max(...remakes), customizations)
}

/**
 * Returns the pieces by customization id. A remake takes the pieces of the design that it replaces, which then has none.
 *
 * @returns null if the pieces are undecided: the seller must decide.
 */
export function piecesOf(item: PiecesItem): ReadonlyMap<number, number> | null {
  const { customizations, decidedPieces } = item
  const ordered = customizations.filter(({ remakeOf }) => remakeOf == null || !customizations.some(({ id }) => id === remakeOf))
  if (ordered.length === customizations.length) return piecesOfOrdered(item)
  const rootOf = (id: number) => ordered.find((one) => lastRemakeOf(one.id, customizations) === id)?.id
  // A decision may have been made before or after the remake.
  const decided = decidedPieces
    ?.filter(({ pieces }) => pieces > 0)
    .flatMap(({ customizationId, pieces }) => {
      const root = ordered.some(({ id }) => id === customizationId) ? customizationId : rootOf(customizationId)
      return root === undefined ? [] : [{ customizationId: root, pieces }]
    })
  const missing = ordered.filter(({ id }) => !decided?.some(({ customizationId }) => customizationId === id))
  const complete = decided && [...decided, ...missing.map(({ id }) => ({ customizationId: id, pieces: 0 }))]
  const pieces = piecesOfOrdered({ ...item, customizations: ordered, decidedPieces: complete ?? null })
  if (pieces === null) return null
  const none = new Map(customizations.map(({ id }) => [id, 0]))
  return new Map([...none, ...[...pieces].map(([id, count]) => [lastRemakeOf(id, customizations), count] as const)])
}

/**
 * Returns the pieces of designs without remakes. They are certain for a single design (the whole quantity) and for as many designs as
 * pieces (one of each). Otherwise the seller's decision counts, if it is valid for the item.
 *
 * @returns null if the pieces are undecided: the seller must decide.
 */
function piecesOfOrdered(item: PiecesItem): ReadonlyMap<number, number> | null {
  const { quantity, customizations, decidedPieces } = item
  const [only] = customizations
  if (customizations.length === 1 && only) return new Map([[only.id, quantity]])
  if (customizations.length > 0 && (customizations.length === quantity || quantity === 0))
    return new Map(customizations.map(({ id }) => [id, quantity === 0 ? 0 : 1]))
  if (decidedPieces === null || !arePieces(item, decidedPieces)) return null
  return new Map(decidedPieces.map(({ customizationId, pieces }) => [customizationId, pieces]))
}
