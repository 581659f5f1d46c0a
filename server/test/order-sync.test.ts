/** Orders read from the embedded marketplace by the task runner; nothing here waits for real time. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listOrders } from '../domain/orders/list'
import { beginSync, overlapMs, readSync } from '../domain/orders/sync'
import { leaseMs } from '../jobs/tasks'
import { createSignal } from '../kernel/signal'
import type { Marketplace, MarketplaceOrder } from '../ports/marketplace'
import { type Domain, expectFailure, openDomain } from './domain'
import { contentOf, everything, imageOf } from './order-shop'
import { day, lineOf, minute, openSyncSeller, session, start, tradeOf } from './sync-seller'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const openSeller = () => openSyncSeller(domain)

describe('a sync', () => {
  test('takes over what the marketplace has, with its long numbers, lines, designs and reasons to wait', async () => {
    const { put, sync, ctx } = await openSeller()
    const info = { id: 'd1', phoneModelName: 'iPhone 15', customizedImageUrl: 'https://img.example.com/a.png' }
    const text = [{ id: 44, content: contentOf(info) }]
    const customization = JSON.stringify({ itemId: 1, skuId: 2, text, pic: [], dingzhi: ';pluginId:182;' })
    const trade = tradeOf(start - 40 * day, {
      lines: [
        lineOf({ customization, num: 3 }),
        lineOf({ status: 'TRADE_CLOSED_BY_TAOBAO' }),
        lineOf({ refund_status: 'WAIT_SELLER_AGREE' }),
      ],
    })
    put(trade)
    put(tradeOf(start - 91 * day))
    expect(await sync()).toMatchObject({ status: 2, errorMessage: null, fetched: 1, created: 1, updated: 0 })
    const [order] = (await listOrders(ctx, everything)).items
    expect(order).toMatchObject({ originalId: trade.tid, createdAt: start - 40 * day, mergeSplitStatus: 'INDEPENDENT' })
    expect(order?.orderItems.map(({ originalId }) => originalId)).toEqual(trade.lines.map(({ oid }) => oid))
    expect(order?.orderItems.map(({ hold }) => hold)).toEqual([null, '交易已关闭，请不要生产', '买家申请了退款，请先不要生产'])
    expect(order?.orderItems[0]).toMatchObject({
      quantity: 3,
      imageUrl: 'https://img04.taobaocdn.com/a.jpg',
      customizations: [{ phoneModelName: 'iPhone 15' }],
    })
    expect(await imageOf(ctx, order?.orderItems[0]?.customizations[0])).toBe('https://img.example.com/a.png')
  })

  test('after the first reads changes only, from a little before where the last one ended', async () => {
    const { put, sync, simulator, advance, now, numbers: shown } = await openSeller()
    const old = [tradeOf(start - 5 * day), tradeOf(start - 4 * day)]
    old.forEach(put)
    expect(await sync()).toMatchObject({ fetched: 2, created: 2 })
    const [asked, listed] = [simulator.count('taobao.trade.fullinfo.get'), simulator.count('taobao.trades.sold.get')]
    advance(30 * minute)
    // Told late: it changed before the last sync ended.
    const late = tradeOf(start - overlapMs + minute)
    put(late)
    put({ ...(old[0] ?? late), modified: new Date(now() - minute), lines: [lineOf({ num: 2 })] })
    expect(await sync()).toMatchObject({ status: 2, fetched: 2, created: 1, updated: 1 })
    expect(simulator.count('taobao.trade.fullinfo.get')).toBe(asked + 2)
    expect(simulator.count('taobao.trades.sold.get')).toBe(listed)
    expect((await shown()).sort()).toEqual([...old, late].map(({ tid }) => tid).sort())
    advance(3 * day)
    const before = simulator.count('taobao.trades.sold.increment.get')
    // The order that changed a minute before the last one ended comes again, and is known.
    expect(await sync()).toMatchObject({ status: 2, fetched: 1, created: 0, updated: 0 })
    // Three days and the overlap: a question for each day begun.
    expect(simulator.count('taobao.trades.sold.increment.get')).toBe(before + 4)
  })

  test('loses no order that moves between pages while it reads', async () => {
    const { put, ctx, shopId, runnerOf, now, numbers: shown } = await openSeller()
    const all = Array.from({ length: 95 }, (_, n) => tradeOf(start - 3 * day + n * minute))
    all.forEach(put)
    const moving: Marketplace = {
      ...ctx.marketplace,
      async *orders(of, range) {
        for await (const page of ctx.marketplace.orders(of, range)) {
          yield page
          // The oldest of the last page, already read, changes: everything behind it moves up by one.
          const first = all.find(({ tid }) => tid === page.at(-1)?.originalId)
          if (first) put({ ...first, modified: new Date(now()), created: first.created })
        }
      },
    }
    // By change, as every sync but the first: the range is the one these orders leave.
    await ctx.db
      .insertInto('order_cursor')
      .values({ shop_id: shopId, modified_until: new Date(start - 4 * day) })
      .execute()
    const { id } = await beginSync(ctx, { shopId })
    const runner = runnerOf({ marketplace: moving })
    await runner.idle()
    await runner.stop()
    expect(await readSync(ctx, id)).toMatchObject({ status: 2, created: 95 })
    expect(new Set(await shown())).toEqual(new Set(all.map(({ tid }) => tid)))
  })

  test('that is asked for twice is one, and is nobody else’s', async () => {
    const { ctx, shopId } = await openSeller()
    const tasks = await Promise.all(Array.from({ length: 5 }, () => beginSync(ctx, { shopId })))
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(1)
    const stranger = { ...(await domain.seller()), tasks: createSignal() }
    await expectFailure(readSync(stranger, tasks[0]?.id ?? 0), 'not-found')
    await expectFailure(beginSync(stranger, { shopId }), 'not-found')
  })

  test('of a range reads that range, however often, and leaves the next one where it was', async () => {
    const { put, sync, numbers: shown } = await openSeller()
    const [before, inside, after] = [tradeOf(start - 30 * day), tradeOf(start - 20 * day), tradeOf(start - 10 * day)]
    ;[before, inside, after].forEach(put)
    const range = { createdAtStart: start - 25 * day, createdAtEnd: start - 15 * day }
    expect(await sync(range)).toMatchObject({ fetched: 1, created: 1 })
    expect(await sync(range)).toMatchObject({ fetched: 1, created: 0, updated: 0 })
    expect(await shown()).toEqual([inside.tid])
    expect(await sync()).toMatchObject({ fetched: 3, created: 2 })
  })

  test('beyond three months, backwards, or of a shop that nobody can ask is refused in words', async () => {
    const { ctx, shopId } = await openSeller()
    const { id: doudian } = await ctx.db
      .insertInto('shop')
      .values({ account_id: ctx.actor.accountId, type: 'DOUDIAN', name: '抖店' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const tooOld = beginSync(ctx, { shopId, createdAtStart: start - 100 * day })
    await expectFailure(tooOld, 'invalid', 'createdAtStart', '淘宝只提供最近三个月的订单，请选择 2025-12-02 或之后的时间')
    const backwards = beginSync(ctx, { shopId, createdAtStart: start - day, createdAtEnd: start - 2 * day })
    await expectFailure(backwards, 'invalid', 'createdAtStart', '结束时间早于开始时间')
    await expectFailure(beginSync(ctx, { shopId, createdAtStart: start + day }), 'invalid', 'createdAtStart', '开始时间还没有到')
    await expectFailure(beginSync(ctx, { shopId: doudian }), 'invalid', 'shopId', '请通过接口导入')
  })
})

describe('a sync that meets trouble', () => {
  test('says that the authorisation ended, and marks the shop', async () => {
    const { ctx, sync, simulator } = await openSeller()
    simulator.endSession(session)
    expect(await sync()).toMatchObject({ status: 3, errorMessage: '店铺授权已过期，请重新授权后再试' })
    const shop = await ctx.db
      .selectFrom('shop')
      .select('session_failed_at')
      .where('account_id', '=', ctx.actor.accountId)
      .executeTakeFirst()
    expect(shop?.session_failed_at).not.toBeNull()
    simulator.renewSession(session)
    expect(await sync()).toMatchObject({ status: 2 })
  })

  test('waits for the end of a rate limit, and tries again later when it lasts', async () => {
    const { put, sync, simulator, advance, ctx, shopId } = await openSeller()
    put(tradeOf(start - day))
    simulator.limitRate(2, 1)
    expect(await sync()).toMatchObject({ status: 2, created: 1 })
    simulator.limitRate(100, 30)
    expect(await sync()).toMatchObject({ status: 1 })
    simulator.limitRate(0, 0)
    advance(10 * minute)
    expect(await sync()).toMatchObject({ status: 2 })
    expect((await beginSync(ctx, { shopId })).status).toBe(1)
  })

  test('goes on where a process died, and counts nothing twice', async () => {
    const { put, ctx, shopId, runnerOf, advance, numbers: shown, reported } = await openSeller()
    const all = Array.from({ length: 90 }, (_, n) => tradeOf(start - 2 * day + n * minute))
    all.forEach(put)
    let goOn: () => void = () => undefined
    let reached: () => void = () => undefined
    const stuck = new Promise<void>((resolve) => {
      reached = resolve
    })
    const hanging: Marketplace = {
      ...ctx.marketplace,
      async *orders(of, range) {
        for await (const page of ctx.marketplace.orders(of, range)) {
          yield page
          await new Promise<void>((resolve) => {
            goOn = resolve
            reached()
          })
        }
      },
    }
    const { id } = await beginSync(ctx, { shopId })
    const dead = runnerOf({ marketplace: hanging })
    await stuck
    expect((await readSync(ctx, id)).created).toBeGreaterThan(0)
    advance(leaseMs + 1)
    const next = runnerOf()
    await next.idle()
    const done = await readSync(ctx, id)
    expect(done).toMatchObject({ status: 2, fetched: 90, created: 90, updated: 0 })
    // The dead one wakes up: its page is not taken over, and the task stays ended.
    goOn()
    await dead.idle()
    expect(await readSync(ctx, id)).toEqual(done)
    expect(await shown()).toHaveLength(90)
    expect(reported).toEqual([])
    await Promise.all([dead.stop(), next.stop()])
  })

  test('is given back when the server stops, and done by the next one', async () => {
    const { put, ctx, shopId, runnerOf } = await openSeller()
    Array.from({ length: 60 }, (_, n) => tradeOf(start - day + n * minute)).forEach(put)
    let stopping: Promise<void> | undefined
    const stopped: Marketplace = {
      ...ctx.marketplace,
      async *orders(of, range) {
        for await (const page of ctx.marketplace.orders(of, range)) {
          yield page
          stopping ??= runner.stop()
        }
      },
    }
    const { id } = await beginSync(ctx, { shopId })
    const runner = runnerOf({ marketplace: stopped })
    await runner.idle()
    await stopping
    const row = await ctx.db
      .selectFrom('sync_task')
      .select(['status', 'attempts', 'lease_until'])
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row).toEqual({ status: 1, attempts: 0, lease_until: null })
    const next = runnerOf()
    await next.idle()
    await next.stop()
    expect(await readSync(ctx, id)).toMatchObject({ status: 2, fetched: 60, created: 60 })
  })
})

test('a marketplace order without lines, or twice on a page, does no harm', async () => {
  const { ctx, shopId, runnerOf } = await openSeller()
  const order = (quantity: number): MarketplaceOrder => ({
    originalId: '1',
    createdAt: new Date(start),
    modifiedAt: new Date(start),
    buyerMessage: null,
    sellerMemo: null,
    items:
      quantity === 0
        ? []
        : [
            {
              originalId: '1',
              productOriginalId: null,
              skuOriginalId: null,
              title: 'a\u0000b',
              imageUrl: null,
              propertiesName: '',
              quantity,
              content: 'x\ud800',
              hold: null,
              merchantSku: null,
            },
          ],
  })
  const odd: Marketplace = {
    ...ctx.marketplace,
    async *orders() {
      yield [order(0), order(2)]
    },
  }
  const { id } = await beginSync(ctx, { shopId, createdAtStart: start - day })
  const runner = runnerOf({ marketplace: odd })
  await runner.idle()
  await runner.stop()
  expect(await readSync(ctx, id)).toMatchObject({ status: 2, created: 1, fetched: 2 })
  expect((await listOrders(ctx, everything)).items[0]?.orderItems).toMatchObject([{ title: 'ab', quantity: 2 }])
})
