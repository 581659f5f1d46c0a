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
import { login, me, newAddress, newShop, password } from './merchant-users'
import { startTestServer, type TestServer } from './server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { isTrustedProxy: (address) => address === '10.0.0.1' } })
})
afterAll(() => server.close())

describe('guessing', () => {
  test('leaves no session behind when the password is changed while it is checked', async () => {
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

  test('is stopped per name and address, also for the right password, until the window has passed', async () => {
    const { name } = await newShop(server)
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

  test("by a stranger leaves the seller's own desk open", async () => {
    const { name } = await newShop(server)
    const stranger = newAddress()
    for (let n = 0; n <= maxFailuresPerNameAndAddress; n++) await login(server, name, 'wrong', stranger)
    expect((await login(server, name, password)).status).toBe(200)
    expect((await login(server, name, password, stranger)).status).toBe(429)
  })

  test('is stopped per name over many addresses, and not forgiven by the owner signing in', async () => {
    const { name } = await newShop(server)
    for (let n = 1; n < maxFailuresPerName; n++) expect((await login(server, name, 'wrong')).status).toBe(422)
    expect((await login(server, name, password)).status).toBe(200)
    expect((await login(server, name, 'wrong')).status).toBe(422)
    expect((await login(server, name, 'wrong')).status).toBe(429)
  })

  test('is forgiven by a success from the same address', async () => {
    const { name } = await newShop(server)
    const address = newAddress()
    for (let n = 0; n < maxFailuresPerNameAndAddress - 1; n++) await login(server, name, 'wrong', address)
    expect((await login(server, name, password, address)).status).toBe(200)
    for (let n = 0; n < maxFailuresPerNameAndAddress - 1; n++) {
      expect((await login(server, name, 'wrong', address)).status).toBe(422)
    }
  })

  test('cannot outrun the limit by asking in parallel', async () => {
    const { name } = await newShop(server)
    const address = newAddress()
    const asked = Array.from({ length: maxFailuresPerNameAndAddress * 3 }, () => login(server, name, 'wrong', address))
    const replies = await Promise.all(asked)
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(maxFailuresPerNameAndAddress)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(maxFailuresPerNameAndAddress * 2)
  })

  test('by strangers, from anywhere and beside him, never turns the owner away at a device he has signed in from', async () => {
    const { name } = await newShop(server)
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
    // Its note lets nobody guess on: not at this name, and not at another one.
    for (let n = 0; n < maxFailuresPerNameAndAddress; n++)
      expect((await from(device, 'wrong', name, newAddress())).status).toBe(422)
    expect((await from(again.body.device, password, name, newAddress())).status).toBe(429)
    const other = await newShop(server)
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

  test('is stopped per address over many names; other addresses go on', async () => {
    const address = newAddress()
    const at = server.clock.now()
    const rows = Array.from({ length: maxFailuresPerAddress }, () => ({ key: `address:${address}`, at }))
    await server.deps.db.insertInto('login_failure').values(rows).execute()
    const { name } = await newShop(server)
    expect((await login(server, name, password, address)).status).toBe(429)
    expect((await login(server, name, password)).status).toBe(200)
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
    const { name } = await newShop(server)
    const from = (n: number) => login(server, name, 'wrong', `2001:db8:7:8:${n.toString(16)}::${n + 1}`)
    for (let n = 0; n < maxFailuresPerNameAndAddress; n++) expect((await from(n)).status).toBe(422)
    expect((await from(99)).status).toBe(429)
    expect((await login(server, name, password, '2001:db8:7:9::1')).status).toBe(200)
  })

  test('is not done by pages of other sites, which can send text but not JSON unasked', async () => {
    const { name } = await newShop(server)
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
