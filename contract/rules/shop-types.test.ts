import { describe, expect, test } from 'vitest'
import { shopTypes } from '../rules/shop-types'
import {
  addableTypes,
  additionRefusal,
  authorizableTypes,
  canReadThroughClient,
  canSync,
  isConnected,
  mayHaveMiniApp,
  productIdProblem,
  productSourceOf,
  shopLabel,
  shopTypeName,
  syncRefusal,
} from './shop-types'

const active = { status: 'active' } as const
const expired = { status: 'expired' } as const

test('a shop is named with its platform', () => {
  expect(shopLabel({ name: '晨曦手机壳', type: 'DOUDIAN' })).toBe('晨曦手机壳（抖店）')
})
test('every type has the name that sellers know', () => {
  expect(shopTypes.map(shopTypeName)).toEqual('抖店 拼多多 淘宝 SDK 京东 1688 快手 小红书 微信小店 微店 线下店'.split(' '))
  expect(shopTypeName('TEMU' as never)).toBe('TEMU')
})

test('a type is added by the form, by an authorization, or by nobody', () => {
  expect(addableTypes).toHaveLength(9)
  expect(authorizableTypes).toEqual(['TAOBAO'])
  expect(shopTypes.filter((type) => additionRefusal(type) !== null)).toEqual(['TAOBAO', 'SDK'])
  expect(additionRefusal('TAOBAO')).toBe('该类型的店铺只能通过授权添加')
  expect(additionRefusal('SDK')).toBe('暂时不能添加该类型的店铺')
})

describe('a shop', () => {
  test.each([
    // An authorization connects a shop, whatever its type.
    { type: 'TAOBAO', authorization: active, connected: true, syncs: true, source: 'sync', client: true, miniApp: true },
    { type: 'TAOBAO', authorization: expired, connected: true, syncs: false, source: 'sync', client: true, miniApp: true },
    { type: 'TAOBAO', authorization: null, connected: false, syncs: false, source: null, client: false, miniApp: false },
    { type: 'KUAISHOU', authorization: active, connected: true, syncs: true, source: 'sync', client: false, miniApp: false },
    { type: 'KUAISHOU', authorization: null, connected: false, syncs: false, source: null, client: false, miniApp: false },
    { type: 'DOUDIAN', authorization: null, connected: false, syncs: false, source: 'add', client: false, miniApp: false },
    // Keys of these read products, too; others open orders alone.
    { type: 'WECHAT_STORE', authorization: active, connected: true, syncs: true, source: 'sync', client: false, miniApp: false },
    { type: 'PINDUODUO', authorization: active, connected: true, syncs: true, source: null, client: false, miniApp: false },
    { type: 'WECHAT_STORE', authorization: null, connected: false, syncs: false, source: null, client: false, miniApp: false },
    {
      type: 'WECHAT_STORE',
      authorization: expired,
      connected: true,
      syncs: false,
      source: 'sync',
      client: false,
      miniApp: false,
    },
    {
      type: 'DOUDIAN',
      authorization: active,
      connected: true,
      syncs: true,
      source: 'add',
      client: false,
      miniApp: false,
    },
    { type: 'SDK', authorization: null, connected: false, syncs: false, source: null, client: false, miniApp: false },
    { type: 'TEMU' as never, authorization: null, connected: false, syncs: false, source: null, client: false, miniApp: false },
  ] as const)(
    'a shop of type $type with authorization $authorization.status has the rights of its row',
    ({ connected, syncs, source, client, miniApp, ...shop }) => {
      expect(isConnected(shop)).toBe(connected)
      expect(canSync(shop)).toBe(syncs)
      expect(productSourceOf(shop)).toBe(source)
      expect(canReadThroughClient(shop)).toBe(client)
      expect(mayHaveMiniApp(shop)).toBe(miniApp)
    },
  )
  test('a shop that cannot be synced has a reason', () => {
    expect(syncRefusal({ authorization: null })).toBe('没有平台授权')
    expect(syncRefusal({ type: 'WECHAT_STORE', authorization: null })).toBe('还没有连接')
    expect(syncRefusal({ type: 'WECHAT_STORE', authorization: expired })).toContain('检查密钥')
    expect(syncRefusal({ authorization: expired })).toBe('授权已过期，请重新授权后再同步')
  })
})

test('ids of products are of the shape that their marketplace gives them', () => {
  const mixed = ['11', 'a1', 'https://item.taobao.com/item.htm?id=1', '1'.repeat(65), '', '2 2', '3', '4x']
  expect(productIdProblem('TAOBAO', ['1011032513942101325'])).toBeNull()
  expect(productIdProblem('TAOBAO', ['11', 'a1'])).toBe('商品ID只能是数字，这些不是：a1')
  expect(productIdProblem('TAOBAO', mixed)).toMatch(/ 等 6 个$/)
  expect(productIdProblem('XIAOHONGSHU', ['65f0a1b2c3d4e5f60718293a', 'P-1_x'])).toBeNull()
  expect(productIdProblem('XIAOHONGSHU', ['ok', '带中文', '\u0000'])).toMatch(/^商品ID只能包含字母、数字和符号，这些不是：/)
})
