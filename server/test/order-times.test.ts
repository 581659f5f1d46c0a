import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './server'

let server: TestServer
let post: (order: object) => ReturnType<TestServer['call']>
beforeAll(async () => {
  server = await startTestServer()
  const { token } = await server.newAccount()
  const shop = await server.call('POST', '/api/shops', { token, body: { type: 'DOUDIAN', name: '一号店' } })
  post = (order) => server.call('POST', '/api/orders/import', { token, body: { shopId: shop.body.id, orders: [order] } })
})
afterAll(() => server.close())

const orderOf = (createdAt: unknown, more: object = {}) => ({
  originalId: String(createdAt),
  createdAt,
  orderItems: [{ originalId: '1', title: 'x', quantity: 1 }],
  ...more,
})
const day = 86_400_000
const now = () => server.clock.now().getTime()

test.each([
  ['seconds', () => Math.floor(now() / 1000)],
  ['seconds of a few years ago', () => 1_500_000_000],
  ['zero', () => 0],
  ['one', () => 1],
  ['a negative number', () => -1],
  ['microseconds', () => now() * 1000],
  ['nanoseconds', () => now() * 1_000_000],
  ['a time of before there were marketplaces', () => Date.UTC(2003, 4, 9)],
  ['the day after tomorrow', () => now() + 2 * day],
  ['the year 2099', () => Date.UTC(2099, 0, 1)],
  ['a fraction', () => now() + 0.5],
  ['a text', () => String(now())],
  ['an ISO date', () => '2026-03-01T08:00:00Z'],
  ['null', () => null],
])('an order whose time is %s is refused with the name of the field, also as a child', async (_, time) => {
  const reply = await post(orderOf(time()))
  expect([reply.status, reply.body.issues?.[0]?.path]).toEqual([422, 'body.orders.0.createdAt'])
  const child = await post(orderOf(now(), { originalId: 'parent', childOrders: [orderOf(time())] }))
  expect([child.status, child.body.issues?.[0]?.path]).toEqual([422, 'body.orders.0.childOrders.0.createdAt'])
})

test.each([
  ['now', () => now()],
  ['an hour ahead, as of a clock that is fast', () => now() + 3_600_000],
  ['years ago', () => Date.UTC(2015, 10, 11)],
])('an order whose time is %s is taken', async (_, time) => {
  expect((await post(orderOf(time()))).status).toBe(200)
})
