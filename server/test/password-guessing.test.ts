import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  loginWindowMs,
  maxFailuresPerAddress,
  maxFailuresPerName,
  maxFailuresPerNameAndAddress,
} from '../domain/users/login-limit'
import { hashPassword } from '../domain/users/password'
import { closeSessionsOf } from '../domain/users/sessions'
import { login, me, newAddress, newGuessedShop, newShop, password } from './merchant-users'
import { startTestServer, type TestServer } from './server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { isTrustedProxy: (address) => address === '10.0.0.1' } })
})
afterAll(() => server.close())

describe('guessing passwords', () => {
  test('a password change during a login leaves no session of the old password', async () => {
    const { name, userId } = await newShop(server)
    const slow = login(server, name, password)
    await server.deps.db
      .updateTable('app_user')
      .set({ password_hash: await hashPassword('另一个足够长的密码') })
      .where('id', '=', userId)
      .execute()
    await closeSessionsOf(server.deps.db, userId)
    const { body } = await slow
    expect(body.token === undefined ? 401 : (await me(server, body.token)).status).toBe(401)
  })

  test('guessing is limited per name and address, also for the right password, until the window has passed', async () => {
    const { name } = await newGuessedShop(server)
    const address = newAddress()
    for (let n = 0; n < maxFailuresPerNameAndAddress; n++) expect((await login(server, name, 'wrong', address)).status).toBe(422)
    const stopped = await login(server, name.toUpperCase(), password, address)
    expect(stopped.status).toBe(429)
    expect(stopped.body).toMatchObject({ code: 'too-many-requests', message: '登录太频繁，请 15 分钟后再试' })
    server.clock.advance(loginWindowMs - 60_000)
    expect((await login(server, name, password, address)).body.message).toBe('登录太频繁，请 1 分钟后再试')
    server.clock.advance(60_001)
    expect((await login(server, name, password, address)).status).toBe(200)
  })

  test('guessing by a stranger does not keep the seller from signing in at his own address', async () => {
    const { name } = await newGuessedShop(server)
    const stranger = newAddress()
    for (let n = 0; n <= maxFailuresPerNameAndAddress; n++) await login(server, name, 'wrong', stranger)
    expect((await login(server, name, password)).status).toBe(200)
    expect((await login(server, name, password, stranger)).status).toBe(429)
  })

  test("guessing is limited per name over many addresses, and the owner's login does not reset that limit", async () => {
    const { name } = await newGuessedShop(server)
    for (let n = 1; n < maxFailuresPerName; n++) expect((await login(server, name, 'wrong')).status).toBe(422)
    expect((await login(server, name, password)).status).toBe(200)
    expect((await login(server, name, 'wrong')).status).toBe(422)
    expect((await login(server, name, 'wrong')).status).toBe(429)
  })

  test('a successful login resets the limit of its name and address', async () => {
    const { name } = await newGuessedShop(server)
    const address = newAddress()
    for (let n = 0; n < maxFailuresPerNameAndAddress - 1; n++) await login(server, name, 'wrong', address)
    expect((await login(server, name, password, address)).status).toBe(200)
    for (let n = 0; n < maxFailuresPerNameAndAddress - 1; n++) {
      expect((await login(server, name, 'wrong', address)).status).toBe(422)
    }
  })

  test('parallel guesses cannot exceed the limit', async () => {
    const { name } = await newGuessedShop(server)
    const address = newAddress()
    const asked = Array.from({ length: maxFailuresPerNameAndAddress * 3 }, () => login(server, name, 'wrong', address))
    const replies = await Promise.all(asked)
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(maxFailuresPerNameAndAddress)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(maxFailuresPerNameAndAddress * 2)
  })

  test('guessing by strangers never locks the owner out at a device from which he has signed in', async () => {
    const { name } = await newGuessedShop(server)
    const desk = newAddress()
    const device = (await login(server, name, password, desk)).body.device
    const at = server.clock.now()
    const keys = [`name:${name}`, `address:${desk}`, `pair:${JSON.stringify([name, desk])}`]
    const rows = keys.flatMap((key) => Array.from({ length: maxFailuresPerAddress }, () => ({ key, at })))
    await server.deps.db.insertInto('login_failure').values(rows).execute()
    const from = (note: string, secret: string, username = name, address = desk) =>
      server.call('POST', '/api/users/login', { body: { username, password: secret, device: note }, address })
    expect((await login(server, name, password, desk)).status).toBe(429)
    const again = await from(device, password)
    expect(again.status).toBe(200)
    // A device's token allows no further guesses, neither at its own name nor at another.
    for (let n = 0; n < maxFailuresPerNameAndAddress; n++)
      expect((await from(device, 'wrong', name, newAddress())).status).toBe(422)
    expect((await from(again.body.device, password, name, newAddress())).status).toBe(429)
    const other = await newGuessedShop(server)
    for (let n = 0; n < maxFailuresPerNameAndAddress; n++) await from(device, 'wrong', other.name, newAddress())
    expect((await login(server, other.name, password)).status).toBe(200)
    for (const note of ['', 'v1.AAAA', device.slice(0, -2)]) expect((await from(note, password)).status).toBe(429)
    server.clock.advance(181 * 24 * 60 * 60 * 1000)
    await server.deps.db
      .insertInto('login_failure')
      .values(keys.flatMap((key) => Array.from({ length: 60 }, () => ({ key, at: server.clock.now() }))))
      .execute()
    expect((await from(again.body.device, password)).status).toBe(429)
  })

  test('guessing is limited per address over many names, and other addresses are not affected', async () => {
    const address = newAddress()
    const at = server.clock.now()
    const rows = Array.from({ length: maxFailuresPerAddress }, () => ({ key: `address:${address}`, at }))
    await server.deps.db.insertInto('login_failure').values(rows).execute()
    const { name } = await newGuessedShop(server)
    expect((await login(server, name, password, address)).status).toBe(429)
    expect((await login(server, name, password)).status).toBe(200)
  })

  test('a guess counts for the address that a trusted proxy reports, and other clients cannot report one', async () => {
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
    // Some proxies add the port, which would make every connection another caller.
    expect(await key('::ffff:10.0.0.1', '203.0.113.7:61234')).toContain('address:203.0.113.7')
    expect(await key('10.0.0.1', '"[2001:db8:1:2:3::4]:443"')).toContain('address:2001:db8:1:2::/64')
    // A value that is no address was not written by the proxy.
    expect(await key('10.0.0.1', 'unknown')).toContain('address:10.0.0.1')
  })

  test('guesses from one IPv6 network count as from one address', async () => {
    const { name } = await newGuessedShop(server)
    const from = (n: number) => login(server, name, 'wrong', `2001:db8:7:8:${n.toString(16)}::${n + 1}`)
    for (let n = 0; n < maxFailuresPerNameAndAddress; n++) expect((await from(n)).status).toBe(422)
    expect((await from(99)).status).toBe(429)
    expect((await login(server, name, password, '2001:db8:7:9::1')).status).toBe(200)
  })

  test('pages of other sites cannot guess, because they can send text but no JSON without permission', async () => {
    const { name } = await newGuessedShop(server)
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
