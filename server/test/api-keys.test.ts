import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyLimits } from '../../contract/rules/key-rights'
import { tellKeyExpiries } from '../domain/api-keys/expiries'
import { sweepKeys } from '../domain/api-keys/keys'
import { openSession } from '../domain/users/sessions'
import { tokenHash } from '../domain/users/tokens'
import { createCallLimits } from '../http/call-limits'
import { everyRight, keyDay, newKey } from './api-keys'
import { startTestServer, type TestAccount, type TestServer, throwError } from './server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { isTrustedProxy: (address) => address === '10.0.0.1' } })
})
afterAll(() => server.close())

const orders = (token: string, options: object = {}) => server.call('GET', '/api/orders', { token, ...options })
const revoke = (token: string, id: number) => server.call('POST', `/api/api_keys/${id}/revoke`, { token })
const listed = async (token: string) => (await server.call('GET', '/api/api_keys', { token })).body

describe('making keys', () => {
  test('a key is shown once, stored as its hash alone, and found again by its first characters', async () => {
    const { token, accountId } = await server.newAccount()
    const made = await newKey(server, token, { name: ' 发货程序 ', rights: { orders: 'read' }, ceilings: { download: 600 } })
    expect(made).toMatchObject({ name: '发货程序', rights: { orders: 'read' }, ceilings: { download: 600 }, lastUsedAt: null })
    expect(made.secret).toMatch(/^kj_[\w-]{43}$/)
    expect(made.secret.startsWith(made.prefix)).toBe(true)
    const { secret, ...shown } = made
    expect(await listed(token)).toEqual([shown])
    const row = await server.deps.db
      .selectFrom('api_key')
      .selectAll()
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    expect(row.key_hash).toBe(tokenHash(secret))
    expect(JSON.stringify(row)).not.toContain(secret)
  })

  test('a key needs a right, a name, and an end of at most a year; addresses are addresses', async () => {
    const { token } = await server.newAccount()
    const now = server.clock.now().getTime()
    const good = { name: 'a', rights: { orders: 'read' }, expiresAt: now + keyDay }
    const refused = async (change: object) =>
      (await server.call('POST', '/api/api_keys', { token, body: { ...good, ...change } })).body.issues?.[0]?.path
    expect(await refused({})).toBeUndefined()
    expect(await refused({ name: ' ' })).toBe('body.name')
    expect(await refused({ rights: {} })).toBe('body.rights')
    expect(await refused({ rights: { users: 'write' } })).toBe('body.rights')
    expect(await refused({ expiresAt: undefined })).toBe('body.expiresAt')
    expect(await refused({ expiresAt: now })).toBe('body.expiresAt')
    expect(await refused({ expiresAt: now + (keyLimits.lifeDays + 1) * keyDay })).toBe('body.expiresAt')
    expect(await refused({ addresses: ['10.0.0.0/8', '::1', 'example.com'] })).toBe('body.addresses.2')
    expect(await refused({ ceilings: { download: 0 } })).toBe('body.ceilings.download')
    expect(await refused({ shopIds: [9_000_000_001] })).toBe('body.shopIds')
  })

  test('the main account alone makes keys; a colleague who manages users sees and revokes them', async () => {
    const { token } = await server.newAccount()
    const made = await newKey(server, token)
    const body = { username: 'li', password: 'long enough', permissions: ['users'] }
    const { username } = (await server.call('POST', '/api/users/sub_accounts', { token, body })).body
    const signedIn = await server.call('POST', '/api/users/login', { body: { username, password: 'long enough' } })
    const colleague = signedIn.body.token
    const again = { name: 'a', rights: { orders: 'read' }, expiresAt: server.clock.now().getTime() + keyDay }
    const reply = await server.call('POST', '/api/api_keys', { token: colleague, body: again })
    expect(reply.body).toMatchObject({ code: 'subuser.has-no-permission', message: '只有主账号可以新建接口密钥' })
    expect(await listed(colleague)).toHaveLength(1)
    expect((await revoke(colleague, made.id)).status).toBe(200)
  })

  test('an account has a limited number of live keys', async () => {
    const { token, accountId } = await server.newAccount()
    const first = await newKey(server, token)
    const row = await server.deps.db.selectFrom('api_key').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
    const copies = Array.from({ length: keyLimits.perAccount - 1 }, () => ({
      ...{ account_id: accountId, name: 'n', prefix: 'kj_', key_hash: randomUUID(), created_by: 'x' },
      ...{ rights: '{}', ceilings: '{}', created_at: row.created_at, expires_at: row.expires_at },
    }))
    await server.deps.db.insertInto('api_key').values(copies).execute()
    await expect(newKey(server, token)).rejects.toThrow('最多同时使用 50 个接口密钥')
    await revoke(token, first.id)
    await newKey(server, token)
  })
})

