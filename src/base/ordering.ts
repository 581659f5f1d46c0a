/** Lists that the seller orders. Pure; the server's rule is `next`: put the item directly before that one. */

export interface OrderMove {
  readonly id: number
  /** The item it goes directly before; null puts it at the end of the list. */
  readonly next: number | null
}

/** The same list with one item taken out and put in at another index. */
export function movedTo<T>(items: readonly T[], from: number, to: number): T[] {
  const copy = [...items]
  copy.splice(to, 0, ...copy.splice(from, 1))
  return copy
}
