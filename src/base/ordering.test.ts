import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { movedTo, type OrderMove, planMoves } from './ordering'

/** What the server does with one ordering call. */
function applyMove(order: readonly number[], { id, next }: OrderMove): number[] {
  const rest = order.filter((other) => other !== id)
  const place = next === null ? rest.length : rest.indexOf(next)
  if (place === -1) throw new Error('unknown next')
  return [...rest.slice(0, place), id, ...rest.slice(place)]
}

/** Length of the longest increasing run, counted the slow way. */
function longestRun(values: readonly number[]): number {
  const best = values.map(() => 1)
  values.forEach((value, i) => {
    for (let j = 0; j < i; j++) {
      if ((values[j] ?? 0) < value) best[i] = Math.max(best[i] ?? 1, (best[j] ?? 1) + 1)
    }
  })
  return Math.max(0, ...best)
}

const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const orders = fc.integer({ min: 0, max: 40 }).chain((count) => {
  const before = ids(count)
  return fc.record({
    before: fc.constant(before),
    after: fc.shuffledSubarray(before, { minLength: count }),
    hasPageBehind: fc.boolean(),
  })
})

describe('planMoves', () => {
  test('the server ends with the wanted order and pages around it keep theirs', () => {
    fc.assert(
      fc.property(orders, ({ before, after, hasPageBehind }) => {
        const front = [1001, 1002]
        const behind = hasPageBehind ? [2001, 2002] : []
        const moves = planMoves(before, after, behind[0] ?? null)
        const result = moves.reduce(applyMove, [...front, ...before, ...behind])
        expect(result).toEqual([...front, ...after, ...behind])
      }),
    )
  })

  test('it sends only the items outside the longest run that kept its order', () => {
    fc.assert(
      fc.property(orders, ({ before, after }) => {
        expect(planMoves(before, after, null)).toHaveLength(before.length - longestRun(after))
      }),
    )
  })

  test('one dragged item is one call, whichever way it went', () => {
    expect(planMoves([1, 2, 3, 4, 5], movedTo([1, 2, 3, 4, 5], 0, 4), null)).toEqual([{ id: 1, next: null }])
    expect(planMoves([1, 2, 3, 4, 5], movedTo([1, 2, 3, 4, 5], 4, 0), null)).toEqual([{ id: 5, next: 1 }])
    expect(planMoves([1, 2, 3], [1, 2, 3], 9)).toEqual([])
  })

  test('lists of different items are refused', () => {
    expect(() => planMoves([1, 2], [1, 3], null)).toThrow()
    expect(() => planMoves([1, 2], [1, 1], null)).toThrow()
  })
})
