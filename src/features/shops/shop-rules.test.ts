import { describe, expect, test } from 'vitest'
import { shopNameProblem } from './shop-rules'

describe('a shop’s name', () => {
  test('a shop needs a name that is not blank', () => {
    for (const blank of [undefined, '', '  ', '\u3000\n']) expect(shopNameProblem(blank)).toBe('必须填写店铺名称')
  })
  test('a shop’s name has at most 20 characters, where an emoji counts as one and blanks around it do not count', () => {
    expect(shopNameProblem(`  ${'壳'.repeat(20)}  `)).toBeNull()
    expect(shopNameProblem('壳'.repeat(21))).toBe('限制不能超过20个字符')
    expect(shopNameProblem('📱'.repeat(20))).toBeNull()
    expect(shopNameProblem('📱'.repeat(21))).toBe('限制不能超过20个字符')
    expect(shopNameProblem('e\u0301'.repeat(20))).toBeNull()
  })
})
