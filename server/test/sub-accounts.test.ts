import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensurePassword } from '../domain/users/accounts'
import { login, me, newShop, password } from './merchant-users'
import { startTestServer, type TestServer } from './server'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { isTrustedProxy: (address) => address === '10.0.0.1' } })
})
afterAll(() => server.close())

describe('sub-accounts', () => {
  const body = { username: '客服1', password: 'long enough', permissions: ['templates'] }

  test('a sub-account signs in under the main name, with a full-width colon too, and has only its permissions', async () => {
    const { name } = await newShop(server)
    const { token } = (await login(server, name, password)).body
    const made = await server.call('POST', '/api/users/sub_accounts', { token, body })
    expect(made.body).toMatchObject({ username: `${name}:客服1`, permissions: ['templates'], enabled: true })
    const signedIn = await login(server, `${name}：客服1`, 'long enough')
    expect((await me(server, signedIn.body.token)).body).toEqual({
      username: `${name}:客服1`,
      mainUsername: name,
      permissions: ['templates'],
    })
    const collection = await server.call('POST', '/api/design_template_collections', {
      token: signedIn.body.token,
      body: { name: '春季' },
    })
    expect(collection.status).toBe(200)
    const brand = await server.call('POST', '/api/phone_brands', { token: signedIn.body.token, body: { name: '苹果' } })
    expect(brand.body).toMatchObject({ code: 'subuser.has-no-permission', message: '该子帐号无此操作权限' })
  })

  test('a sub-account loses its sessions when disabled, when its password changes and when removed', async () => {
    const { name } = await newShop(server)
    const { token } = (await login(server, name, password)).body
    const { id } = (await server.call('POST', '/api/users/sub_accounts', { token, body })).body
    const path = `/api/users/sub_accounts/${id}`
    const signIn = async (secret: string): Promise<string> => (await login(server, `${name}:客服1`, secret)).body.token

    const first = await signIn('long enough')
    expect((await server.call('PATCH', path, { token, body: { enabled: false } })).body.enabled).toBe(false)
    expect((await me(server, first)).status).toBe(401)
    expect((await login(server, `${name}:客服1`, 'long enough')).body.message).toBe('用户名或密码错误')

    await server.call('PATCH', path, { token, body: { enabled: true } })
    const second = await signIn('long enough')
    await server.call('PATCH', path, { token, body: { password: 'another long one' } })
    expect((await me(server, second)).status).toBe(401)

    const third = await signIn('another long one')
    await server.call('DELETE', path, { token })
    expect((await me(server, third)).status).toBe(401)
    expect((await server.call('GET', '/api/users/sub_accounts', { token })).body).toEqual([])
  })

  test('two sub-accounts cannot have the same name', async () => {
    const { token } = await server.newAccount()
    await server.call('POST', '/api/users/sub_accounts', { token, body })
    const again = await server.call('POST', '/api/users/sub_accounts', { token, body })
    expect(again.status).toBe(422)
    expect(again.body.issues[0]).toMatchObject({ path: 'body.username', message: '该子账号已存在' })
  })

  test('a sub-account that manages users cannot extend its permissions or take over a stronger colleague', async () => {
    const { name } = await newShop(server)
    const main = (await login(server, name, password)).body.token
    const make = async (username: string, permissions: string[]): Promise<number> =>
      (await server.call('POST', '/api/users/sub_accounts', { token: main, body: { ...body, username, permissions } })).body.id
    const manager = await make('manager', ['users', 'templates'])
    const stronger = await make('stronger', ['credits'])
    const weaker = await make('weaker', ['templates'])
    const { token } = (await login(server, `${name}:manager`, 'long enough')).body
    const patch = (id: number, change: object) => server.call('PATCH', `/api/users/sub_accounts/${id}`, { token, body: change })

    expect((await patch(manager, { permissions: ['users', 'templates'] })).body.code).toBe('subuser.has-no-permission')
    expect((await patch(stronger, { password: 'taken over!!' })).body.code).toBe('subuser.has-no-permission')
    expect((await patch(weaker, { permissions: ['credits'] })).body.issues[0].path).toBe('body.permissions')
    expect((await patch(weaker, { permissions: [] })).body.permissions).toEqual([])
    const create = await server.call('POST', '/api/users/sub_accounts', { token, body: { ...body, permissions: ['credits'] } })
    expect(create.body.issues[0].path).toBe('body.permissions')
  })
})

