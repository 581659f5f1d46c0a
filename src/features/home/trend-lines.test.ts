import { expect, test } from 'vitest'
import { linesOf, trendTable } from './trend-lines'

const from = Date.parse('2026-11-25T16:00:00Z')
const series = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `店 ${index + 1}`, counts: [count - index, 1] }))

test('five series are five lines, and of more the smallest are one line', () => {
  expect(linesOf(series(5)).map(({ name }) => name)).toEqual(['店 1', '店 2', '店 3', '店 4', '店 5'])
  expect(linesOf(series(7))).toEqual([
    { name: '店 1', counts: [7, 1] },
    { name: '店 2', counts: [6, 1] },
    { name: '店 3', counts: [5, 1] },
    { name: '店 4', counts: [4, 1] },
    { name: '其余', counts: [6, 3] },
  ])
  expect(linesOf([...series(2), { name: null, counts: [9, 9] }])).toHaveLength(3)
  expect(linesOf([])).toEqual([])
})

test('the table has every series, its sum, and a column per day of Beijing', () => {
  expect(trendTable({ from, items: [...series(2), { name: null, counts: [0, 3] }] })).toEqual([
    ['名称', '合计', '2026-11-26', '2026-11-27'],
    ['店 1', 3, 2, 1],
    ['店 2', 2, 1, 1],
    ['其余', 3, 0, 3],
  ])
})
