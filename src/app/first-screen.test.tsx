import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import type { Me } from '../../contract/types'
import { ordersQuery } from '../api/queries/orders'
import { meQuery } from '../api/queries/session'
import { templateListQuery } from '../api/queries/templates'
import { brokenServer, type FakeApi, fakeApi } from '../api/test/fake-api'
import { testQueries } from '../api/test/render-screen'
import { pageSizes, readFilters, toQuery } from '../features/orders/order-filters'
import { pageIn } from '../ui/list-page'
import { readFirstData } from './first-screen'
import { goTo } from './location'

const none = { items: [], totalItems: 0 }
let me: Me
let queries: QueryClient
let server: FakeApi

const readAt = (href: string) => {
  goTo(href, { replace: true })
  return readFirstData({ api: server.api, queries })
}
const asked = () => server.calls.map(({ name }) => name)

beforeEach(() => {
  me = { username: '小雪', permissions: [] }
  queries = testQueries()
  server = fakeApi({
    users: { me: () => me },
    shops: { list: [{ id: 4, name: '晨曦', type: 'TAOBAO', boundAt: 0, authorization: null }] },
    orders: { list: none },
    templateCollections: { list: [{ id: 7, name: '夏日', next: null }] },
    templates: { list: none },
  })
})

test('the orders that the address asks for are there under the key by which the screen asks', async () => {
  await readAt('/app/order_management?page=2&pageSize=50&pushed=true')
  const params = new URLSearchParams('page=2&pageSize=50&pushed=true')
  const get = (name: string) => params.get(name) ?? ''
  const { queryKey } = ordersQuery(server.api, toQuery(readFilters(get), pageIn(get, pageSizes)))
  expect(queries.getQueryData(queryKey)).toEqual({ items: [], totalItems: 0 })
})

test('the first page of the first collection of templates is there', async () => {
  await readAt('/app/design_template')
  const { queryKey } = templateListQuery(server.api, { collectionId: 7, pageNo: 1, pageSize: 24 })
  expect(queries.getQueryData(queryKey)).toEqual({ items: [], totalItems: 0 })
})

test('orders of a shop that is not the account’s are not asked for', async () => {
  await readAt('/app/order_management?shopId=5')
  expect(asked()).toEqual(['users.me', 'shops.list'])
})

test('the data are asked for without waiting for who the user is', async () => {
  await readAt('/app/order_management')
  expect(asked()).toEqual(['users.me', 'orders.list', 'shops.list'])
})

test('at the home address the data of the first screen that the user may read are asked for', async () => {
  me = { username: '小冬', mainUsername: '小雪', permissions: ['templates'] }
  await readAt('/app')
  expect(asked()).toEqual(['users.me', 'templateCollections.list', 'templates.list'])
})

test('a failure is left to the screen', async () => {
  server.failing.set('orders.list', brokenServer)
  await readAt('/app/order_management')
  expect(queries.getQueryData(meQuery(server.api).queryKey)).toEqual(me)
})
