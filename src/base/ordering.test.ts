import { expect, test } from 'vitest'
import { movedTo } from './ordering'

test.each([
  ['forwards', 0, 3, [2, 3, 4, 1, 5]],
  ['backwards', 4, 1, [1, 5, 2, 3, 4]],
  ['nowhere', 2, 2, [1, 2, 3, 4, 5]],
])('movedTo moves an item %s to the wanted index and keeps the sequence of the others', (_, from, to, wanted) => {
  const items = [1, 2, 3, 4, 5]
  expect(movedTo(items, from, to)).toEqual(wanted)
  expect(items).toEqual([1, 2, 3, 4, 5])
})
