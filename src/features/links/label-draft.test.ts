import { expect, test } from 'vitest'
import { datesProblemOf, emptyLabel, labelOf, readLabel } from './label-draft'

test('the days of a link begin and end at midnight in Beijing, and one of them may be left out', () => {
  const draft = { name: ' 包裹卡 ', from: '2026-12-01', to: '2026-12-31' }
  const stored = { name: '包裹卡', startsAt: Date.UTC(2026, 10, 30, 16), endsAt: Date.UTC(2026, 11, 31, 15, 59, 59, 999) }
  expect(readLabel(draft)).toEqual(stored)
  expect(labelOf(stored)).toEqual({ ...draft, name: '包裹卡' })
  expect(readLabel(emptyLabel)).toEqual({ name: '', startsAt: null, endsAt: null })
  expect(labelOf(readLabel({ ...draft, to: null }))).toMatchObject({ from: '2026-12-01', to: null })
})

test('a link ends on the day that it begins or later', () => {
  expect(datesProblemOf({ name: '', from: '2026-12-02', to: '2026-12-01' })).toBe('结束日期不能早于开始日期')
  expect(datesProblemOf({ name: '', from: '2026-12-01', to: '2026-12-01' })).toBeNull()
  expect(datesProblemOf({ name: '', from: null, to: '2020-01-01' })).toBeNull()
})
