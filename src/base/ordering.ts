/** Which ordering calls turn one order into another. Pure; the server's rule is `next`: put the item directly before that one. */

export interface OrderMove {
  readonly id: number
  /** The item it goes directly before; null puts it at the end of the list. */
  readonly next: number | null
}

/** Indexes (into `values`) of one longest strictly increasing run, in O(n log n). */
function longestIncreasingRun(values: readonly number[]): ReadonlySet<number> {
  /** tails[k]: index of the smallest last value among runs of length k + 1. */
  const tails: number[] = []
  const before: number[] = []
  for (const [index, value] of values.entries()) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    before[index] = low === 0 ? -1 : (tails[low - 1] ?? -1)
    tails[low] = index
  }
  const run = new Set<number>()
  let index = tails[tails.length - 1] ?? -1
  while (index !== -1) {
    run.add(index)
    index = before[index] ?? -1
  }
  return run
}

/**
 * The fewest ordering calls from one order to another, to be sent one after the other. Items of the longest run that kept its
 * relative order stay; the others are sent from the tail of the new order to its head, so that each one's `next` already stands
 * where it belongs.
 *
 * @param before the ids as the server has them.
 * @param after the same ids as the seller wants them.
 * @param tail the id that follows the last one on the server (the first of the next page), or null at the list's end.
 */
export function planMoves(before: readonly number[], after: readonly number[], tail: number | null): readonly OrderMove[] {
  const oldPlace = new Map(before.map((id, place) => [id, place]))
  if (after.length !== before.length || new Set(after).size !== oldPlace.size || !after.every((id) => oldPlace.has(id))) {
    throw new Error('planMoves needs the same ids in both orders')
  }
  const stays = longestIncreasingRun(after.map((id) => oldPlace.get(id) ?? 0))
  const moves: OrderMove[] = []
  for (let place = after.length - 1; place >= 0; place--) {
    const id = after[place]
    if (id !== undefined && !stays.has(place)) moves.push({ id, next: after[place + 1] ?? tail })
  }
  return moves
}

/** The same list with one item taken out and put in at another place. */
export function movedTo<T>(items: readonly T[], from: number, to: number): T[] {
  const copy = [...items]
  copy.splice(to, 0, ...copy.splice(from, 1))
  return copy
}
