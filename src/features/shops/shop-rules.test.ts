import { describe, expect, test } from 'vitest'
import { shopTypes } from '../../../contract/constants'
import { shopLabel, shopTypeName } from '../../base/shop-types'
import { addableTypes, isAuthorised, shopNameProblem } from './shop-rules'

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

test('every platform has a name, and only SDK and 淘宝 shops cannot be added by hand', () => {
  expect(shopTypes.map(shopTypeName)).toEqual('抖店 拼多多 淘宝 SDK 京东 1688 快手 小红书 微信小店 微店 线下店'.split(' '))
  expect(shopTypes.filter(isAuthorised)).toEqual(['TAOBAO', 'SDK'])
  expect(addableTypes).toHaveLength(9)
  expect(shopLabel({ name: '晨曦手机壳', type: 'DOUDIAN' })).toBe('晨曦手机壳（抖店）')
})
