import { expect, test } from 'vitest'
import { productMode } from '../../../contract/constants'
import type { TemplateFacts } from '../../../contract/types'
import { matchPlainly } from '../../base/text-match'
import { filterFrom, findTemplates, isOwnOrder } from './find-templates'

const facts = (id: number, of: Partial<TemplateFacts>): TemplateFacts => ({
  ...{ id, collectionId: 1, name: '', enabled: true, productMode: productMode.default, updatedAt: 0 },
  ...of,
})
const all = [
  facts(1, { name: '海浪 10', updatedAt: 5 }),
  facts(2, { name: '海浪 9', updatedAt: 9, enabled: false }),
  facts(3, { name: '小龙', collectionId: 2, updatedAt: 7, productMode: productMode.diy }),
  facts(4, { name: '海浪 9', collectionId: 2, updatedAt: 1 }),
]
const found = (address: string, collection = 1) => {
  const params = new URLSearchParams(address)
  return findTemplates(
    all,
    filterFrom((name) => params.get(name) ?? ''),
    collection,
    matchPlainly,
  )
}

test('words find templates of all collections, in the order of the collections', () => {
  expect(found('q=海浪')).toEqual([1, 2, 4])
  expect(found('q=海浪', 2)).toEqual([1, 2, 4])
  expect(found('q=鲸')).toEqual([])
})

test('conditions hold together, and look through all collections', () => {
  expect(found('shelf=off')).toEqual([2])
  expect(found('shelf=on&q=海浪')).toEqual([1, 4])
  expect(found('mode=2')).toEqual([3])
  expect(found('mode=2&shelf=off')).toEqual([])
})

test('another order alone stays in the collection; names are sorted by their numbers', () => {
  expect(found('sort=recent')).toEqual([2, 1])
  expect(found('sort=name')).toEqual([2, 1])
  expect(found('sort=name&q=海浪')).toEqual([2, 4, 1])
})

test('an unnamed template is found by the name that it is shown under', () => {
  const unnamed = facts(77, {})
  expect(
    findTemplates(
      [unnamed],
      filterFrom((name) => (name === 'q' ? '77' : '')),
      1,
      matchPlainly,
    ),
  ).toEqual([77])
})

test('a wrong value in the address filters nothing, and leaves the own order', () => {
  expect(found('shelf=x&mode=9&sort=price')).toEqual([1, 2])
  expect(isOwnOrder(filterFrom(() => ''))).toBe(true)
  expect(isOwnOrder(filterFrom((name) => (name === 'sort' ? 'name' : '')))).toBe(false)
})
