/** Keys of shops: what is stored and said of them, renewals by one server at a time, and syncs of orders that came by a file before. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyedTypes } from '../../contract/rules/shop-types'
import { importOrders } from '../domain/orders/import'
import { listOrders } from '../domain/orders/list'
import { beginSync, orderSync, readSync } from '../domain/orders/sync'
import { checkKeys, putKeys, readKeys, removeKeys } from '../domain/shops/keys'
import { listOnSale, syncProducts } from '../domain/shops/products'
import { keyedSession } from '../domain/shops/renewal'
import { withSession } from '../domain/shops/sessions'
import { createShop, requireShop, updateShop } from '../domain/shops/shops'
import type { WechatStoreDouble } from '../embedded/marketplaces/wechat-store/double'
import type { Ctx } from '../kernel/context'
import { Failure, SessionExpired } from '../kernel/failure'
import type { OpenedKeys } from '../ports/marketplace'
import { sealedValues } from '../providers/sealed-values'
import { type Domain, openDomain } from './domain'
import { openTaskRunner } from './jobs'
import { type KeyedCase, keyedCases, openCase } from './keyed-cases'
import { everything } from './order-shop'

const start = Date.parse('2026-03-01T08:00:00Z')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

async function openShop(of: KeyedCase) {
  const opened = openCase(of, start)
  const ctx: Ctx = { ...(await domain.seller()), clock: opened.clock, marketplaces: { [of.type]: opened.marketplace } }
  const { id: shopId } = await createShop(ctx, { type: of.type, name: '我的店' })
  const { keys } = opened.double
  const typed = { appKey: keys.appKey, secret: keys.secret, ...(keys.extra === null ? {} : { extra: keys.extra }) }
  return {
    ...opened,
    ...{ ctx, shopId, typed },
    shop: () => requireShop(ctx, shopId),
    numbers: async () => (await listOrders(ctx, everything)).items.map(({ originalId }) => originalId).sort(),
    async sync() {
      const runner = await openTaskRunner(ctx, [orderSync(ctx)], { retryDelay: 0 })
      const { id } = await beginSync(ctx, { shopId })
      await runner.idle()
      await runner.stop()
      return readSync(ctx, id)
    },
  }
}

const failureOf = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.catch((cause: unknown) => cause)
  if (!(error instanceof Failure)) throw new Error(`no Failure: ${String(error)}`)
  return error
}

test('the products of a connected 微信小店 are listed, synced and marked as synced; before, the shop has none to list', async () => {
  const wechat = keyedCases.find(({ type }) => type === 'WECHAT_STORE')
  if (!wechat) throw new Error('no case of WeChat shops')
  const { ctx, shopId, typed, double } = await openShop(wechat)
  const sku_attrs = [{ attr_key: '适用机型', attr_value: 'iPhone 15 Pro' }]
  const skus = [{ sku_id: '21', sku_attrs }]
  ;(double as WechatStoreDouble).products.set('11', { title: '定制手机壳', status: 5, skus })
  await expect(listOnSale(ctx, { shopId })).rejects.toThrow('只有已授权或已连接的淘宝、微信小店店铺可以同步')
  await putKeys(ctx, shopId, typed)
  const row = { originalId: '11', title: '定制手机壳', imageUrl: null }
  expect(await listOnSale(ctx, { shopId })).toMatchObject({ items: [{ ...row, isSynced: false }], next: null, total: 1 })
  const { products, missing } = await syncProducts(ctx, { shopId, productOriginalId: ['11', '12'] })
  expect(products[0]?.skus).toMatchObject([{ originalId: '21', propertiesName: '适用机型:iPhone 15 Pro' }])
  expect(missing).toEqual(['12'])
  expect((await listOnSale(ctx, { shopId })).items).toMatchObject([{ ...row, isSynced: true }])
})

test('every type whose shops are connected with keys has a case here', () => {
  expect(keyedCases.map(({ type }) => type).sort()).toEqual([...keyedTypes].sort())
})

describe.each(keyedCases.map((of) => [of.name, of] as const))('keys of %s', (_, of) => {
  test('keys are checked before they are stored, are never returned, and connect the shop', async () => {
    const { ctx, shopId, typed, shop, double } = await openShop(of)
    expect(await readKeys(ctx, shopId)).toMatchObject({ appKey: null, checkedAt: null, problem: null })
    const wrong = await failureOf(putKeys(ctx, shopId, { ...typed, secret: 'wrong-secret' }))
    expect(wrong).toMatchObject({ code: 'invalid', issues: [{ path: 'body.secret' }] })
    expect((await shop()).authorization).toBeNull()
    const told = await putKeys(ctx, shopId, typed)
    expect(told).toMatchObject({ appKey: typed.appKey, checkedAt: start, problem: null })
    expect(JSON.stringify([told, await shop()])).not.toContain(typed.secret)
    expect((await shop()).authorization).toMatchObject({ status: 'active', subAccount: null })
    const stored = await ctx.db.selectFrom('shop_app').selectAll().where('shop_id', '=', shopId).executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(typed.secret)
    // A secret that is left out stays, as long as the app is the same.
    if (!of.needsExtraAgain)
      await expect(putKeys(ctx, shopId, { appKey: typed.appKey })).resolves.toMatchObject({ problem: null })
    expect(await failureOf(putKeys(ctx, shopId, { appKey: 'another' }))).toMatchObject({ issues: [{ path: 'body.secret' }] })
    expect(double.calls.length).toBeGreaterThan(0)
  })

  test('a marketplace that cannot be asked now stores nothing and says why', async () => {
    const { ctx, shopId, typed, double, shop } = await openShop(of)
    double.faults.address = '203.0.113.9'
    const refused = await failureOf(putKeys(ctx, shopId, typed))
    expect(refused.message).toMatch(/^没有保存：.*203\.0\.113\.9/)
    expect((await shop()).authorization).toBeNull()
  })

  test('a check says in words what is wrong, and that nothing is', async () => {
    const { ctx, shopId, typed, double, put } = await openShop(of)
    expect(await failureOf(checkKeys(ctx, shopId))).toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('还没有连接'),
    })
    put(1, { created: start - minute })
    await putKeys(ctx, shopId, typed)
    double.faults.address = '203.0.113.9'
    expect((await checkKeys(ctx, shopId)).problem).toContain('203.0.113.9')
    double.faults.address = null
    double.faults.withoutRight = true
    expect((await checkKeys(ctx, shopId)).problem).toContain('权限')
    double.faults.withoutRight = false
    expect(await checkKeys(ctx, shopId)).toMatchObject({ problem: null, checkedAt: start })
  })

  test('keys belong to one shop, and the type of a connected shop is fixed until they are removed', async () => {
    const { ctx, shopId, typed, shop, put, sync, numbers, double } = await openShop(of)
    await putKeys(ctx, shopId, typed)
    const { id: second } = await createShop(ctx, { type: of.type, name: '第二家' })
    const twice = await failureOf(putKeys(ctx, second, { ...typed, ...of.nextKeys?.(double) }))
    expect(twice).toMatchObject({ issues: [{ path: 'body.appKey', message: '这个店铺已经由“我的店”连接，不能再连接一次' }] })
    await expect(updateShop(ctx, shopId, { type: 'JD' })).rejects.toThrow('请先断开连接')
    put(1, { created: start - minute })
    // A new code ends the session that the last one opened.
    if (of.nextKeys) await putKeys(ctx, shopId, { ...typed, ...of.nextKeys(double) })
    expect(await sync()).toMatchObject({ status: 2, created: 1 })
    await removeKeys(ctx, shopId)
    expect((await shop()).authorization).toBeNull()
    expect(await readKeys(ctx, shopId)).toMatchObject({ appKey: null })
    expect(await numbers()).toHaveLength(1)
    await expect(beginSync(ctx, { shopId })).rejects.toThrow('还没有连接')
  })

  test('another account neither sees nor uses the keys', async () => {
    const { ctx, shopId, typed } = await openShop(of)
    await putKeys(ctx, shopId, typed)
    const stranger: Ctx = { ...(await domain.seller()), marketplaces: ctx.marketplaces }
    for (const work of [
      readKeys(stranger, shopId),
      putKeys(stranger, shopId, typed),
      checkKeys(stranger, shopId),
      removeKeys(stranger, shopId),
    ]) {
      expect((await failureOf(work)).code).toBe('not-found')
    }
  })

  test('a rotation of the key that seals finds every sealed value of a shop’s keys', async () => {
    const { ctx, shopId, typed } = await openShop(of)
    await putKeys(ctx, shopId, typed)
    const opened: (string | null)[] = []
    for await (const { value, owner } of sealedValues(ctx.db)) opened.push(ctx.sealer.open(value, owner))
    expect(opened).toEqual(expect.arrayContaining([typed.secret]))
    const row = await ctx.db.selectFrom('shop_app').selectAll().where('shop_id', '=', shopId).executeTakeFirstOrThrow()
    const sealed = Object.entries(row).filter(([name, value]) => name.endsWith('_sealed') && value !== null)
    expect(sealed.every(([, value]) => ctx.sealer.open(String(value), `shop-keys:${ctx.actor.accountId}`) !== null)).toBe(true)
  })

  test('orders that a file brought in stay the same lines when they are synced', async () => {
    const { ctx, shopId, typed, put, sync, numbers } = await openShop(of)
    const lines = [
      { sku: '20003', model: 'iPhone 15', color: '黑', code: 'KJ-3' },
      { sku: '20001', model: 'Mate 60', color: '白', code: 'KJ-9' },
      { sku: '20002', model: '小米 14', color: '黑', code: 'KJ-1' },
    ].slice(0, of.maxLines)
    const id = put(1, { created: start - hour, lines, memo: '加急', message: '送人' })
    await putKeys(ctx, shopId, typed)
    await of.importFile(ctx, shopId, { id, createdAt: start - hour, lines, memo: '加急', message: '送人' })
    const itemsOf = async () => {
      const rows = await ctx.db
        .selectFrom('order_item')
        .select(['id', 'original_id', 'merchant_sku', 'quantity'])
        .where('account_id', '=', ctx.actor.accountId)
        .orderBy('id')
        .execute()
      return rows
    }
    const before = await itemsOf()
    expect(before).toHaveLength(lines.length)
    expect(await sync()).toMatchObject({ status: 2, created: 0 })
    expect(await itemsOf()).toEqual(before)
    expect(await numbers()).toEqual([id])
    // Nothing changes any more when it is read again.
    expect(await sync()).toMatchObject({ created: 0, updated: 0 })
  })

  test.runIf(of.renews)('a sync goes on with the next session when its own ends or is lost', async () => {
    const { ctx, shopId, typed, put, sync, numbers, advance, double, shop } = await openShop(of)
    put(1, { created: start - hour })
    await putKeys(ctx, shopId, typed)
    expect(await sync()).toMatchObject({ status: 2, created: 1 })
    advance(30 * day)
    put(2, { created: start + 30 * day - hour })
    expect(await sync()).toMatchObject({ status: 2, created: 1 })
    put(3, { created: start + 30 * day - minute, modified: start + 30 * day - minute })
    double.faults.sessionsLost = true
    expect(await sync()).toMatchObject({ status: 2, created: 1 })
    expect(await numbers()).toHaveLength(3)
    expect((await shop()).authorization?.status).toBe('active')
  })

  test.runIf(of.renews)(
    'keys that the marketplace no longer accepts mark the shop with the reason, until they are entered anew',
    async () => {
      const { ctx, shopId, typed, sync, advance, double, shop } = await openShop(of)
      await putKeys(ctx, shopId, typed)
      const { secret } = double.keys
      Object.assign(double.keys, { secret: `${secret.slice(0, -1)}x` })
      advance(60 * day)
      const failed = await sync()
      expect(failed).toMatchObject({ status: 3, errorMessage: expect.stringContaining('不正确') })
      expect((await shop()).authorization?.status).toBe('expired')
      expect((await readKeys(ctx, shopId)).problem).toContain('不正确')
      await putKeys(ctx, shopId, { ...typed, secret: double.keys.secret, ...of.nextKeys?.(double) })
      expect(await sync()).toMatchObject({ status: 2 })
      expect((await shop()).authorization?.status).toBe('active')
    },
  )
})

describe('a renewal', () => {
  const [of] = keyedCases.filter(({ renews }) => renews)
  if (!of) throw new Error('no case renews its sessions')
  const api = (renew: (refresh: string | null) => Promise<OpenedKeys>) => ({
    example: null,
    open: async () => ({ session: 'one', refresh: 'r1', expiresAt: new Date(start + hour), endsAt: null }),
    renew: (_: unknown, refresh: string | null) => renew(refresh),
  })
  const openRenewal = async () => {
    const opened = await openShop(of)
    await putKeys(opened.ctx, opened.shopId, opened.typed)
    const shop = { accountId: opened.ctx.actor.accountId, shopId: opened.shopId }
    const refresh_sealed = opened.ctx.sealer.seal('r1', `shop-keys:${shop.accountId}`)
    await opened.ctx.db
      .updateTable('shop_app')
      .set({ refresh_sealed, token_expires_at: new Date(start + hour) })
      .where('shop_id', '=', shop.shopId)
      .execute()
    return { ...opened, shop }
  }

  test('of two servers that renew at once one does it, the other takes its session, and what renews is used once', async () => {
    const { ctx, shop, advance } = await openRenewal()
    advance(hour)
    const used: (string | null)[] = []
    let goOn: () => void = () => undefined
    const isWaiting = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const keys = api(async (refresh) => {
      used.push(refresh)
      await isWaiting
      return { session: 'two', refresh: 'r2', expiresAt: new Date(start + 9 * hour), endsAt: null }
    })
    const pause = async () => goOn()
    const sessions = await Promise.all([keyedSession(ctx, shop, keys, { pause }), keyedSession(ctx, shop, keys, { pause })])
    expect([sessions, used]).toEqual([['two', 'two'], ['r1']])
    advance(9 * hour)
    await keyedSession(ctx, shop, keys)
    expect(used).toEqual(['r1', 'r2'])
  })

  test('a lease of a server that died ends, and keys that were entered meanwhile stay', async () => {
    const { ctx, shop, shopId, typed, advance, double } = await openRenewal()
    advance(hour)
    await ctx.db
      .updateTable('shop_app')
      .set({ renewing_until: new Date(Date.now() - 1000) })
      .where('shop_id', '=', shopId)
      .execute()
    const keys = api(async () => {
      double.faults.sessionsLost = false
      await putKeys(ctx, shopId, typed)
      return { session: 'late', refresh: 'r9', expiresAt: new Date(start + 9 * hour), endsAt: null }
    })
    const session = await keyedSession(ctx, shop, keys)
    expect(session).not.toBe('late')
  })

  test('a renewal that fails for a moment is tried again by the next call, and marks nothing', async () => {
    const { ctx, shop, shopId, advance } = await openRenewal()
    advance(hour)
    let failures = 1
    const keys = api(async () => {
      if (failures-- > 0) throw new Failure('upstream-failed', '暂时没有响应')
      return { session: 'two', refresh: 'r2', expiresAt: new Date(start + 9 * hour), endsAt: null }
    })
    await expect(keyedSession(ctx, shop, keys)).rejects.toThrow('暂时没有响应')
    expect(await readKeys(ctx, shopId)).toMatchObject({ problem: null })
    expect(await keyedSession(ctx, shop, keys)).toBe('two')
  })

  test('a session that is refused again right after its renewal ends in words, not in a loop', async () => {
    const { ctx, shopId, double } = await openRenewal()
    const refusing = async () => {
      throw new SessionExpired()
    }
    const port = ctx.marketplaces[of.type]
    if (!port) throw new Error('no marketplace')
    const marketplaces = { [of.type]: { ...port, checkOrders: refusing } }
    await expect(
      withSession({ ...ctx, marketplaces }, { accountId: ctx.actor.accountId, shopId }, (session, found) =>
        found.checkOrders(session, new Date(start)),
      ),
    ).rejects.toBeInstanceOf(SessionExpired)
    expect((await requireShop(ctx, shopId)).authorization?.status).toBe('expired')
    expect(double.keys).toBeDefined()
  })
})

test('importOrders of the interface keeps the numbers that it gives, also where they look counted', async () => {
  const { ctx, shopId } = await openShop(keyedCases[0] as KeyedCase)
  const item = (originalId: string, propertiesName: string) => ({
    originalId,
    title: '壳',
    propertiesName,
    quantity: 1,
    content: null,
  })
  const order = (orderItems: ReturnType<typeof item>[]) => ({
    ...{
      originalId: 'A',
      createdAt: start,
      isPlatformOrder: true,
      mergeSplitStatus: 'INDEPENDENT' as const,
      childOrders: [],
      orderItems,
    },
  })
  await importOrders(ctx, shopId, [order([item('A-1', '型号:甲'), item('A-2', '型号:乙')])], { source: 'api' })
  await importOrders(ctx, shopId, [order([item('A-1', '型号:乙'), item('A-2', '型号:甲')])], { source: 'api' })
  const rows = await ctx.db
    .selectFrom('order_item')
    .select(['original_id', 'properties_name'])
    .where('account_id', '=', ctx.actor.accountId)
    .orderBy('original_id')
    .execute()
  expect(rows.map((row) => row.properties_name)).toEqual(['型号:乙', '型号:甲'])
})