describe('signing in with a key', () => {
  test('a key is taken from the Authorization header alone, and not from the address or a cookie', async () => {
    const { token } = await server.newAccount()
    const { secret } = await newKey(server, token)
    expect((await orders(secret)).status).toBe(200)
    const elsewhere = [
      await server.call('GET', `/api/orders?token=${secret}&access_token=${secret}&key=${secret}`),
      await server.call('GET', '/api/orders', { headers: { cookie: `_token_=${secret}` } }),
      await server.call('GET', '/api/orders', { headers: { 'x-api-key': secret } }),
    ]
    expect(elsewhere.map(({ status }) => status)).toEqual([401, 401, 401])
  })

  test('a revoked key, one that ended and an unknown one are refused with codes of their own', async () => {
    const { token } = await server.newAccount()
    const [revoked, ended] = [await newKey(server, token, { name: '旧程序' }), await newKey(server, token, { lifeMs: keyDay })]
    expect((await revoke(token, revoked.id)).body.revokedAt).toBe(server.clock.now().getTime())
    const refusal = async (secret: string) => {
      const { status, body } = await orders(secret)
      return [status, body.code, body.message]
    }
    expect(await refusal(revoked.secret)).toEqual([401, 'key-revoked', '接口密钥「旧程序」已作废，请在 账号 › 接口密钥 里新建'])
    server.clock.advance(keyDay)
    expect((await refusal(ended.secret)).slice(0, 2)).toEqual([401, 'key-expired'])
    expect((await refusal(`kj_${'x'.repeat(43)}`)).slice(0, 2)).toEqual([401, 'unauthenticated'])
    // Revoking again changes nothing.
    expect((await revoke(token, revoked.id)).body.revokedAt).toBe(server.clock.now().getTime() - keyDay)
  })

  test('the keys of a disabled main account stop, and those of a deleted account are gone', async () => {
    const { token, accountId } = await server.newAccount()
    const { secret } = await newKey(server, token)
    const { db } = server.deps
    await db.updateTable('app_user').set({ enabled: false }).where('account_id', '=', accountId).execute()
    expect((await orders(secret)).body.code).toBe('key-revoked')
    await db.updateTable('app_user').set({ enabled: true }).where('account_id', '=', accountId).execute()
    expect((await orders(secret)).status).toBe(200)
    await db.deleteFrom('account').where('id', '=', accountId).execute()
    expect((await orders(secret)).body.code).toBe('unauthenticated')
  })

  test('a key with addresses is used from those alone, as far as trusted proxies say', async () => {
    const { token } = await server.newAccount()
    const { secret } = await newKey(server, token, { addresses: ['203.0.113.7', '2001:db8::/32'] })
    const from = async (address: string, headers: Record<string, string> = {}) =>
      (await orders(secret, { address, headers })).body.code
    expect(await from('203.0.113.7')).toBeUndefined()
    expect(await from('2001:db8::5')).toBeUndefined()
    expect(await from('203.0.113.8')).toBe('key-address')
    expect(await from('10.0.0.1', { 'x-forwarded-for': '203.0.113.7' })).toBeUndefined()
    expect(await from('203.0.113.8', { 'x-forwarded-for': '203.0.113.7' })).toBe('key-address')
  })

  test('the list says when and from where a key was last used, noted once a minute or for another address', async () => {
    const { token } = await server.newAccount()
    const { secret } = await newKey(server, token)
    const at = server.clock.now().getTime()
    const use = async (address: string) => {
      await orders(secret, { address })
      const [{ lastUsedAt, lastUsedFrom }] = await listed(token)
      return [lastUsedAt - at, lastUsedFrom]
    }
    expect(await use('203.0.113.7')).toEqual([0, '203.0.113.7'])
    server.clock.advance(30_000)
    expect(await use('203.0.113.7')).toEqual([0, '203.0.113.7'])
    expect(await use('203.0.113.9')).toEqual([30_000, '203.0.113.9'])
    server.clock.advance(60_000)
    expect(await use('203.0.113.9')).toEqual([90_000, '203.0.113.9'])
  })

  test('each key has calls of its own a minute: answers count them, and a refusal says when to come back', async () => {
    const rates = { perAccount: 0, perAddress: 0, perKey: 2 }
    const callLimits = createCallLimits({ db: server.deps.db, rates, report: throwError, monotonic: () => 0 })
    const limited = await startTestServer({ settings: { callLimits } })
    const { token } = await limited.newAccount()
    const [one, other] = [await newKey(limited, token), await newKey(limited, token)]
    const use = (secret: string) => limited.call('GET', '/api/orders', { token: secret })
    const first = await use(one.secret)
    expect([first.status, first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')]).toEqual([
      200,
      '2',
      '1',
    ])
    expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0)
    await use(one.secret)
    const third = await use(one.secret)
    expect([third.status, third.body.code]).toEqual([429, 'too-many-requests'])
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await use(other.secret)).status).toBe(200)
    expect((await limited.call('GET', '/api/orders', { token })).headers.get('ratelimit-limit')).toBeNull()
    await limited.close()
  })
})