describe('a sub-account with a set-up link', () => {
  test('a sub-account sets its password once by link, and a reset link replaces the former one', async () => {
    const { name } = await newShop(server)
    const { token } = (await login(server, name, password)).body
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
    expect((await me(server, redeemed.body.token)).body).toMatchObject({ username: `${name}:li`, permissions: ['orders'] })
    expect((await redeem(reset.body.setupToken)).status).toBe(422)
    const [row] = (await server.call('GET', '/api/users/sub_accounts', { token })).body
    expect(row).toMatchObject({ hasPassword: true, setupExpiresAt: null })
  })

  test('a sub-account is renamed, but not to the name of another', async () => {
    const { name } = await newShop(server)
    const { token } = (await login(server, name, password)).body
    const make = (username: string) =>
      server.call('POST', '/api/users/sub_accounts', { token, body: { username, password: 'long enough', permissions: [] } })
    const { id } = (await make('li')).body
    await make('wang')
    const rename = (username: string) => server.call('PATCH', `/api/users/sub_accounts/${id}`, { token, body: { username } })
    expect((await rename('wang')).body.issues[0]).toMatchObject({ path: 'body.username', message: '该子账号已存在' })
    expect((await rename('li')).status).toBe(200)
    expect((await rename('zhao')).body.username).toBe(`${name}:zhao`)
    expect((await login(server, `${name}:zhao`, 'long enough')).status).toBe(200)
    expect((await login(server, `${name}:li`, 'long enough')).status).toBe(422)
  })
})

describe("changing one's own password", () => {
  const change = (token: string, now: string, newPassword: string) =>
    server.call('POST', '/api/users/password', { token, body: { password: now, newPassword } })

  test('changing the password needs the current one and ends the other sessions', async () => {
    const { name } = await newShop(server)
    const here = (await login(server, name, password)).body.token
    const there = (await login(server, name, password)).body.token
    const wrong = await change(here, 'not the password', 'a better one!')
    expect(wrong.body.issues[0]).toMatchObject({ path: 'body.password', message: '当前密码不正确' })
    expect((await change(here, password, 'short')).body.issues[0].path).toBe('body.newPassword')
    expect((await change(here, password, 'a better one!')).status).toBe(200)
    expect([(await me(server, here)).status, (await me(server, there)).status]).toEqual([200, 401])
    expect((await login(server, name, password)).status).toBe(422)
    expect((await login(server, name, 'a better one!')).status).toBe(200)
  })

  test('guesses of the current password in an open session are limited', async () => {
    const { name } = await newShop(server)
    const { token } = (await login(server, name, password)).body
    for (let tries = 0; tries < 8; tries += 1) expect((await change(token, `guess ${tries}`, 'a better one!')).status).toBe(422)
    expect((await change(token, password, 'a better one!')).status).toBe(429)
    // The owner can still sign in elsewhere.
    expect((await login(server, name, password)).status).toBe(200)
  })

  test('signing out everywhere ends every session at once', async () => {
    const { name } = await newShop(server)
    const tokens = [(await login(server, name, password)).body.token, (await login(server, name, password)).body.token]
    expect((await server.call('POST', '/api/users/logout_everywhere', { token: tokens[0] })).status).toBe(200)
    expect(await Promise.all(tokens.map(async (token) => (await me(server, token)).status))).toEqual([401, 401])
  })
})

test('ensurePassword sets the printed password and leaves a right one and its sessions unchanged', async () => {
  const { name } = await newShop(server)
  const { token } = (await login(server, name, password)).body
  await ensurePassword(server.deps, name, password)
  expect((await me(server, token)).status).toBe(200)
  await ensurePassword(server.deps, name, 'printed at start')
  expect((await me(server, token)).status).toBe(401)
  expect((await login(server, name, 'printed at start')).status).toBe(200)
})
