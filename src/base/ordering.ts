/** Lists that the seller sorts. Pure. The server's rule is `next`: the item is placed directly before that one. */

export interface OrderMove {
  readonly id: number
  /** The item directly before which it is placed; null places it at the end of the list. */
  readonly next: number | null
}

/** A move as the screen shows it. */
export interface ShownMove extends OrderMove {
  /** The part of the list to which the item leaves the screen; null: it stays on screen. */
  readonly leavesTo: 'start' | 'end' | null
}

/** Returns the list with one item moved to another index. */
export function movedTo<T>(items: readonly T[], from: number, to: number): T[] {
  const copy = [...items]
  copy.splice(to, 0, ...copy.splice(from, 1))
  return copy
}

/**
 * Returns the ids on screen after moves, in order. An item whose `next` is not on screen is placed at the end, because the item
 * after the last one on screen is on the next page.
 */
export function idsAfter(ids: readonly number[], moves: readonly ShownMove[]): readonly number[] {
  const shown = [...ids]
  for (const { id, next, leavesTo } of moves) {
    const from = shown.indexOf(id)
    if (from < 0) continue
    shown.splice(from, 1)
    const before = next === null ? -1 : shown.indexOf(next)
    if (leavesTo === null) shown.splice(before < 0 ? shown.length : before, 0, id)
  }
  return shown
}
