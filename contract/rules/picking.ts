/** Counts the pieces of each case that orders need (备货汇总). Pure; the plugin counts what is ticked, the server what a filter finds. */
import type { CaseNames } from './case-names'
import { type ItemWork, isHeld, isOver } from './order-state'
import { type PiecesDesign, type PiecesItem, piecesOf } from './pieces'

export interface PickingCase extends CaseNames {
  readonly pieces: number
}

export interface Picking {
  /** The pieces of each case, in no sequence. */
  readonly cases: PickingCase[]
  /** Pieces of items with several designs, of which the seller has not said how many are made of each. */
  readonly undecided: number
  /** Pieces that the marketplace holds back. */
  readonly held: number
  /** Pieces without a design. */
  readonly undesigned: number
}

export interface PickingItem extends PiecesItem, ItemWork {
  readonly customizations: readonly (PiecesDesign & CaseNames)[]
}

const keyOf = ({ phoneBrandName, phoneModelName, phoneCaseMaterialName, phoneCaseMaterialColorName }: CaseNames): string =>
  JSON.stringify([phoneBrandName, phoneModelName, phoneCaseMaterialName, phoneCaseMaterialColorName])

/**
 * Counts the pieces of an order's items and of those of its child orders. A design that an order and its child orders show counts once; of a
 * child, what has no design is said by the order above it already. Items that are over need nothing.
 */
export function pickingOf(own: readonly PickingItem[], ofChildren: readonly PickingItem[]): Picking {
  const cases = new Map<string, PickingCase>()
  const rest = { undecided: 0, held: 0, undesigned: 0 }
  const shown = new Set(own.flatMap(({ customizations }) => customizations.map(({ id }) => id)))
  const count = (item: PickingItem, designs: PickingItem['customizations']) => {
    const pieces = piecesOf(item)
    if (isOver(item)) return
    if (isHeld(item)) rest.held += item.quantity
    else if (designs.length === 0) rest.undesigned += item.quantity
    else if (pieces === null) rest.undecided += item.quantity
    else for (const one of designs) addCase(cases, one, pieces.get(one.id) ?? 0)
  }
  for (const item of own) count(item, item.customizations)
  for (const item of ofChildren) {
    const designs = item.customizations.filter(({ id }) => !shown.has(id))
    if (own.length === 0 || designs.length > 0) count(item, designs)
  }
  return { cases: [...cases.values()], ...rest }
}

function addCase(cases: Map<string, PickingCase>, names: CaseNames, pieces: number): void {
  if (pieces === 0) return
  const { phoneBrandName, phoneModelName, phoneCaseMaterialName, phoneCaseMaterialColorName } = names
  const key = keyOf(names)
  cases.set(key, {
    phoneBrandName,
    phoneModelName,
    phoneCaseMaterialName,
    phoneCaseMaterialColorName,
    pieces: (cases.get(key)?.pieces ?? 0) + pieces,
  })
}

/** Adds up what was counted of different orders. */
export function sumPicking(parts: readonly Picking[]): Picking {
  const cases = new Map<string, PickingCase>()
  for (const part of parts) for (const one of part.cases) addCase(cases, one, one.pieces)
  const sum = (of: 'undecided' | 'held' | 'undesigned') => parts.reduce((total, part) => total + part[of], 0)
  return { cases: [...cases.values()], undecided: sum('undecided'), held: sum('held'), undesigned: sum('undesigned') }
}
