import { expect, test } from 'vitest'
import { maxRecentColors, readRecentColors, rememberColor } from './colors'

function memory() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

test('the colours chosen last are remembered per user, each once, the newest first', () => {
  const storage = memory()
  for (let i = 0; i <= maxRecentColors; i += 1) rememberColor('甲', `#00000${i.toString(16)}`, storage)
  rememberColor('甲', '#000003', storage)
  const recent = readRecentColors('甲', storage)
  expect(recent.slice(0, 3)).toEqual(['#000003', '#000008', '#000007'])
  expect(new Set(recent).size).toBe(maxRecentColors)
  expect(readRecentColors('乙', storage)).toEqual([])
})
test('stored values that are no colours are left out', () => {
  const storage = memory()
  storage.setItem(`kejiang.recentColors.${encodeURIComponent('甲')}`, '["#fff", 3, "url(x)"]')
  expect(readRecentColors('甲', storage)).toEqual(['#ffffff'])
  storage.setItem(`kejiang.recentColors.${encodeURIComponent('甲')}`, '{')
  expect(readRecentColors('甲', storage)).toEqual([])
})
