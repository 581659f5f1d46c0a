import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueSetupToken, setupLinkMs } from '../domain/users/accounts'
import { hashPassword, needsRehash, verifyPassword } from '../domain/users/password'
import { sessionIdleMs, sessionMaxMs } from '../domain/users/sessions'
import { login, me, newShop, password } from './merchant-users'
import { startTestServer, type TestReply, type TestServer } from './server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { isTrustedProxy: (address) => address === '10.0.0.1' } })
})
afterAll(() => server.close())

describe('signing in', () => {
  test('signing in returns a token that is valid until signing out', async () => {
    const { name } = await newShop(server)
    const { status, body } = await login(server, `  ${name} `, password)
    expect(status).toBe(200)
    expect(body.token).toMatch(/^[\w-]{43}$/)
    const answer = await me(server, body.token)
    expect(answer.body).toMatchObject({ username: name, permissions: expect.arrayContaining(['catalogue', 'users']) })
    expect(answer.body).not.toHaveProperty('mainUsername')
    expect((await server.call('POST', '/api/users/logout', { token: body.token })).body).toEqual({ ok: true })
    expect((await me(server, body.token)).status).toBe(401)
  })

  test('the database does not contain session tokens', async () => {
    const { name, userId } = await newShop(server)
    const { body } = await login(server, name, password)
    const rows = await server.deps.db.selectFrom('session').selectAll().where('user_id', '=', userId).execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(body.token)
  })

  test('a wrong password and an unknown name are refused in the same words', async () => {
    const { name } = await newShop(server)
    const wrong = await login(server, name, 'not the password')
    const unknown = await login(server, `nobody-${name}`, password)
    expect(wrong.status).toBe(422)
    expect(wrong.body).toMatchObject({ code: 'login-failed', message: '用户名或密码错误' })
    expect({ ...unknown.body, traceId: '' }).toEqual({ ...wrong.body, traceId: '' })
  })

  test('an empty login field is named', async () => {
    const { status, body } = await login(server, ' ', '')
    expect(status).toBe(422)
    expect(body.issues.map(({ path, message }: Record<string, string>) => [path, message])).toEqual([
      ['body.username', '用户名必填'],
      ['body.password', '密码必填'],
    ])
  })

  test('signing in renews a password hash of an older cost', async () => {
    const { name, userId } = await newShop(server)
    const old = await hash(password.normalize('NFC'), { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    expect(needsRehash(old)).toBe(true)
    await server.deps.db.updateTable('app_user').set({ password_hash: old }).where('id', '=', userId).execute()
    expect((await login(server, name, password)).status).toBe(200)
    const { password_hash } = await server.deps.db
      .selectFrom('app_user')
      .select('password_hash')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(needsRehash(password_hash ?? '')).toBe(false)
    expect((await login(server, name, password)).status).toBe(200)
  })

  test('a password is hashed differently each time and accepted in any Unicode form', async () => {
    const [one, two] = await Promise.all([hashPassword('caf\u00e9 au lait'), hashPassword('caf\u00e9 au lait')])
    expect(one).not.toBe(two)
    expect(one).toMatch(/^\$argon2id\$/)
    expect(await verifyPassword(one, 'cafe\u0301 au lait')).toBe(true)
    expect(await verifyPassword(one, 'cafe au lait')).toBe(false)
  })
})

describe('sessions', () => {
  test('an idle session ends', async () => {
    const { token } = await server.newAccount()
    server.clock.advance(sessionIdleMs - 1000)
    expect((await me(server, token)).status).toBe(200)
    server.clock.advance(sessionIdleMs - 1000)
    expect((await me(server, token)).status).toBe(200)
    server.clock.advance(sessionIdleMs + 1)
    expect((await me(server, token)).status).toBe(401)
  })

  test('a session ends at its maximum age however much it is used', async () => {
    const { token } = await server.newAccount()
    for (let age = 0; age < sessionMaxMs - sessionIdleMs; age += sessionIdleMs - 1000) {
      expect((await me(server, token)).status).toBe(200)
      server.clock.advance(sessionIdleMs - 1000)
    }
    expect((await me(server, token)).status).toBe(200)
    server.clock.advance(sessionIdleMs - 1)
    expect((await me(server, token)).status).toBe(401)
  })
})

describe('set-up links', () => {
  const redeem = (setupToken: string, secret = '新的密码足够长了'): Promise<TestReply> =>
    server.call('POST', '/api/users/set_password', { body: { setupToken, password: secret } })

  test('a set-up link sets the password once, signs in and ends older sessions', async () => {
    const { name, userId } = await newShop(server)
    const before = (await login(server, name, password)).body.token
    const link = await issueSetupToken(server.deps, userId)
    const done = await redeem(link)
    expect(done.status).toBe(200)
    expect((await me(server, done.body.token)).body.username).toBe(name)
    expect((await me(server, before)).status).toBe(401)
    expect((await login(server, name, password)).status).toBe(422)
    expect((await login(server, name, '新的密码足够长了')).status).toBe(200)
    const again = await redeem(link)
    expect(again.status).toBe(422)
    expect(again.body.issues[0]).toMatchObject({ path: 'body.setupToken', message: '链接已失效，请联系管理员重新生成' })
  })

  test('only one of two who use a set-up link at once succeeds', async () => {
    const { userId } = await newShop(server)
    const link = await issueSetupToken(server.deps, userId)
    const statuses = (await Promise.all([redeem(link), redeem(link)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 422])
  })

  test('a set-up link stays usable when the server fails before the session is open', async () => {
    const { name, userId } = await newShop(server)
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
    expect((await login(server, name, password)).status).toBe(200)
    expect((await redeem(token)).status).toBe(200)
  })

  test('a set-up link expires, and stays usable when the password is too short', async () => {
    const { userId } = await newShop(server)
    const link = await issueSetupToken(server.deps, userId)
    expect((await redeem(link, 'short')).body.issues[0]).toMatchObject({ path: 'body.password', message: '密码至少 8 位' })
    server.clock.advance(setupLinkMs + 1)
    expect((await redeem(link)).status).toBe(422)
  })
})
