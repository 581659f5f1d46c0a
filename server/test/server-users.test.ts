import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount, ensurePassword, issueSetupToken, setupLinkMs } from '../domain/users/accounts'
import {
  loginWindowMs,
  maxFailuresPerAddress,
  maxFailuresPerName,
  maxFailuresPerNameAndAddress,
} from '../domain/users/login-limit'
import { hashPassword, needsRehash, verifyPassword } from '../domain/users/password'
import { closeSessionsOf, sessionIdleMs, sessionMaxMs } from '../domain/users/sessions'
import { startTestServer, type TestReply, type TestServer } from './server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { isTrustedProxy: (address) => address === '10.0.0.1' } })
})
afterAll(() => server.close())

const password = '一个足够长的密码'
let addresses = 0
const newAddress = (): string => `198.51.100.${++addresses}`

async function newShop(): Promise<{ name: string; userId: number }> {
  const name = `shop-${randomUUID().slice(0, 8)}`
  return { name, ...(await createAccount(server.deps, { name, password })) }
}

const login = (username: string, secret: string, address = newAddress()): Promise<TestReply> =>
  server.call('POST', '/api/users/login', { body: { username, password: secret }, address })
const me = (token: string): Promise<TestReply> => server.call('GET', '/api/users/me', { token })

