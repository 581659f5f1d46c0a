import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { productSync } from '../../../contract/schemas/shops'
import { taobaoSession } from '../../test/marketplace'
import { startTestServer, type TestAccount, type TestServer } from '../../test/server'
import { authorizeShop } from './sessions'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Seller extends TestAccount {
  call(method: string, path: string, body?: unknown): ReturnType<TestServer['call']>
  addShop(type?: string): Promise<number>
  /** Adds a Taobao shop with a valid session. */
  authorize(): Promise<number>
}

async function seller(): Promise<Seller> {
  const account = await server.newAccount()
  const call = (method: string, path: string, body?: unknown) =>
    server.call(method, `/api/${path}`, { token: account.token, body })
  return {
    ...account,
    call,
    addShop: async (type = 'DOUDIAN') => (await call('POST', 'shops', { type, name: '一号店' })).body.id,
    authorize: async () => (await authorizeShop(server.deps, account.accountId, taobaoSession)).shopId,
  }
}

describe('shops', () => {
  test('shops are listed in the order they were added, renamed, and moved to another platform', async () => {
    const { call } = await seller()
    const first = (await call('POST', 'shops', { type: 'DOUDIAN', name: '  一号店 ' })).body
    expect(first).toEqual({
      id: first.id,
      type: 'DOUDIAN',
      name: '一号店',
      boundAt: server.clock.now().getTime(),
      authorization: null,
    })
    await call('POST', 'shops', { type: 'OFFLINE_STORE', name: '线下' })
    const renamed = await call('PATCH', `shops/${first.id}`, { type: 'KUAISHOU', name: '快手店' })
    expect(renamed.body).toEqual({ ...first, type: 'KUAISHOU', name: '快手店' })
    const { body } = await call('GET', 'shops')
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['快手店', '线下'])
  })

  test.each([
    [{ name: '店' }, 'body.type', '必须选择店铺类型'],
    [{ type: 'EBAY', name: '店' }, 'body.type', '必须选择店铺类型'],
    [{ type: 'TAOBAO', name: '店' }, 'body.type', '该类型的店铺只能通过授权添加'],
    [{ type: 'SDK', name: '店' }, 'body.type', '暂时不能添加该类型的店铺'],
    [{ type: 'JD' }, 'body.name', '必须填写店铺名称'],
    [{ type: 'JD', name: '  ' }, 'body.name', '必须填写店铺名称'],
    [{ type: 'JD', name: '一二三四五六七八九十一二三四五六七八九十一' }, 'body.name', '限制不能超过20个字符'],
  ])('the shop %j is refused', async (body, path, message) => {
    const { call } = await seller()
    const reply = await call('POST', 'shops', body)
    expect([reply.status, reply.body.issues[0]]).toEqual([422, expect.objectContaining({ path, message })])
  })

  test('the name of a shop may have twenty characters, counted as people count them', async () => {
    const { call } = await seller()
    const name = '😀'.repeat(20)
    expect((await call('POST', 'shops', { type: 'JD', name })).body.name).toBe(name)
  })

  test('shops added by authorization keep their type, and no other can get such a type', async () => {
    const { call, authorize, addShop } = await seller()
    const taobao = await authorize()
    expect((await call('PATCH', `shops/${taobao}`, { type: 'JD' })).body.issues[0].message).toBe('通过授权添加的店铺不能修改类型')
    expect((await call('PATCH', `shops/${taobao}`, { type: 'TAOBAO', name: '新名' })).body).toMatchObject({ name: '新名' })
    const other = await addShop()
    expect((await call('PATCH', `shops/${other}`, { type: 'TAOBAO' })).body.issues[0].message).toBe(
      '该类型的店铺只能通过授权添加',
    )
  })
})

