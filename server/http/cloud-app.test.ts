/** Tests requests that the marketplace's cloud carries for plugins without a network. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestAccount, type TestServer } from '../test/server'

let server: TestServer
let account: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  account = await server.newAccount()
})
afterAll(() => server.close())

const carry = (body: unknown, headers = {}) => server.call('POST', '/api/cloud_app?env=test&user_nick=x', { body, headers })
const authorization = () => `Bearer ${account.token}`

describe('a carried request', () => {
  test('a carried request gets the same response as a direct one', async () => {
    const alone = await server.call('GET', '/api/users/me', { token: account.token })
    const { status, body } = await carry({ method: 'GET', path: '/api/users/me', headers: { authorization: authorization() } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ success: true, data: { status: 200, headers: { 'cache-control': 'no-store' } } })
    expect(JSON.parse(body.data.body)).toEqual(alone.body)
  })

  test('a carried request keeps its method, body and key, and its error response', async () => {
    const headers = { authorization: authorization(), 'content-type': 'application/json' }
    const request = { method: 'POST', path: '/api/phone_brands', headers, body: JSON.stringify({ name: '华为' }) }
    expect((await carry(request)).body.data.status).toBe(200)
    const refused = (await carry({ ...request, body: '{"name":' })).body.data
    expect(refused.status).toBe(400)
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'bad-json' })
  })

  test('a carried request without a token is refused inside the response', async () => {
    const { body } = await carry({ method: 'GET', path: '/api/users/me', headers: {} })
    expect(body.success).toBe(true)
    expect(JSON.parse(body.data.body)).toMatchObject({ code: 'unauthenticated' })
    expect(body.data.status).toBe(401)
  })

  test('a carried request has the rights of its own headers only, not of the envelope’s', async () => {
    const { body } = await carry({ method: 'GET', path: '/api/users/me', headers: {} }, { authorization: authorization() })
    expect(body.data.status).toBe(401)
  })
})

test.each([
  { method: 'GET', path: '/files/x' },
  { method: 'GET', path: '/api/../files/x' },
  { method: 'GET', path: '/api/%2e%2e/files/x' },
  { method: 'GET', path: '//evil.example/api/x' },
  { method: 'GET', path: 'https://evil.example/api/x' },
  { method: 'POST', path: '/api/cloud_app', body: '{}' },
  { method: 'POST', path: '/api/x/../cloud_app', body: '{}' },
  { method: 'TRACE', path: '/api/users/me' },
  { method: 'POST', path: '/api/users/login', body: { username: 'a' } },
  { path: '/api/users/me' },
  null,
  [],
  7,
])('the cloud app refuses to carry %j', async (request) => {
  const { status, body } = await carry(request)
  expect(status).toBe(200)
  expect(body).toEqual({ success: false, errorCode: 'invalid', errorMessage: '云应用只转发后台接口的请求' })
})

test('invalid JSON is refused in the cloud’s own format', async () => {
  expect((await carry('{"method":')).body).toMatchObject({ success: false, errorCode: 'bad-json' })
})
