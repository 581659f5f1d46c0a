/** Lists that the seller sorts. Pure. The server's rule is `next`: the item is placed directly before that one. */

export interface OrderMove {
  readonly id: number
  /** The item directly before which it is placed; null places it at the end of the list. */
  readonly next: number | null
}

/** Returns the list with one item moved to another index. */
export function movedTo<T>(items: readonly T[], from: number, to: number): T[] {
  const copy = [...items]
  copy.splice(to, 0, ...copy.splice(from, 1))
  return copy
}
