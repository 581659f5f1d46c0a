import { describe, expect, test } from 'vitest'
import { createTextMatch, matchPlainly } from './text-match'

const table: Readonly<Record<string, readonly string[]>> = {
  小: ['xiao'],
  米: ['mi'],
  重: ['zhong', 'chong'],
  庆: ['qing'],
  海: ['hai'],
  浪: ['lang'],
}
const match = createTextMatch((character) => table[character] ?? [])

describe('createTextMatch', () => {
  test.each([
    ['小米 14 Pro', 'xm14'],
    ['小米 14 Pro', 'xiaomi14p'],
    ['小米14', 'xiaom'],
    ['小米14', '小m14'],
    ['小米14', ' ＸＭ 14 '],
    ['重庆', 'cq'],
    ['重庆', 'zhongq'],
    ['海浪-小.png', 'hlx'],
    ['iPhone 15', 'phone15'],
    ['夏日海浪', '海 浪'],
  ])('the text %s matches the query %s', (text, query) => expect(match(text, query)).toBe(true))

  test.each([
    ['小米 14', 'xm15'],
    ['小米 14', 'iao'],
    ['海浪', 'hng'],
    ['iPhone 15', 'ip15'],
    ['小米', '大米'],
  ])('the text %s does not match the query %s', (text, query) => expect(match(text, query)).toBe(false))

  test('an empty query matches everything, and matchPlainly ignores pinyin', () => {
    expect(match('小米', '')).toBe(true)
    expect(matchPlainly('小米', 'xm')).toBe(false)
    expect(matchPlainly('Redmi Note', 'minote')).toBe(true)
  })
})
