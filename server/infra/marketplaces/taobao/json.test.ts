import { describe, expect, test } from 'vitest'
import { listOf, readTopTime, topTime } from './json'

describe('lists', () => {
  test('a missing list is empty, and a single object is a list of one', () => {
    expect(listOf({ items: { item: [{ a: 1 }, { a: 2 }] } }, 'items', 'item')).toHaveLength(2)
    expect(listOf({ items: { item: { a: 1 } } }, 'items', 'item')).toEqual([{ a: 1 }])
    for (const empty of [{}, { items: {} }, { items: '' }, { items: { item: null } }, null, []]) {
      expect(listOf(empty, 'items', 'item')).toEqual([])
    }
  })
})

test('marketplace times are in GMT+8', () => {
  const date = new Date('2026-02-28T16:00:05Z')
  expect(topTime(date)).toBe('2026-03-01 00:00:05')
  expect(readTopTime('2026-03-01 00:00:05')).toEqual(date)
  for (const wrong of ['', '2026-03-01', 'yesterday', 20_260_301, null]) expect(readTopTime(wrong)).toBeNull()
})