describe('what a key does', () => {
  test('the log names the key for what it changed, and its makers and revokers by their own names', async () => {
    const { token } = await server.newAccount()
    const { secret, id } = await newKey(server, token, { name: '上架程序' })
    const brand = await server.call('POST', '/api/phone_brands', { token: secret, body: { name: '苹果' } })
    await server.call('DELETE', `/api/phone_brands/${brand.body.id}`, { token: secret })
    await revoke(token, id)
    const { items } = (await server.call('GET', '/api/audit', { token })).body
    expect(items).toMatchObject([
      { action: 'permissions', subject: 'apiKeys', details: { id, name: '上架程序', revoked: true } },
      { action: 'deleted', subject: 'phoneBrands', username: '接口密钥「上架程序」' },
      { action: 'permissions', subject: 'apiKeys', details: { id, revoked: false } },
    ])
    expect(JSON.stringify(items)).not.toContain(secret)
  })

  test('a repeated call with its Idempotency-Key gets the first answer; another API key has keys of calls of its own', async () => {
    const { token } = await server.newAccount()
    const [one, other] = [await newKey(server, token), await newKey(server, token)]
    const headers = { 'idempotency-key': 'recharge-0001' }
    const make = async (secret: string) =>
      (await server.call('GET', '/api/account_credits/payment_form?credits=1000', { token: secret, headers })).body
        .rechargeRecordId
    const first = await make(one.secret)
    expect(await make(one.secret)).toBe(first)
    expect(await make(other.secret)).not.toBe(first)
  })

  test('a key that may change orders uploads pictures of orders and no fonts', async () => {
    const { token } = await server.newAccount()
    const { secret } = await newKey(server, token, { rights: { orders: 'write' } })
    const upload = async (type: number) =>
      (await server.call('POST', '/api/files/upload_form', { token: secret, body: { fileName: 'a.png', type } })).status
    expect([await upload(5), await upload(6)]).toEqual([200, 422])
  })

  test('recharges are opened up to the ceiling of a day in Beijing, which the list counts', async () => {
    const { token } = await server.newAccount()
    const { secret } = await newKey(server, token, { rights: { credits: 'read' }, ceilings: { recharge: 3000 } })
    const recharge = (credits: number) =>
      server.call('GET', `/api/account_credits/payment_form?credits=${credits}`, { token: secret })
    expect((await recharge(2000)).status).toBe(200)
    expect((await recharge(2000)).body).toMatchObject({
      code: 'key-ceiling',
      message: expect.stringContaining('每天最多 3000 点，今天已用 2000 点，这次需要 2000 点'),
    })
    expect((await listed(token))[0].usedToday).toEqual({ recharge: 2000 })
    expect((await recharge(1000)).status).toBe(200)
    server.clock.advance(keyDay)
    expect((await listed(token))[0].usedToday).toEqual({})
    expect((await recharge(3000)).status).toBe(200)
  })
})

