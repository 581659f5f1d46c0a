import { expect, test } from 'vitest'
import { orderIn } from './platform-order'

test.each([
  ['?order_id=6912345678909000077&openid=o-1', { orderOriginalId: '6912345678909000077', userId: 'o-1' }],
  ['?preview&order_id=6912345678909000077', { orderOriginalId: '6912345678909000077', userId: null }],
  ['?order_id=69123456789&openid=%00x', { orderOriginalId: '69123456789', userId: null }],
  ['?order_id=1', null],
  ['?order_id=%E8%AE%A2%E5%8D%95%E5%8F%B7', null],
  [`?order_id=${'1'.repeat(65)}`, null],
  ['', null],
])('%s names the order %j', (search, order) => {
  expect(orderIn(search)).toEqual(order)
})
