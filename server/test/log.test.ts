/** The server's log: an entry for each request, and failures without anything that a person entered. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fileKind } from '../../contract/constants'
import { authorizeShop } from '../domain/shops/sessions'
import { createJsonLog } from '../infra/log/log'
import { taobaoSession } from './marketplace'
import { png } from './security/shop'
import { startTestServer, type TestAccount, type TestReply, type TestServer } from './server'

const name = '张伟明'
const phone = '13812345678'
const street = '建国路88号'
const password = 'hunter2-Tr0ub4dor'
const querySecret = 'q5ecretq5ecret'
const cookie = 'sid=c00kieValue77'
/** Encodings in which a secret could be logged, too. */
const spellings = (text: string): string[] => [text, encodeURIComponent(text), Buffer.from(text).toString('base64')]

const lines: string[] = []
const log = createJsonLog({ write: (line) => lines.push(line) })
let server: TestServer
let seller: TestAccount
const proxy = '10.9.8.7'
beforeAll(async () => {
  const settings = {
    log,
    requestLog: (entry: object) => log.info('request', entry as Record<string, string>),
    isTrustedProxy: (address: string) => address === proxy,
    validateReplies: false,
  }
  server = await startTestServer({ settings })
  seller = await server.newAccount()
})
afterAll(() => server.close())
beforeEach(() => {
  lines.length = 0
})

const call = (method: string, path: string, body?: unknown): Promise<TestReply> =>
  server.call(method, path, { token: seller.token, body, headers: { cookie } })
const entries = () => lines.map((line) => JSON.parse(line))
const errors = () => entries().filter(({ level }) => level === 'error')

test('each request is one line with id, account, route pattern, status and duration', async () => {
  const reply = await call('GET', `/api/phone_case_skus/1-2-3?x=${querySecret}`)
  const login = await server.call('POST', '/api/users/login', { body: { username: name, password } })
  await server.call('GET', `/files/${querySecret}/${querySecret}.png`)
  await server.call('GET', `/${encodeURIComponent(name)}/${phone}`)
  await server.call('GET', `/api/${phone}`)
  const entry = { level: 'info', message: 'request', ms: expect.any(Number), time: expect.stringMatching(/^\d{4}-.*Z$/) }
  expect(entries()).toEqual(
    [
      {
        account: seller.accountId,
        method: 'GET',
        route: expect.stringMatching(/^\/api\/phone_case_skus\/\{\w+\}$/),
        status: 422,
      },
      { method: 'POST', route: '/api/users/login', status: login.status },
      { method: 'GET', route: '/files/{folder}/{name}', status: 404 },
      { method: 'GET', route: '/*', status: 404 },
      { method: 'GET', route: '/api/*', status: 404 },
    ].map((each) => expect.objectContaining({ ...entry, ...each, requestId: expect.stringMatching(/^[0-9a-f]{16}$/) })),
  )
  expect(entries()[0].requestId).toBe(reply.headers.get('x-request-id'))
  expect(entries()[1].requestId).toBe(login.body.traceId)
})

test('the id of a trusted proxy is taken, and no other', async () => {
  const given = 'c1f3a2b4-0000-4000-8000-abcdefabcdef'
  const ask = async (id: string, address: string) =>
    (await server.call('GET', '/nowhere', { headers: { 'x-request-id': id }, address })).headers.get('x-request-id')
  expect(await ask(given, proxy)).toBe(given)
  expect(await ask(given, '192.0.2.1')).toMatch(/^[0-9a-f]{16}$/)
  for (const odd of ['', phone, `${given} x`, 'a'.repeat(65), '<script>alert(1)</script>']) {
    expect(await ask(odd, proxy)).toMatch(/^[0-9a-f]{16}$/)
  }
  expect(entries().map(({ requestId }) => requestId)[0]).toBe(given)
})

test('a health check is logged only when it fails', async () => {
  for (const path of ['/healthz', '/readyz', '/readyz?x=1']) await server.call('GET', path)
  expect(entries()).toEqual([])
  server.isStopping = true
  await server.call('GET', '/readyz')
  server.isStopping = false
  expect(entries()).toMatchObject([{ route: '/readyz', status: 503 }])
})

test('a request that the cloud carries has the id of the one that carries it', async () => {
  const body = { method: 'GET', path: '/api/nowhere' }
  const reply = await server.call('POST', '/api/cloud_app', { body })
  expect(entries().map(({ requestId, route }) => [requestId, route])).toEqual([
    [reply.headers.get('x-request-id'), '/api/*'],
    [reply.headers.get('x-request-id'), '/api/cloud_app'],
  ])
})

test('requests that fail in the database, the storage, the marketplace and their own input log no personal data', async () => {
  const { db, storage } = server.deps
  const { shopId } = await authorizeShop(server.deps, seller.accountId, taobaoSession)
  const statuses: number[] = []
  const send = async (method: string, path: string, body?: unknown): Promise<void> => {
    statuses.push((await call(method, path, body)).status)
  }
  // A row that PostgreSQL quotes in its refusal, and a value that it cannot read.
  await sql`alter table phone_brand add constraint no_such_name check (name <> ${sql.lit(name)})`.execute(db)
  await send('POST', '/api/phone_brands', { name })
  await sql`alter table phone_brand alter column name type bigint using 0, drop constraint no_such_name`.execute(db)
  await send('POST', '/api/phone_brands', { name: `${name} ${phone} ${street}` })
  // Input that breaks rules, and input that is no JSON.
  await send('POST', '/api/users/sub_accounts', { username: name, password: '1', permissions: [street] })
  await send('POST', '/api/users/sub_accounts', `{"username":"${name}","password":"${password}`)
  await send('GET', `/api/orders?keyword=${encodeURIComponent(name)}&pageSize=${phone}&token=${querySecret}`)
  // The marketplace refuses in words that repeat the session, and is then unreachable.
  server.gateway.failNext({
    code: 15,
    msg: taobaoSession,
    sub_code: 'isv.item-not-exist',
    sub_msg: `${name} ${phone} ${taobaoSession}`,
  })
  await send('POST', '/api/products/sync', { shopId, productOriginalId: '700000000001' })
  server.gateway.cutOff(9)
  await send('POST', '/api/products/sync', { shopId, productOriginalId: '700000000001' })
  // The storage's refusal repeats the signed request.
  const refusal = `403 https://k:${password}@oss.lan/b?X-Amz-Signature=${querySecret} "${name}"`
  const put = vi.spyOn(storage, 'put').mockRejectedValue(new Error(refusal, { cause: new Error(`Bearer ${seller.token}`) }))
  const form = await call('POST', '/api/files/upload_form', { fileName: `${name}.png`, type: fileKind.templateLayer })
  await server.post(form.body, png(9, 9), `${name}.png`)
  put.mockRestore()
  // A session that is none.
  await server.call('GET', `/api/orders?access_token=${querySecret}`, { token: querySecret, headers: { cookie } })

  expect(statuses).toEqual([500, 500, 422, 400, 422, 502, 502])
  expect(errors().length).toBeGreaterThanOrEqual(3)
  for (const { error, requestId } of errors()) {
    expect(error.stack).toMatch(/^ {4}at /)
    expect(entries().filter((entry) => entry.message === 'request' && entry.requestId === requestId)).toHaveLength(1)
  }
  expect(errors()[0].error).toMatchObject({ code: '23514', constraint: 'no_such_name', table: 'phone_brand' })
  const secrets = [name, phone, street, password, querySecret, cookie, taobaoSession, seller.token].flatMap(spellings)
  expect(secrets.filter((secret) => lines.some((line) => line.includes(secret)))).toEqual([])
})
