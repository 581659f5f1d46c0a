import { expect, test } from 'vitest'
import { answerOf } from './marketplace'

const items = (ids: string): { num_iid: unknown; skus?: { sku: { sku_id: unknown }[] } }[] => {
  const reply = answerOf('taobao.items.seller.list.get', { num_iids: ids }) as {
    items_seller_list_get_response: { items?: { item: [] } }
  }
  return reply.items_seller_list_get_response.items?.item ?? []
}

test('the item list contains the seller’s own items among the requested ids', () => {
  expect(items('700000000002,700000000005,700000000099,1').map(({ num_iid }) => num_iid)).toEqual([
    700_000_000_002, 700_000_000_005,
  ])
  expect(items('700000000099')).toEqual([])
  expect(items('')).toEqual([])
})

test('an id that a number cannot hold exactly is returned as text', () => {
  expect(items('700000000003')[0]?.skus?.sku.map(({ sku_id }) => sku_id)).toEqual(['5311032513942101325', '5311032513942101326'])
  expect(items('700000000005')[0]).not.toHaveProperty('skus')
})

test('answerOf returns undefined for an API that is not on the list', () => {
  expect(answerOf('taobao.trades.sold.get')).toBeUndefined()
  expect(answerOf('taobao.user.seller.get')).toMatchObject({ user_seller_get_response: { user: { nick: '壳匠演示店' } } })
})
