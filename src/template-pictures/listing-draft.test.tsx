import { beforeEach, expect, test } from 'vitest'
import { firstDraft, refusalOf, rememberDraft, savedDraft } from './listing-draft'

beforeEach(() => localStorage.clear())

test('the last settings are remembered, and a broken memory is the first draft', () => {
  const draft = { ...firstDraft, poses: ['turned' as const], settings: { ...firstDraft.settings, margin: 15 } }
  rememberDraft(draft)
  expect(savedDraft()).toEqual(draft)
  localStorage.setItem('kejiang.listingPictures', '{"poses":["upside-down"],"sizes":3')
  expect(savedDraft()).toEqual(firstDraft)
})

test('limits are said in words before the run', () => {
  expect(refusalOf(10, 0, firstDraft)).toBe('请选择至少一款机型')
  expect(refusalOf(10, 50, firstDraft)).toBeNull()
  expect(refusalOf(11, 50, firstDraft)).toBe('一次最多 500 张，现在是 550 张，请减少模板、机型、姿势或尺寸')
})
