import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { createApi } from '../api/client'
import { ordersQuery } from '../api/queries/orders'
import { meQuery } from '../api/queries/session'
import { templateListQuery } from '../api/queries/templates'
import { pageSizes, readFilters, toQuery } from '../features/orders/order-filters'
import { pageIn } from '../ui/list-page'
import { readFirstData } from './first-screen'
import { goTo } from './location'

const replies = new Map<string, unknown>([
  ['/api/shops', [{ id: 4, name: '晨曦', type: 'taobao' }]],
  ['/api/orders', { items: [], totalItems: 0 }],
  ['/api/design_template_collections', [{ id: 7, name: '夏日' }]],
  ['/api/design_templates', { items: [], totalItems: 0 }],
])
let me: object
let asked: string[]
let queries: QueryClient

const api = createApi(
  async ({ path }) => {
    asked.push(path)
    const body = path === '/api/users/me' ? me : replies.get(path.split('?')[0] ?? '')
    const status = body === undefined ? 500 : 200
    return { status, headers: {}, body: JSON.stringify(body ?? { traceId: 't', code: 'internal', message: 'no' }) }
  },
  { token: () => 't', onSessionEnded: () => undefined, onFailure: () => undefined },
)
const readAt = (href: string) => {
  goTo(href, { replace: true })
  return readFirstData({ api, queries })
}
const askedPaths = () => asked.map((path) => path.split('?')[0])

beforeEach(() => {
  me = { username: '小雪', permissions: [] }
  asked = []
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})

test('the orders that the address asks for are there under the key by which the screen asks', async () => {
  await readAt('/app/order_management?page=2&pageSize=50&pushed=true')
  const params = new URLSearchParams('page=2&pageSize=50&pushed=true')
  const get = (name: string) => params.get(name) ?? ''
  const { queryKey } = ordersQuery(api, toQuery(readFilters(get), pageIn(get, pageSizes)))
  expect(queries.getQueryData(queryKey)).toEqual({ items: [], totalItems: 0 })
})

test('the first page of the first collection of templates is there', async () => {
  await readAt('/app/design_template')
  const { queryKey } = templateListQuery(api, { collectionId: 7, pageNo: 1, pageSize: 24 })
  expect(queries.getQueryData(queryKey)).toEqual({ items: [], totalItems: 0 })
})

test('orders of a shop that is not the account’s are not asked for', async () => {
  await readAt('/app/order_management?shopId=5')
  expect(askedPaths()).toEqual(['/api/users/me', '/api/shops'])
})

test('the data are asked for without waiting for who the user is', async () => {
  await readAt('/app/order_management')
  expect(askedPaths()).toEqual(['/api/users/me', '/api/orders', '/api/shops'])
})

test('at the home address the data of the first screen that the user may read are asked for', async () => {
  me = { username: '小冬', mainUsername: '小雪', permissions: ['templates'] }
  await readAt('/app')
  expect(askedPaths()).toEqual(['/api/users/me', '/api/design_template_collections', '/api/design_templates'])
})

test('a failure is left to the screen', async () => {
  replies.delete('/api/orders')
  await readAt('/app/order_management')
  expect(queries.getQueryData(meQuery(api).queryKey)).toEqual(me)
})
