/** The audit entries of an account. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestAccount, type TestServer } from './server'

let server: TestServer
let seller: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  seller = await server.newAccount('雪店')
})
afterAll(() => server.close())

const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token: seller.token, body })
const entries = () =>
  server.deps.db
    .selectFrom('audit')
    .select(['user_id', 'username', 'action', 'subject', 'details', 'trace_id'])
    .where('account_id', '=', seller.accountId)
    .orderBy('id')
    .execute()

test('deletions and permission changes are recorded with user and details, and failed calls are not', async () => {
  const made = await call('POST', '/api/users/sub_accounts', {
    username: '小雪',
    password: 'long enough',
    permissions: ['orders'],
  })
  expect(made.status).toBe(200)
  await call('PATCH', `/api/users/sub_accounts/${made.body.id}`, { permissions: ['orders', 'credits'], password: 'even longer' })
  const { body: brand } = await call('POST', '/api/phone_brands', { name: '华为' })
  const removed = await call('DELETE', `/api/phone_brands/${brand.id}`)
  expect((await call('DELETE', `/api/phone_brands/${brand.id}`)).status).toBe(404)
  const who = { user_id: seller.userId, username: '雪店' }
  const name = '雪店:小雪'
  expect(await entries()).toEqual([
    expect.objectContaining({
      ...who,
      action: 'permissions',
      subject: 'subAccounts',
      details: { id: made.body.id, username: name, permissions: ['orders'], password: true },
    }),
    expect.objectContaining({
      ...who,
      action: 'permissions',
      details: { id: made.body.id, username: name, permissions: ['orders', 'credits'], password: true },
    }),
    expect.objectContaining({
      ...who,
      action: 'deleted',
      subject: 'phoneBrands',
      details: { id: brand.id },
      trace_id: removed.headers.get('x-request-id'),
    }),
  ])
})

test('a manager of sub-accounts reads the audit entries of the own account alone, the newest first', async () => {
  const { body } = await call('GET', '/api/audit?pageSize=2')
  expect(body.totalItems).toBe((await entries()).length)
  expect(body.items).toMatchObject([
    { action: 'deleted', subject: 'phoneBrands', username: '雪店' },
    { action: 'permissions', subject: 'subAccounts' },
  ])
  const stranger = await server.newAccount()
  expect((await server.call('GET', '/api/audit', { token: stranger.token })).body).toEqual({ items: [], totalItems: 0 })
})
