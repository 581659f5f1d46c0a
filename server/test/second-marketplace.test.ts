/** A second marketplace beside Taobao, from the authorization of a shop to its products and orders, through the whole server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginDueSyncs } from '../domain/orders/automatic-sync'
import { orderSync } from '../domain/orders/sync'
import { authorizeShop } from '../domain/shops/sessions'
import type { Ctx } from '../kernel/context'
import { openTaskRunner } from './jobs'
import { taobaoSession } from './marketplace'
import { half, openSecondMarketplace, type StoredOrder, secondNick, secondSession, secondType } from './second-marketplace'
import { startTestServer, type TestServer, throwError } from './server'

type Second = ReturnType<typeof openSecondMarketplace>
const day = 86_400_000
const product = '65f0a1b2c3d4e5f60718293a'

let server: TestServer
let second: Second
let token: string
let ctx: Ctx
beforeAll(async () => {
  server = await startTestServer({
    publicUrl: 'https://kejiang.example',
    marketplaces: (clock) => {
      second = openSecondMarketplace(clock)
      return { [secondType]: second.marketplace }
    },
  })
  const account = await server.newAccount()
  token = account.token
  const actor = { accountId: account.accountId, userId: account.userId, username: 'x', permissions: [] }
  ctx = { ...server.deps, actor, traceId: 'test' }
})
afterAll(() => server.close())

const call = async (method: string, path: string, body?: unknown) => server.call(method, `/api/${path}`, { token, body })
const work = async () => {
  const runner = await openTaskRunner(ctx, [orderSync(ctx)], { report: (_, error) => throwError(error) })
  await runner.idle()
  await runner.stop()
}
const authorize = async (code: string) => {
  const begun = await call('POST', 'shops/authorization', { type: secondType })
  const state = new URL(begun.body.url).searchParams.get('state')
  return call('POST', 'shops/authorization/code', { code, state })
}
let shopId: number
const sync = async () => {
  const begun = await call('POST', 'orders/sync', { shopId })
  await work()
  return (await call('GET', `orders/sync/${begun.body.id}`)).body
}
const orders = async (): Promise<{ originalId: string; orderItems: Record<string, unknown>[] }[]> =>
  (await call('GET', `orders?shopId=${shopId}&pageSize=100`)).body.items
const put = (id: string, more: Partial<StoredOrder> = {}) => {
  const now = server.clock.now().getTime()
  second.gateway.orders.set(id, { id, created: now - day, modified: now, ...more })
}

describe('a shop on a second marketplace', () => {
  test('a shop of a second marketplace is authorised there, and stands beside one of Taobao', async () => {
    const ambiguous = await call('POST', 'shops/authorization', {})
    expect(ambiguous.body).toMatchObject({ code: 'invalid', message: '请选择店铺的平台：淘宝、小红书' })
    const none = await call('POST', 'shops/authorization', { type: 'JD' })
    expect(none.body).toMatchObject({ code: 'invalid', message: '京东店铺暂时不能授权' })
    const refused = await authorize('helper')
    expect(refused.body.message).toContain('子账号“客服一号”没有读取订单的权限')
    const shop = await authorize('owner')
    expect(shop.body).toMatchObject({ type: secondType, name: secondNick, authorization: { status: 'active' } })
    shopId = shop.body.id
    await authorizeShop(ctx, ctx.actor.accountId, taobaoSession, 'TAOBAO')
    expect((await call('GET', 'shops')).body.map(({ type }: { type: string }) => type)).toEqual([secondType, 'TAOBAO'])
    expect((await authorize('owner')).body.id).toBe(shopId)
    const changed = await call('PATCH', `shops/${shopId}`, { type: 'JD' })
    expect(changed.body.message).toBe('通过授权添加的店铺不能修改类型')
    expect((await authorizeShop(ctx, ctx.actor.accountId, secondSession, secondType)).shopId).toBe(shopId)
  })

  test('a shop of a second marketplace has the products that the marketplace gives by ids of its own form, whatever their texts hold', async () => {
    const long = `${'壳'.repeat(499)}📱尾`
    const skus = [
      { skuId: 6_912_345_678_901_234_567n, spec: `颜色:黑\u0000\u0007;型号:iPhone 15${half}` },
      { skuId: 'sku-2', spec: long },
    ]
    second.gateway.products.set(product, { id: product, fields: { itemId: product, title: `定制\u0000壳${half}\n新款`, skus } })
    const bare = '6900000000000000001'
    second.gateway.products.set(bare, { id: bare, fields: { itemId: BigInt(bare), skus: null } })
    const reply = await call('POST', 'products/sync', { shopId, productOriginalId: `${product} ${bare} missing-1` })
    expect([reply.status, reply.body.missing]).toEqual([200, ['missing-1']])
    expect(reply.body.products).toMatchObject([
      {
        originalId: product,
        title: '定制壳\n新款',
        skus: [
          { originalId: '6912345678901234567', propertiesName: '颜色:黑\u0007;型号:iPhone 15' },
          { originalId: 'sku-2', propertiesName: '壳'.repeat(499) },
        ],
      },
      { originalId: bare, skus: [] },
    ])
    const entered = await call('POST', 'products', {
      shopId,
      originalId: 'x',
      title: 'x',
      skus: [{ originalId: 'x', propertiesName: 'x' }],
    })
    expect(entered.body.message).toBe('该店铺的商品请用“同步商品”添加')
    const client = await call('POST', 'products/import', { shopId, products: [{ originalId: 'x', title: 'x', skus: [] }] })
    expect(client.status).toBe(422)
    expect((await call('GET', 'taobao_mini_app')).body).toMatchObject({ app: { name: '壳匠定制' } })
  })
})

describe('orders of a second marketplace', () => {
  const numbers = async () => (await orders()).map(({ originalId }) => originalId).sort()
  const idOf = (n: number) => `P71${String(n).padStart(16, '0')}`

  test('all orders come, though the list grows, repeats and turns round while it is read', async () => {
    for (let n = 1; n <= 8; n += 1) put(idOf(n))
    second.gateway.afterPage = (page) => {
      if (page < 3) put(idOf(20 + page))
    }
    expect(await sync()).toMatchObject({ status: 2, errorMessage: null, unread: [] })
    second.gateway.afterPage = () => undefined
    const all = [...second.gateway.orders.keys()].sort()
    expect(await numbers()).toEqual(all)
    // Nothing is imported again that did not change, and a change is.
    const changedAt = server.clock.now().getTime() + 60_000
    server.clock.advance(5 * 60_000)
    put(idOf(3), { modified: changedAt, fields: { memo: '加急' } })
    expect(await sync()).toMatchObject({ created: 0, updated: 1 })
  })

  test('an order is stored whatever its texts hold, and with what is missing left empty', async () => {
    const customized = JSON.stringify({ v: 1, phoneCaseCustomizationInfos: [{ id: 'd-1', phoneModelName: 'iPhone 15\u0000' }] })
    const odd = { title: `壳\u0000${half}`, spec: `型号:iPhone 15\u0007${half}`, code: 'KJ\u0000-1', customized, count: 2 }
    put('P-odd', { fields: { remark: `请快\u0000点${half}`, memo: null, status: 77 }, line: odd })
    put('P-long', { line: { title: '壳'.repeat(5000), spec: '黑'.repeat(5000), code: '1'.repeat(5000) } })
    put('P-address', { line: { picture: 'javascript:alert(1)' } })
    expect(await sync()).toMatchObject({ status: 2, errorMessage: null, unread: [] })
    const read = await orders()
    const item = (id: string) => read.find(({ originalId }) => originalId === id)?.orderItems[0]
    expect(item('P-odd')).toMatchObject({ title: '壳', propertiesName: '型号:iPhone 15\u0007', quantity: 2, state: 'unknown' })
    expect(item('P-odd')?.customizations).toMatchObject([{ phoneModelName: 'iPhone 15' }])
    expect(String(item('P-long')?.title).length).toBeLessThanOrEqual(500)
    expect(item('P-address')?.imageUrl).toBeNull()
  })

  test('an order that cannot be stored is named with the reason, and the others come in', async () => {
    put('P-good')
    put('P-nul\u0000', {})
    put('P-line', { line: { lineId: `L\u0000${half}` } })
    put('P-nothing', { line: { lineId: null } })
    put('P-time', { fields: { createTime: 'gestern' } })
    put('P-many', { line: { count: 10_000_000_000 } })
    put('P-twice', {
      fields: {
        lines: [
          { lineId: 'same', count: 1 },
          { lineId: 'same', count: 2 },
        ],
      },
    })
    const done = await sync()
    expect(done).toMatchObject({ status: 2, errorMessage: null })
    expect(await numbers()).toEqual(expect.arrayContaining(['P-good', 'P-twice']))
    const reasons = new Map(done.unread.map((one: { originalId: string; reason: string }) => [one.originalId, one.reason]))
    expect(reasons.get('P-nothing')).toBe('小红书给出的订单里有商品没有编号或数量')
    expect(reasons.get('P-time')).toBe('平台给出的订单没有下单时间')
    expect(reasons.get('P-many')).toBe('平台给出的订单里有商品的数量无法识别')
    for (const id of ['P-nul', 'P-line']) expect(reasons.get(id), id).toContain('编号里有不能保存的字符')
    second.gateway.orders.delete('P-nul\u0000')
    for (const id of ['P-line', 'P-nothing', 'P-time', 'P-many']) put(id)
    expect((await sync()).unread.map(({ originalId }: { originalId: string }) => originalId)).toEqual(['P-nul'])
  })

  test('a range is refused by the limits of its marketplace, in its name', async () => {
    const createdAtStart = server.clock.now().getTime() - 31 * day
    const refused = await call('POST', 'orders/sync', { shopId, createdAtStart })
    expect(refused.body.message).toContain('小红书只提供最近30天的订单')
  })

  test('syncs begin by themselves at both marketplaces, and an ended session marks its own shop alone', async () => {
    server.clock.advance(day)
    expect(await beginDueSyncs(ctx, 60_000)).toBe(2)
    await work()
    expect(await beginDueSyncs(ctx, 60_000)).toBe(0)
    second.gateway.isEnded = true
    const ended = await sync()
    expect(ended).toMatchObject({ status: 3, errorMessage: expect.stringContaining('授权已过期') })
    const shops = (await call('GET', 'shops')).body
    expect(shops.map(({ authorization }: { authorization: { status: string } }) => authorization.status)).toEqual([
      'expired',
      'active',
    ])
  })

  test('on a server without an app there, the shop waits in words and its automatic syncs do not begin', async () => {
    const { TAOBAO } = ctx.marketplaces
    const without: Ctx = { ...ctx, marketplaces: TAOBAO ? { TAOBAO } : {} }
    second.gateway.isEnded = false
    await authorize('owner')
    server.clock.advance(day)
    expect(await beginDueSyncs(without, 60_000)).toBe(1)
    await work()
    const { rows } = { rows: await ctx.db.selectFrom('sync_task').select('subject').orderBy('id', 'desc').limit(1).execute() }
    expect(rows[0]?.subject).not.toBe(`shop:${shopId}`)
  })
})