describe('an authorisation', () => {
  test('an authorization creates the seller’s shop, and later renews it under the name the seller gave', async () => {
    const { accountId, call } = await seller()
    const made = await authorizeShop(server.deps, accountId, taobaoSession)
    expect(made).toMatchObject({ nick: '壳匠演示店', created: true })
    await call('PATCH', `shops/${made.shopId}`, { name: '旗舰店' })
    expect(await authorizeShop(server.deps, accountId, taobaoSession)).toEqual({ ...made, created: false })
    const { body } = await call('GET', 'shops')
    expect(body).toEqual([
      expect.objectContaining({
        id: made.shopId,
        type: 'TAOBAO',
        name: '旗舰店',
        authorization: { nick: '壳匠演示店', status: 'active', expiresAt: null, subAccount: null },
      }),
    ])
  })

  test('an authorization with a wrong session creates no shop', async () => {
    const { accountId, call } = await seller()
    await expect(authorizeShop(server.deps, accountId, 'wrong')).rejects.toThrow('店铺授权已过期')
    expect((await call('GET', 'shops')).body).toEqual([])
  })

  test('an authorization is stored sealed: neither the row, nor a response, nor the log contains the session', async () => {
    const { call, authorize } = await seller()
    const id = await authorize()
    const row = await server.deps.db.selectFrom('shop').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const shown = await call('GET', 'shops')
    server.gateway.endSession(taobaoSession)
    const failed = await call('POST', 'products/sync', { shopId: id, productOriginalId: '700000000001' })
    server.gateway.renewSession(taobaoSession)
    for (const text of [JSON.stringify(row), shown.text, failed.text, server.logged.map(String).join()]) {
      expect(text).not.toContain(taobaoSession)
    }
    expect(row.session_sealed).toMatch(/^v1\./)
  })

  test('an expired authorization is shown on the shop, and a renewed one, too', async () => {
    const { call, authorize } = await seller()
    const shopId = await authorize()
    const sync = () => call('POST', 'products/sync', { shopId, productOriginalId: '700000000001' })
    const status = async () => (await call('GET', 'shops')).body[0].authorization.status
    server.gateway.endSession(taobaoSession)
    expect((await sync()).body).toMatchObject({ code: 'upstream-failed', message: '店铺授权已过期，请重新授权后再试' })
    expect(await status()).toBe('expired')
    server.gateway.renewSession(taobaoSession)
    expect((await sync()).status).toBe(200)
    expect(await status()).toBe('active')
    server.gateway.endSession(taobaoSession)
    await sync()
    server.gateway.renewSession(taobaoSession)
    await authorize()
    expect(await status()).toBe('active')
  })

  test('an authorization copied to another account’s row cannot be opened there', async () => {
    const { call, authorize } = await seller()
    const shopId = await authorize()
    const stranger = await seller()
    const theirs = await stranger.authorize()
    const { db } = server.deps
    const row = await db.selectFrom('shop').select('session_sealed').where('id', '=', theirs).executeTakeFirstOrThrow()
    await db.updateTable('shop').set(row).where('id', '=', shopId).execute()
    const reply = await call('POST', 'products/sync', { shopId, productOriginalId: '1' })
    expect(reply.body).toMatchObject({ code: 'operator-needed', message: expect.stringContaining('请联系客服检查服务器的密钥') })
    expect((await call('GET', 'shops')).body[0].authorization.status).toBe('active')
  })

  test('a sub-account without permission is refused without an expired authorization', async () => {
    const { call, authorize } = await seller()
    const shopId = await authorize()
    server.gateway.refuseSubAccount(taobaoSession)
    const reply = await call('POST', 'products/sync', { shopId, productOriginalId: '1' })
    server.gateway.refuseSubAccount(taobaoSession, false)
    expect([reply.status, reply.body.code, reply.body.message]).toEqual([
      422,
      'subuser.has-no-permission',
      '该子帐号无此操作权限',
    ])
    expect((await call('GET', 'shops')).body[0].authorization.status).toBe('active')
  })
})

describe('the ids of a sync', () => {
  const parse = (text: string) => productSync.safeParse({ shopId: 1, productOriginalId: text })

  test('the ids of a sync are split by comma, Chinese comma, line and space, trimmed, each once, in the given order', () => {
    const separator = fc.stringMatching(/^[,，\s\u3000]+$/).filter((text) => text.length > 0)
    const id = fc.integer({ min: 1, max: 10 ** 9 }).map(String)
    fc.assert(
      fc.property(
        fc.array(id, { minLength: 1, maxLength: 20 }),
        fc.array(separator, { minLength: 22, maxLength: 22 }),
        (ids, between) => {
          const text = between[21] + ids.map((one, at) => one + (between[at] ?? ' ')).join('')
          const result = parse(text)
          expect(result.data?.productOriginalId).toEqual([...new Set(ids)])
        },
      ),
    )
  })

  test.each([
    ['', '请输入商品ID'],
    [' ,，\n', '请输入商品ID'],
    [Array.from({ length: 21 }, (_, n) => n + 1).join(), '一次最多 20 个商品ID'],
  ])('the ids %j of a sync are refused', (text, message) => {
    expect(parse(text).error?.issues[0]?.message).toBe(message)
  })

  test('a sync accepts fifty ids with repetitions as long as twenty are left', () => {
    expect(parse(Array.from({ length: 50 }, (_, n) => n % 20).join('，')).data?.productOriginalId).toHaveLength(20)
  })
})

describe('the mini-app', () => {
  test('there is no mini-app without an authorized shop', async () => {
    const { call } = await seller()
    expect((await call('GET', 'taobao_mini_app')).body).toEqual({ app: null })
    expect((await call('GET', 'taobao_mini_app_templates')).body).toEqual([])
    expect((await call('POST', 'taobao_mini_app/update_version', { templateVersion: '1.3.0' })).body.message).toBe(
      '没有授权有效的淘宝店铺，请先授权店铺',
    )
  })

  test('the mini-app is shown, updated to another version, and still shown after the authorization expired', async () => {
    const { call, authorize } = await seller()
    await authorize()
    const before = (await call('GET', 'taobao_mini_app')).body.app
    expect(before).toMatchObject({ appId: '3000000098765432', name: '壳匠定制' })
    const { body: templates } = await call('GET', 'taobao_mini_app_templates')
    expect(templates.map(({ templateVersion }: { templateVersion: string }) => templateVersion)).toEqual([
      '1.3.0',
      '1.2.0',
      '1.1.0',
    ])
    const wrong = await call('POST', 'taobao_mini_app/update_version', { templateVersion: '7.7.7' })
    expect(wrong.body.issues[0]).toMatchObject({ path: 'body.templateVersion', message: '该版本不存在，请刷新后重新选择' })
    const updated = await call('POST', 'taobao_mini_app/update_version', { templateVersion: '1.3.0' })
    expect(updated.body.app).toEqual({ ...before, templateVersion: '1.3.0' })
    expect((await call('GET', 'taobao_mini_app')).body.app.templateVersion).toBe('1.3.0')
    server.gateway.endSession(taobaoSession)
    const ended = await call('GET', 'taobao_mini_app')
    server.gateway.renewSession(taobaoSession)
    expect(ended.body.app.templateVersion).toBe('1.3.0')
  })
})
