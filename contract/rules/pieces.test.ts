import { describe, expect, test } from 'vitest'
import { arePieces, piecesOf } from './pieces'

const item = (quantity: number, designs: number, decided: readonly number[] | null = null) => ({
  quantity,
  customizations: Array.from({ length: designs }, (_, place) => ({ id: place + 1 })),
  decidedPieces: decided?.map((pieces, place) => ({ customizationId: place + 1, pieces })) ?? null,
})
const pieceList = (pieces: ReadonlyMap<number, number> | null) => pieces && [...pieces.values()]

describe('piecesOf', () => {
  test.each([
    [item(1, 1), [1]],
    [item(5, 1), [5]],
    [item(3, 3), [1, 1, 1]],
    [item(0, 1), [0]],
    [item(0, 2), [0, 0]],
    [item(4, 0), null],
    // It could be two of each, or three of one and one of the other.
    [item(4, 2), null],
    [item(3, 2), null],
    [item(2, 3), null],
    [item(4, 2, [3, 1]), [3, 1]],
    [item(2, 3, [2, 0, 0]), [2, 0, 0]],
    // A decision that contradicts certain pieces is ignored.
    [item(3, 3, [3, 0, 0]), [1, 1, 1]],
    // A decision is void once the quantity or the designs have changed.
    [item(5, 2, [3, 1]), null],
    [item(4, 3, [3, 1]), null],
    [item(4, 2, [5, -1]), null],
    [item(4, 2, [2.5, 1.5]), null],
  ])('piecesOf the item %j are %j', (one, pieces) => {
    expect(pieceList(piecesOf(one))).toEqual(pieces)
  })

  test.each([
    // The second design is the remake of the first.
    [1, [null, 1], null, [0, 1]],
    [5, [null, 1], null, [0, 5]],
    [5, [null, 1], [5, 0], [0, 5]],
    [5, [null, 1], [0, 5], [0, 5]],
    // The third is the remake of the second, which is one of the first.
    [2, [null, 1, 2], null, [0, 0, 2]],
    // Two designs of which the second was made once more: two of each, or three of one, must be decided.
    [2, [null, null, 2], null, [1, 0, 1]],
    [4, [null, null, 2], null, null],
    [4, [null, null, 2], [3, 1], [3, 0, 1]],
    [4, [null, null, 2], [3, 0, 1], [3, 0, 1]],
    [4, [null, null, 2], [3, 1, 1], null],
  ])(
    'of %j pieces, a remake takes those of the design that it replaces (%j, decided %j)',
    (quantity, remakes, decided, pieces) => {
      const customizations = remakes.map((remakeOf, place) => ({ id: place + 1, remakeOf }))
      const one = { ...item(quantity, remakes.length, decided), customizations }
      expect(pieceList(piecesOf(one))).toEqual(pieces)
    },
  )

  test('a decision about the pieces of other designs is invalid', () => {
    const one = item(4, 2)
    const strange = [
      { customizationId: 1, pieces: 2 },
      { customizationId: 9, pieces: 2 },
    ]
    expect(arePieces(one, strange)).toBe(false)
    expect(
      arePieces(
        one,
        [strange[0], strange[0]].flatMap((each) => each ?? []),
      ),
    ).toBe(false)
    expect(piecesOf({ ...one, decidedPieces: strange })).toBeNull()
  })
})