describe('the end of a key', () => {
  interface Told {
    readonly target: string
    readonly words: string
    readonly resolvedAt: number | null
  }
  /** A session ends when it is not used for a week, so each look is by a new one. */
  const told = async ({ userId }: TestAccount): Promise<Told[]> => {
    const token = await openSession(server.deps, userId)
    return (await server.call('GET', '/api/notifications', { token })).body.items.filter(
      ({ target }: Told) => target === 'apiKeys',
    )
  }

  test('the account is warned 14 and 3 days before, of each once, and no more when the key is revoked', async () => {
    const account = await server.newAccount()
    const { id } = await newKey(server, account.token, { name: '仓库', lifeMs: 20 * keyDay, rights: everyRight })
    const wordsAfter = async (days: number) => {
      server.clock.advance(days * keyDay)
      await tellKeyExpiries(server.deps)
      await tellKeyExpiries(server.deps)
      return (await told(account)).map(({ words, resolvedAt }) => [words.slice(0, 8), resolvedAt === null])
    }
    expect(await wordsAfter(5)).toEqual([])
    expect(await wordsAfter(1)).toEqual([['接口密钥「仓库」', true]])
    expect((await told(account))[0]?.words).toContain('还有 14 天到期')
    expect(await wordsAfter(10)).toHaveLength(1)
    expect(await wordsAfter(1)).toEqual([['接口密钥「仓库」', true], ['接口密钥「仓库」', false]]) // biome-ignore format: a table
    expect((await told(account))[0]?.words).toContain('还有 3 天到期')
    await revoke(await openSession(server.deps, account.userId), id)
    expect((await told(account)).map(({ resolvedAt }) => resolvedAt !== null)).toEqual([true, true])
  })

  test('a warning is over when the end has come, and a key that was made for a week brings no warning of two', async () => {
    const account = await server.newAccount()
    await newKey(server, account.token, { lifeMs: 7 * keyDay })
    await tellKeyExpiries(server.deps)
    expect(await told(account)).toEqual([])
    server.clock.advance(4 * keyDay)
    await tellKeyExpiries(server.deps)
    expect(await told(account)).toMatchObject([{ resolvedAt: null }])
    server.clock.advance(3 * keyDay)
    await tellKeyExpiries(server.deps)
    expect((await told(account))[0]?.resolvedAt).not.toBeNull()
  })

  test('a key stays in the list for 90 days after its end', async () => {
    const { token } = await server.newAccount()
    const { id } = await newKey(server, token)
    await revoke(token, id)
    server.clock.advance(90 * keyDay)
    await sweepKeys(server.deps)
    const count = async () => (await server.deps.db.selectFrom('api_key').select('id').where('id', '=', id).execute()).length
    expect(await count()).toBe(1)
    server.clock.advance(1)
    await sweepKeys(server.deps)
    expect(await count()).toBe(0)
  })
})
