/** The operator's page: who may see it, what it shows, and what it does. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maxGuesses } from '../http/operator-access'
import { writeNote } from '../infra/db/installation'
import { operateInstallation } from '../infra/operate'
import { readOperatorState } from '../infra/operator-state'
import { watchPauses } from '../infra/pauses'
import { operateJobs, retriedText } from '../jobs/operator'
import { testDatabase } from './database'
import { openTestEngine } from './jobs'
import { startTestServer, type TestServer, throwError } from './server'

const token = 'the-token-of-an-operator-long-enough'
const storage = { id: 'folder', name: '文件夹 <here>' }
let server: TestServer
let closed: TestServer
let address = 0

beforeAll(async () => {
  const database = await testDatabase()
  const engine = await openTestEngine(database.db, {
    queues: [{ name: 'q', concurrency: 1, isSerialPerAccount: false, retries: 0 }],
  })
  const seenAt = new Date()
  const unbooked = { reason: 'closed' as const, first_seen_at: seenAt, last_seen_at: seenAt }
  await database.db
    .insertInto('unbooked_payment')
    .values([
      { ...unbooked, out_trade_no: 'K1', trade_no: 'T1', amount_fen: 1000 },
      { ...unbooked, out_trade_no: 'K2', trade_no: 'T2', amount_fen: 234 },
      { ...unbooked, out_trade_no: 'K3', trade_no: 'T3', amount_fen: 5000, ended_at: seenAt, ending: 'returned' },
    ])
    .execute()
  const pauses = await watchPauses(database.db, throwError)
  const clock = { now: () => new Date() }
  server = await startTestServer({
    database: {
      db: database.db,
      async close() {
        pauses.stop()
        await engine.stop()
        await database.close()
      },
    },
    settings: { maintenance: () => pauses.now().maintenance },
    operator: {
      token,
      state: () =>
        readOperatorState({
          limits: { perAccount: 5, perAddress: 6, quota: undefined },
          dataDir: '.',
          version: '1.2.3',
          database: { db: database.db, kind: 'embedded' },
          engine,
          parts: { storage: () => ({ state: 'failed', problem: '<script>alert(1)</script>' }) },
          storage: storage.name,
          backups: '/srv/backups',
          clock,
        }),
      async operate(request) {
        const said = await operateInstallation({ db: database.db, now: clock.now, storage }, request)
        await pauses.look()
        return said
      },
      retry: async (filter) =>
        retriedText(
          (await operateJobs(database.db, engine, { about: 'retry', ...filter })).retried ?? { retried: 0, discarded: 0 },
        ),
    },
  })
  closed = await startTestServer()
})
beforeEach(() => {
  // Each test has an address of its own, whose wrong tokens are counted alone.
  address += 1
})
afterAll(async () => {
  await server.close()
  await closed.close()
})

const from = () => `198.51.100.${address}`
const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`operator:${password}`).toString('base64')}` })
const open = (headers: Readonly<Record<string, string>> = basic(token)) =>
  server.call('GET', '/operator', { headers, address: from() })
const formKey = async (): Promise<string> => /name="key" value="([^"]+)"/.exec((await open()).text)?.[1] ?? ''
async function submit(fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
  const body = new URLSearchParams({ key: await formKey(), ...fields }).toString()
  return server.call('POST', '/operator', {
    body,
    headers: { ...basic(token), 'content-type': 'application/x-www-form-urlencoded', ...headers },
    address: from(),
  })
}

describe('without OPERATOR_TOKEN', () => {
  test.each(['GET', 'POST', 'HEAD', 'PUT'])('%s /operator does not exist, whatever is sent', async (method) => {
    for (const path of ['/operator', '/operator/x'])
      expect((await closed.call(method, path, { headers: basic(token) })).status).toBe(404)
  })
})

describe('the token', () => {
  test.each([
    ['no header', {}],
    ['a wrong password', basic('wrong')],
    ['an empty one', basic('')],
    ['the token with more behind it', basic(`${token}x`)],
    ['the token as a user', { authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` }],
    ['a seller’s session', { authorization: 'Bearer 0123456789abcdef0123456789abcdef' }],
    ['a cookie', { cookie: `token=${token}` }],
    ['another scheme', { authorization: `Digest ${token}` }],
  ])('the token is needed: %s is refused, shows nothing, and lets a browser ask', async (_, headers) => {
    const reply = await open(headers as Record<string, string>)
    expect([reply.status, reply.headers.get('www-authenticate')]).toEqual([
      401,
      'Basic realm="kejiang operator", charset="UTF-8"',
    ])
    expect(reply.text).not.toContain('1.2.3')
  })

  test('the token opens the page as a password and as a bearer, and nothing of the page is kept', async () => {
    for (const headers of [basic(token), { authorization: `Bearer ${token}` }]) {
      const reply = await open(headers)
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store'])
    }
  })

  test('the token cannot be guessed: an address with many wrong ones is refused for a while, also with the right one, and no other is', async () => {
    for (let n = 0; n < maxGuesses; n += 1) expect((await open(basic(`wrong ${n}`))).status).toBe(401)
    const blocked = await open()
    expect([blocked.status, blocked.headers.get('retry-after')]).toEqual([429, '600'])
    address += 1
    expect((await open()).status).toBe(200)
  })
})

describe('the page', () => {
  test('the page shows the installation, runs no script and loads nothing, whatever its values contain', async () => {
    const { text, headers } = await open()
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    )
    for (const shown of [
      '1.2.3',
      '文件夹 &lt;here&gt;',
      '失败：&lt;script&gt;',
      '/srv/backups',
      '每账号 5 次/分',
      '还没有',
      '内嵌',
      '<span class="bad">2 笔，共 12.34 元</span>',
    ])
      expect(text).toContain(shown)
    expect(text).not.toMatch(/<script|<img|<link|src=|\son\w+=/)
  })

  test('the page is data for a program that asks for it', async () => {
    const { body } = await open({ ...basic(token), accept: 'application/json' })
    expect(body).toMatchObject({
      version: '1.2.3',
      storage: storage.name,
      queues: expect.arrayContaining([expect.objectContaining({ queue: 'q' })]),
      letters: [],
      said: null,
    })
    expect(body.database.bytes).toBeGreaterThan(1_000_000)
    expect(body.database.migration).toMatch(/^\d{4}_/)
  })

  test('names a backup that is missing files, or that failed, and what a copy waits for', async () => {
    const at = new Date().toISOString()
    await writeNote(server.deps.db, 'backup', {
      last: { id: '2026-03-01-080000-aaaa', at, place: '/srv/backups', problems: 3 },
      wholeAt: '2026-01-01T00:00:00Z',
      failure: { at, reason: 'no <room>' },
    })
    await writeNote(server.deps.db, 'copy', { since: at, reason: '从备份恢复' })
    const { text } = await open()
    for (const shown of [
      '<span class="bad">2026-01-01 08:00:00</span>',
      '<span class="bad">3</span>',
      'no &lt;room&gt;',
      '这是一份副本',
    ])
      expect(text).toContain(shown)
    expect((await submit({ action: 'confirm-copy' })).text).toContain('已确认')
    expect((await open()).text).not.toContain('这是一份副本')
  })
})

describe('a form', () => {
  test.each([
    ['without the page’s key', { key: '' }, {}],
    ['with another key', { key: 'x'.repeat(43) }, {}],
    ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['from another host of the site', {}, { 'sec-fetch-site': 'same-site' }],
  ])('%s is refused, although the browser adds the token', async (_, fields, headers) => {
    const reply = await submit(
      { action: 'maintenance-on', ...fields } as Record<string, string>,
      headers as Record<string, string>,
    )
    expect(reply.status).toBe(403)
    expect((await server.call('GET', '/readyz')).body.maintenance).toBeUndefined()
  })

  test.each(['nothing', 'retry', ''])('a form that asks for %j does nothing', async (action) => {
    expect((await submit({ action, id: 'x' })).text).toMatch(/没有这个(?:操作|任务)/)
  })

  test('a form retries what failed', async () => {
    expect((await submit({ action: 'retry-queue', queue: 'q' })).text).toContain('已重试 0 个任务')
  })
})

describe('maintenance', () => {
  test('maintenance lets everything be read and nothing changed, in the operator’s words, until it ends', async () => {
    const seller = await server.newAccount()
    const call = (method: string, path: string, body?: unknown) => server.call(method, path, { token: seller.token, body })
    const words = '升级中，<十>分钟'
    expect((await submit({ action: 'maintenance-on', words }, { 'sec-fetch-site': 'same-origin' })).text).toContain('维护已开始')
    expect((await server.call('GET', '/readyz')).body).toMatchObject({ ok: true, maintenance: true })
    const authorization = { authorization: `Bearer ${seller.token}` }
    const read = () => server.app.request('/api/phone_brands', { headers: authorization })
    expect([(await read()).status, (await read()).headers.get('x-maintenance')]).toEqual([200, encodeURIComponent(words)])
    for (const [method, path] of [
      ['POST', '/api/phone_brands'],
      ['DELETE', '/api/phone_brands/1'],
      ['PUT', '/api/orders/totals'],
      ['PATCH', '/api/phone_brands/1'],
      ['POST', '/api/files/upload'],
      ['POST', '/api/buyer/designs'],
    ] as const) {
      const reply = await call(method, path, { name: '小米' })
      expect([path, reply.status, reply.body]).toMatchObject([path, 503, { code: 'maintenance', message: words }])
    }
    const carried = await call('POST', '/api/cloud_app', { method: 'GET', path: '/api/phone_brands', token: seller.token })
    // A call through the client's relay is recognised as a read and answered, with a header that announces the maintenance.
    expect(carried.text).toContain('x-maintenance')
    expect(carried.text).not.toMatch(/code[\\":]+maintenance/)
    const signIn = await server.call('POST', '/api/users/login', { body: { username: 'x', password: 'y' } })
    expect(signIn.body.code).toBe('login-failed')
    expect((await open()).text).toContain('升级中，&lt;十&gt;分钟')
    expect((await submit({ action: 'maintenance-off' })).text).toContain('维护已结束')
    expect((await read()).headers.get('x-maintenance')).toBeNull()
    expect((await call('POST', '/api/phone_brands', { name: '小米' })).status).toBe(200)
  })
})