describe('signing in', () => {
  test('gives a token that speaks for the user until logout', async () => {
    const { name } = await newShop()
    const { status, body } = await login(`  ${name} `, password)
    expect(status).toBe(200)
    expect(body.token).toMatch(/^[\w-]{43}$/)
    const answer = await me(body.token)
    expect(answer.body).toMatchObject({ username: name, permissions: expect.arrayContaining(['catalogue', 'users']) })
    expect(answer.body).not.toHaveProperty('mainUsername')
    expect((await server.call('POST', '/api/users/logout', { token: body.token })).body).toEqual({ ok: true })
    expect((await me(body.token)).status).toBe(401)
  })

  test('keeps the token out of the database', async () => {
    const { name, userId } = await newShop()
    const { body } = await login(name, password)
    const rows = await server.deps.db.selectFrom('session').selectAll().where('user_id', '=', userId).execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(body.token)
  })

  test('refuses a wrong password and an unknown name in the same words', async () => {
    const { name } = await newShop()
    const wrong = await login(name, 'not the password')
    const unknown = await login(`nobody-${name}`, password)
    expect(wrong.status).toBe(422)
    expect(wrong.body).toMatchObject({ code: 'login-failed', message: '用户名或密码错误' })
    expect({ ...unknown.body, traceId: '' }).toEqual({ ...wrong.body, traceId: '' })
  })

  test('names the empty field', async () => {
    const { status, body } = await login(' ', '')
    expect(status).toBe(422)
    expect(body.issues.map(({ path, message }: Record<string, string>) => [path, message])).toEqual([
      ['body.username', '用户名必填'],
      ['body.password', '密码必填'],
    ])
  })

  test('renews a hash of an older cost without changing the password', async () => {
    const { name, userId } = await newShop()
    const old = await hash(password.normalize('NFC'), { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    expect(needsRehash(old)).toBe(true)
    await server.deps.db.updateTable('app_user').set({ password_hash: old }).where('id', '=', userId).execute()
    expect((await login(name, password)).status).toBe(200)
    const { password_hash } = await server.deps.db
      .selectFrom('app_user')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(needsRehash(password_hash ?? '')).toBe(false)
    expect((await login(name, password)).status).toBe(200)
  })

  test('hashes the same password differently each time and accepts it in any Unicode form', async () => {
    const [one, two] = await Promise.all([hashPassword('caf\u00e9 au lait'), hashPassword('caf\u00e9 au lait')])
    expect(one).not.toBe(two)
    expect(one).toMatch(/^\$argon2id\$/)
    expect(await verifyPassword(one, 'cafe\u0301 au lait')).toBe(true)
    expect(await verifyPassword(one, 'cafe au lait')).toBe(false)
  })
})

describe('guessing', () => {
  test('leaves no session behind when the password is changed while it is checked', async () => {
    const { name, userId } = await newShop()
    const slow = login(name, password)
    await server.deps.db
      .updateTable('app_user')
      .set({ password_hash: await hashPassword('另一个足够长的密码') })
      .where('id', '=', userId)
      .execute()
    await closeSessionsOf(server.deps.db, userId)
    const { body } = await slow
    expect(body.token === undefined ? 401 : (await me(body.token)).status).toBe(401)
  })

  test('is stopped per name and address, also for the right password, until the window has passed', async () => {
    const { name } = await newShop()
    const address = newAddress()
    for (let n = 0; n < maxFailuresPerNameAndAddress; n++) expect((await login(name, 'wrong', address)).status).toBe(422)
    const stopped = await login(name.toUpperCase(), password, address)
    expect(stopped.status).toBe(429)
    expect(stopped.body).toMatchObject({ code: 'too-many-requests', message: '登录太频繁，请 15 分钟后再试' })
    server.clock.advance(loginWindowMs - 60_000)
    expect((await login(name, password, address)).body.message).toBe('登录太频繁，请 1 分钟后再试')
    server.clock.advance(60_001)
    expect((await login(name, password, address)).status).toBe(200)
  })

  test("by a stranger leaves the seller's own desk open", async () => {
    const { name } = await newShop()
    const stranger = newAddress()
    for (let n = 0; n <= maxFailuresPerNameAndAddress; n++) await login(name, 'wrong', stranger)
    expect((await login(name, password)).status).toBe(200)
    expect((await login(name, password, stranger)).status).toBe(429)
  })

  test('is stopped per name over many addresses, and not forgiven by the owner signing in', async () => {
    const { name } = await newShop()
    for (let n = 1; n < maxFailuresPerName; n++) expect((await login(name, 'wrong')).status).toBe(422)
    expect((await login(name, password)).status).toBe(200)
    expect((await login(name, 'wrong')).status).toBe(422)
    expect((await login(name, 'wrong')).status).toBe(429)
  })

  test('is forgiven by a success from the same address', async () => {
    const { name } = await newShop()
    const address = newAddress()
    for (let n = 0; n < maxFailuresPerNameAndAddress - 1; n++) await login(name, 'wrong', address)
    expect((await login(name, password, address)).status).toBe(200)
    for (let n = 0; n < maxFailuresPerNameAndAddress - 1; n++) {
      expect((await login(name, 'wrong', address)).status).toBe(422)
    }
  })

  test('cannot outrun the limit by asking in parallel', async () => {
    const { name } = await newShop()
    const address = newAddress()
    const asked = Array.from({ length: maxFailuresPerNameAndAddress * 3 }, () => login(name, 'wrong', address))
    const replies = await Promise.all(asked)
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(maxFailuresPerNameAndAddress)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(maxFailuresPerNameAndAddress * 2)
  })

  test('by strangers, from anywhere and beside him, never turns the owner away at a device he has signed in from', async () => {
    const { name } = await newShop()
    const desk = newAddress()
    const device = (await login(name, password, desk)).body.device
    const at = server.clock.now()
    const keys = [`name:${name}`, `address:${desk}`, `pair:${JSON.stringify([name, desk])}`]
    const rows = keys.flatMap((key) => Array.from({ length: maxFailuresPerAddress }, () => ({ key, at })))
    await server.deps.db.insertInto('login_failure').values(rows).execute()
    const from = (note: string, secret: string, username = name, address = desk) =>
      server.call('POST', '/api/users/login', { body: { username, password: secret, device: note }, address })
    expect((await login(name, password, desk)).status).toBe(429)
    const again = await from(device, password)
    expect(again.status).toBe(200)
    // Its note lets nobody guess on: not at this name, and not at another one.
    for (let n = 0; n < maxFailuresPerNameAndAddress; n++)
      expect((await from(device, 'wrong', name, newAddress())).status).toBe(422)
    expect((await from(again.body.device, password, name, newAddress())).status).toBe(429)
    const other = await newShop()
    for (let n = 0; n < maxFailuresPerNameAndAddress; n++) await from(device, 'wrong', other.name, newAddress())
    expect((await login(other.name, password)).status).toBe(200)
    for (const note of ['', 'v1.AAAA', device.slice(0, -2)]) expect((await from(note, password)).status).toBe(429)
    server.clock.advance(181 * 24 * 60 * 60 * 1000)
    await server.deps.db
      .insertInto('login_failure')
      .values(keys.flatMap((key) => Array.from({ length: 60 }, () => ({ key, at: server.clock.now() }))))
      .execute()
    expect((await from(again.body.device, password)).status).toBe(429)
  })

  test('is stopped per address over many names; other addresses go on', async () => {
    const address = newAddress()
    const at = server.clock.now()
    const rows = Array.from({ length: maxFailuresPerAddress }, () => ({ key: `address:${address}`, at }))
    await server.deps.db.insertInto('login_failure').values(rows).execute()
    const { name } = await newShop()
    expect((await login(name, password, address)).status).toBe(429)
    expect((await login(name, password)).status).toBe(200)
  })

  test('is counted for the address a trusted proxy names, and for nobody else who names one', async () => {
    const key = async (address: string, forwarded: string): Promise<string[]> => {
      const name = `nobody-${randomUUID()}`
      await server.call('POST', '/api/users/login', {
        body: { username: name, password },
        address,
        headers: { 'x-forwarded-for': forwarded },
      })
      const rows = await server.deps.db.selectFrom('login_failure').select('key').orderBy('id', 'desc').limit(3).execute()
      return rows.map((row) => row.key)
    }
    expect(await key('10.0.0.1', '203.0.113.9, 203.0.113.7')).toContain('address:203.0.113.7')
    expect(await key('203.0.113.50', '203.0.113.9')).toContain('address:203.0.113.50')
    // Some proxies add ports, which would make a caller of every connection.
    expect(await key('::ffff:10.0.0.1', '203.0.113.7:61234')).toContain('address:203.0.113.7')
    expect(await key('10.0.0.1', '"[2001:db8:1:2:3::4]:443"')).toContain('address:2001:db8:1:2::/64')
    // What is no address was not written by the proxy.
    expect(await key('10.0.0.1', 'unknown')).toContain('address:10.0.0.1')
  })

  test('from one network of IPv6 is of one address', async () => {
    const { name } = await newShop()
    const from = (n: number) => login(name, 'wrong', `2001:db8:7:8:${n.toString(16)}::${n + 1}`)
    for (let n = 0; n < maxFailuresPerNameAndAddress; n++) expect((await from(n)).status).toBe(422)
    expect((await from(99)).status).toBe(429)
    expect((await login(name, password, '2001:db8:7:9::1')).status).toBe(200)
  })

  test('is not done by pages of other sites, which can send text but not JSON unasked', async () => {
    const { name } = await newShop()
    const address = newAddress()
    const send = (type: string | null) =>
      server.call('POST', '/api/users/login', {
        body: new TextEncoder().encode(JSON.stringify({ username: name, password: 'wrong' })),
        headers: type === null ? {} : { 'content-type': type },
        address,
      })
    for (const type of [null, 'text/plain', 'text/plain;application/json', 'application/x-www-form-urlencoded']) {
      expect((await send(type)).body).toMatchObject({ code: 'bad-json' })
    }
    const rows = await server.deps.db.selectFrom('login_failure').select('key').where('key', '=', `name:${name}`).execute()
    expect(rows).toEqual([])
    expect((await send('application/json; charset=utf-8')).status).toBe(422)
  })
})

describe('a session', () => {
  test('ends when it lies idle', async () => {
    const { token } = await server.newAccount()
    server.clock.advance(sessionIdleMs - 1000)
    expect((await me(token)).status).toBe(200)
    server.clock.advance(sessionIdleMs - 1000)
    expect((await me(token)).status).toBe(200)
    server.clock.advance(sessionIdleMs + 1)
    expect((await me(token)).status).toBe(401)
  })

  test('ends at its greatest age however much it is used', async () => {
    const { token } = await server.newAccount()
    for (let age = 0; age < sessionMaxMs - sessionIdleMs; age += sessionIdleMs - 1000) {
      expect((await me(token)).status).toBe(200)
      server.clock.advance(sessionIdleMs - 1000)
    }
    expect((await me(token)).status).toBe(200)
    server.clock.advance(sessionIdleMs - 1)
    expect((await me(token)).status).toBe(401)
  })
})

describe('a set-up link', () => {
  const redeem = (setupToken: string, secret = '新的密码足够长了'): Promise<TestReply> =>
    server.call('POST', '/api/users/set_password', { body: { setupToken, password: secret } })

  test('sets the password once, signs in and ends older sessions', async () => {
    const { name, userId } = await newShop()
    const before = (await login(name, password)).body.token
    const link = await issueSetupToken(server.deps, userId)
    const done = await redeem(link)
    expect(done.status).toBe(200)
    expect((await me(done.body.token)).body.username).toBe(name)
    expect((await me(before)).status).toBe(401)
    expect((await login(name, password)).status).toBe(422)
    expect((await login(name, '新的密码足够长了')).status).toBe(200)
    const again = await redeem(link)
    expect(again.status).toBe(422)
    expect(again.body.issues[0]).toMatchObject({ path: 'body.setupToken', message: '链接已失效，请联系管理员重新生成' })
  })

  test('is won by one of two who use it at once', async () => {
    const { userId } = await newShop()
    const link = await issueSetupToken(server.deps, userId)
    const statuses = (await Promise.all([redeem(link), redeem(link)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 422])
  })

  test('keeps its use when the server fails before the session is open', async () => {
    const { name, userId } = await newShop()
    const token = await issueSetupToken(server.deps, userId)
    await sql`create function no_session() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$`.execute(
      server.deps.db,
    )
    await sql`create trigger no_session before insert on session for each row execute function no_session()`.execute(
      server.deps.db,
    )
    try {
      expect((await redeem(token)).status).toBe(500)
    } finally {
      await sql`drop trigger no_session on session`.execute(server.deps.db)
      await sql`drop function no_session()`.execute(server.deps.db)
    }
    expect((await login(name, password)).status).toBe(200)
    expect((await redeem(token)).status).toBe(200)
  })

  test('runs out, and keeps its use when the password is too short', async () => {
    const { userId } = await newShop()
    const link = await issueSetupToken(server.deps, userId)
    expect((await redeem(link, 'short')).body.issues[0]).toMatchObject({ path: 'body.password', message: '密码至少 8 位' })
    server.clock.advance(setupLinkMs + 1)
    expect((await redeem(link)).status).toBe(422)
  })
})

describe('sub-accounts', () => {
  const body = { username: '客服1', password: 'long enough', permissions: ['templates'] }

  test('sign in under the main name, with a wide colon too, and hold only their rights', async () => {
    const { name } = await newShop()
    const { token } = (await login(name, password)).body
    const made = await server.call('POST', '/api/users/sub_accounts', { token, body })
    expect(made.body).toMatchObject({ username: `${name}:客服1`, permissions: ['templates'], enabled: true })
    const signedIn = await login(`${name}：客服1`, 'long enough')
    expect((await me(signedIn.body.token)).body).toEqual({
      username: `${name}:客服1`,
      mainUsername: name,
      permissions: ['templates'],
    })
    const group = await server.call('POST', '/api/design_template_collections', {
      token: signedIn.body.token,
      body: { name: '春季' },
    })
    expect(group.status).toBe(200)
    const brand = await server.call('POST', '/api/phone_brands', { token: signedIn.body.token, body: { name: '苹果' } })
    expect(brand.body).toMatchObject({ code: 'subuser.has-no-permission', message: '该子帐号无此操作权限' })
  })

  test('lose their sessions when disabled, when the password changes and when removed', async () => {
    const { name } = await newShop()
    const { token } = (await login(name, password)).body
    const { id } = (await server.call('POST', '/api/users/sub_accounts', { token, body })).body
    const path = `/api/users/sub_accounts/${id}`
    const signIn = async (secret: string): Promise<string> => (await login(`${name}:客服1`, secret)).body.token

    const first = await signIn('long enough')
    expect((await server.call('PATCH', path, { token, body: { enabled: false } })).body.enabled).toBe(false)
    expect((await me(first)).status).toBe(401)
    expect((await login(`${name}:客服1`, 'long enough')).body.message).toBe('用户名或密码错误')

    await server.call('PATCH', path, { token, body: { enabled: true } })
    const second = await signIn('long enough')
    await server.call('PATCH', path, { token, body: { password: 'another long one' } })
    expect((await me(second)).status).toBe(401)

    const third = await signIn('another long one')
    await server.call('DELETE', path, { token })
    expect((await me(third)).status).toBe(401)
    expect((await server.call('GET', '/api/users/sub_accounts', { token })).body).toEqual([])
  })

  test('cannot be named twice', async () => {
    const { token } = await server.newAccount()
    await server.call('POST', '/api/users/sub_accounts', { token, body })
    const again = await server.call('POST', '/api/users/sub_accounts', { token, body })
    expect(again.status).toBe(422)
    expect(again.body.issues[0]).toMatchObject({ path: 'body.username', message: '该子账号已存在' })
  })

  test('that manage users can neither raise themselves nor take over a stronger colleague', async () => {
    const { name } = await newShop()
    const main = (await login(name, password)).body.token
    const make = async (username: string, permissions: string[]): Promise<number> =>
      (await server.call('POST', '/api/users/sub_accounts', { token: main, body: { ...body, username, permissions } })).body.id
    const manager = await make('manager', ['users', 'templates'])
    const stronger = await make('stronger', ['credits'])
    const weaker = await make('weaker', ['templates'])
    const { token } = (await login(`${name}:manager`, 'long enough')).body
    const patch = (id: number, change: object) => server.call('PATCH', `/api/users/sub_accounts/${id}`, { token, body: change })

    expect((await patch(manager, { permissions: ['users', 'templates'] })).body.code).toBe('subuser.has-no-permission')
    expect((await patch(stronger, { password: 'taken over!!' })).body.code).toBe('subuser.has-no-permission')
    expect((await patch(weaker, { permissions: ['credits'] })).body.issues[0].path).toBe('body.permissions')
    expect((await patch(weaker, { permissions: [] })).body.permissions).toEqual([])
    const create = await server.call('POST', '/api/users/sub_accounts', { token, body: { ...body, permissions: ['credits'] } })
    expect(create.body.issues[0].path).toBe('body.permissions')
  })
})

describe('a sub-account by link', () => {
  test('sets its password once; a reset link replaces the one before', async () => {
    const { name } = await newShop()
    const { token } = (await login(name, password)).body
    const made = await server.call('POST', '/api/users/sub_accounts', {
      token,
      body: { username: 'li', permissions: ['orders'] },
    })
    expect(made.body).toMatchObject({ hasPassword: false, setup: { expiresAt: made.body.setupExpiresAt } })
    const redeem = (setupToken: string) =>
      server.call('POST', '/api/users/set_password', { body: { setupToken, password: 'my own words' } })
    const reset = await server.call('POST', `/api/users/sub_accounts/${made.body.id}/setup_link`, { token })
    expect((await redeem(made.body.setup.setupToken)).status).toBe(422)
    const redeemed = await redeem(reset.body.setupToken)
    expect((await me(redeemed.body.token)).body).toMatchObject({ username: `${name}:li`, permissions: ['orders'] })
    expect((await redeem(reset.body.setupToken)).status).toBe(422)
    const [row] = (await server.call('GET', '/api/users/sub_accounts', { token })).body
    expect(row).toMatchObject({ hasPassword: true, setupExpiresAt: null })
  })

  test('is renamed, but not to the name of another', async () => {
    const { name } = await newShop()
    const { token } = (await login(name, password)).body
    const make = (username: string) =>
      server.call('POST', '/api/users/sub_accounts', { token, body: { username, password: 'long enough', permissions: [] } })
    const { id } = (await make('li')).body
    await make('wang')
    const rename = (username: string) => server.call('PATCH', `/api/users/sub_accounts/${id}`, { token, body: { username } })
    expect((await rename('wang')).body.issues[0]).toMatchObject({ path: 'body.username', message: '该子账号已存在' })
    expect((await rename('li')).status).toBe(200)
    expect((await rename('zhao')).body.username).toBe(`${name}:zhao`)
    expect((await login(`${name}:zhao`, 'long enough')).status).toBe(200)
    expect((await login(`${name}:li`, 'long enough')).status).toBe(422)
  })
})

describe('an own password', () => {
  const change = (token: string, now: string, newPassword: string) =>
    server.call('POST', '/api/users/password', { token, body: { password: now, newPassword } })

  test('is changed by whoever knows the present one; the other sessions end', async () => {
    const { name } = await newShop()
    const here = (await login(name, password)).body.token
    const there = (await login(name, password)).body.token
    const wrong = await change(here, 'not the password', 'a better one!')
    expect(wrong.body.issues[0]).toMatchObject({ path: 'body.password', message: '当前密码不正确' })
    expect((await change(here, password, 'short')).body.issues[0].path).toBe('body.newPassword')
    expect((await change(here, password, 'a better one!')).status).toBe(200)
    expect([(await me(here)).status, (await me(there)).status]).toEqual([200, 401])
    expect((await login(name, password)).status).toBe(422)
    expect((await login(name, 'a better one!')).status).toBe(200)
  })

  test('is not guessed from a window that was left open', async () => {
    const { name } = await newShop()
    const { token } = (await login(name, password)).body
    for (let tries = 0; tries < 8; tries += 1) expect((await change(token, `guess ${tries}`, 'a better one!')).status).toBe(422)
    expect((await change(token, password, 'a better one!')).status).toBe(429)
    // The owner signs in elsewhere all the same.
    expect((await login(name, password)).status).toBe(200)
  })

  test('every session ends at once', async () => {
    const { name } = await newShop()
    const tokens = [(await login(name, password)).body.token, (await login(name, password)).body.token]
    expect((await server.call('POST', '/api/users/logout_everywhere', { token: tokens[0] })).status).toBe(200)
    expect(await Promise.all(tokens.map(async (token) => (await me(token)).status))).toEqual([401, 401])
  })
})

test('ensurePassword makes the printed password work and leaves a right one, with its sessions, alone', async () => {
  const { name } = await newShop()
  const { token } = (await login(name, password)).body
  await ensurePassword(server.deps, name, password)
  expect((await me(token)).status).toBe(200)
  await ensurePassword(server.deps, name, 'printed at start')
  expect((await me(token)).status).toBe(401)
  expect((await login(name, 'printed at start')).status).toBe(200)
})
