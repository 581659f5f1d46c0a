/** Syncs of orders from the embedded marketplace by the engine of jobs, without waiting for real time. */

import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listOrders } from '../domain/orders/list'
import { beginSync, readSync } from '../domain/orders/sync'
import { overlapMs } from '../domain/orders/sync-plan'
import { unknownSession } from '../embedded/marketplaces/taobao/gateway'
import type { Marketplace, MarketplaceOrder } from '../ports/marketplace'
import { type Domain, expectFailure, openDomain } from './domain'
import { endRetryDelays } from './jobs'
import { contentOf, everything, imageOf } from './order-shop'
import { insertShop } from './rows'
import { day, lineOf, minute, openSyncSeller, session, start, tradeOf } from './sync-seller'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const openSeller = () => openSyncSeller(domain)

describe('a sync of orders', () => {
  test('a sync imports orders with their long numbers, lines, customizations and holds', async () => {
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

  test('a later sync reads only changes, from shortly before the end of the last one', async () => {
    const { put, sync, simulator, advance, now, numbers: shown } = await openSeller()
    const old = [tradeOf(start - 5 * day), tradeOf(start - 4 * day)]
    old.forEach(put)
    expect(await sync()).toMatchObject({ fetched: 2, created: 2 })
    const [asked, listed] = [simulator.count('taobao.trade.fullinfo.get'), simulator.count('taobao.trades.sold.get')]
    advance(30 * minute)
    // This order changed before the last sync ended and appears only now.
    const late = tradeOf(start - overlapMs + minute)
    put(late)
    put({ ...(old[0] ?? late), modified: new Date(now() - minute), lines: [lineOf({ num: 2 })] })
    expect(await sync()).toMatchObject({ status: 2, fetched: 2, created: 1, updated: 1 })
    expect(simulator.count('taobao.trade.fullinfo.get')).toBe(asked + 2)
    expect(simulator.count('taobao.trades.sold.get')).toBe(listed)
    expect((await shown()).sort()).toEqual([...old, late].map(({ tid }) => tid).sort())
    advance(3 * day)
    const before = simulator.count('taobao.trades.sold.increment.get')
    // The order that changed a minute before the end of the last sync is read again and recognised.
    expect(await sync()).toMatchObject({ status: 2, fetched: 1, created: 0, updated: 0 })
    // Three days and the overlap make four days, with one request each.
    expect(simulator.count('taobao.trades.sold.increment.get')).toBe(before + 4)
  })

  test('a sync loses no order that moves between pages while it reads', async () => {
    const { put, ctx, marketplace, shopId, runnerOf, now, numbers: shown } = await openSeller()
    const all = Array.from({ length: 95 }, (_, n) => tradeOf(start - 3 * day + n * minute))
    all.forEach(put)
    const moving: Marketplace = {
      ...marketplace,
      async *orders(of, range) {
        for await (const page of marketplace.orders(of, range)) {
          yield page
          // The last order of the page, already read, changes, so everything behind it moves up by one.
          const first = all.find(({ tid }) => tid === page.at(-1)?.originalId)
          if (first) put({ ...first, modified: new Date(now()), created: first.created })
        }
      },
    }
    // A cursor makes this sync read by modification time, in which these orders move.
    await ctx.db
      .insertInto('order_cursor')
      .values({ account_id: ctx.actor.accountId, shop_id: shopId, modified_until: new Date(start - 4 * day) })
      .execute()
    const { id } = await beginSync(ctx, { shopId })
    const runner = await runnerOf({ marketplaces: { TAOBAO: moving } })
    await runner.idle()
    await runner.stop()
    expect(await readSync(ctx, id)).toMatchObject({ status: 2, created: 95 })
    expect(new Set(await shown())).toEqual(new Set(all.map(({ tid }) => tid)))
  })

  test('a sync requested several times is one task, and other accounts cannot see it', async () => {
    const { ctx, shopId } = await openSeller()
    const tasks = await Promise.all(Array.from({ length: 5 }, () => beginSync(ctx, { shopId })))
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(1)
    const stranger = await domain.seller()
    await expectFailure(readSync(stranger, tasks[0]?.id ?? 0), 'not-found')
    await expectFailure(beginSync(stranger, { shopId }), 'not-found')
  })

  test('a sync of a date range reads that range each time and leaves the cursor unchanged', async () => {
    const { put, sync, numbers: shown } = await openSeller()
    const [before, inside, after] = [tradeOf(start - 30 * day), tradeOf(start - 20 * day), tradeOf(start - 10 * day)]
    ;[before, inside, after].forEach(put)
    const range = { createdAtStart: start - 25 * day, createdAtEnd: start - 15 * day }
    expect(await sync(range)).toMatchObject({ fetched: 1, created: 1 })
    expect(await sync(range)).toMatchObject({ fetched: 1, created: 0, updated: 0 })
    expect(await shown()).toEqual([inside.tid])
    expect(await sync()).toMatchObject({ fetched: 3, created: 2 })
  })

  test('a sync beyond three months, with reversed dates or of a shop without interface is refused with the reason', async () => {
    const { ctx, shopId } = await openSeller()
    const doudian = await insertShop(ctx.db, ctx.actor.accountId)
    const tooOld = beginSync(ctx, { shopId, createdAtStart: start - 100 * day })
    await expectFailure(tooOld, 'invalid', 'createdAtStart', '淘宝只提供最近三个月的订单，请选择 2025-12-02 或之后的时间')
    const backwards = beginSync(ctx, { shopId, createdAtStart: start - day, createdAtEnd: start - 2 * day })
    await expectFailure(backwards, 'invalid', 'createdAtStart', '结束时间早于开始时间')
    await expectFailure(beginSync(ctx, { shopId, createdAtStart: start + day }), 'invalid', 'createdAtStart', '开始时间还没有到')
    await expectFailure(beginSync(ctx, { shopId: doudian }), 'invalid', 'shopId', '请通过接口导入')
  })
})

describe('a sync that fails', () => {
  test('a sync with an ended authorization reports it and marks the shop', async () => {
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

  test('a sync waits for the end of a rate limit, and is retried later when the limit lasts', async () => {
    const { put, sync, simulator, ctx, shopId } = await openSeller()
    put(tradeOf(start - day))
    simulator.limitRate(2, 1)
    expect(await sync()).toMatchObject({ status: 2, created: 1 })
    simulator.limitRate(100, 30)
    expect(await sync({}, { retryDelay: 60 })).toMatchObject({ status: 1 })
    simulator.limitRate(0, 0)
    await endRetryDelays(ctx.db)
    expect(await sync()).toMatchObject({ status: 2 })
    expect((await beginSync(ctx, { shopId })).status).toBe(1)
  })

  test('a sync continues where a process died and counts no order twice', async () => {
    const { put, ctx, marketplace, shopId, runnerOf, numbers: shown, reported } = await openSeller()
    const all = Array.from({ length: 90 }, (_, n) => tradeOf(start - 2 * day + n * minute))
    all.forEach(put)
    let goOn: () => void = () => undefined
    let reached: () => void = () => undefined
    const stuck = new Promise<void>((resolve) => {
      reached = resolve
    })
    const hanging: Marketplace = {
      ...marketplace,
      async *orders(of, range) {
        for await (const page of marketplace.orders(of, range)) {
          yield page
          await new Promise<void>((resolve) => {
            goOn = resolve
            reached()
          })
        }
      },
    }
    const { id } = await beginSync(ctx, { shopId })
    const dead = await runnerOf({ marketplaces: { TAOBAO: hanging } })
    await stuck
    expect((await readSync(ctx, id)).created).toBeGreaterThan(0)
    const next = await runnerOf({}, { isDatabaseOwner: true })
    await next.idle()
    const done = await readSync(ctx, id)
    expect(done).toMatchObject({ status: 2, fetched: 90, created: 90, updated: 0 })
    // The dead process resumes: its page is not imported, and the task stays ended.
    goOn()
    await dead.idle()
    expect(await readSync(ctx, id)).toEqual(done)
    expect(await shown()).toHaveLength(90)
    expect(reported).toEqual([])
    await Promise.all([dead.stop(), next.stop()])
  })

  test('a stopped server returns its sync to the queue, and the next server completes it', async () => {
    const { put, ctx, marketplace, shopId, runnerOf } = await openSeller()
    Array.from({ length: 60 }, (_, n) => tradeOf(start - day + n * minute)).forEach(put)
    let stopping: Promise<void> | undefined
    const stopped: Marketplace = {
      ...marketplace,
      async *orders(of, range) {
        for await (const page of marketplace.orders(of, range)) {
          yield page
          stopping ??= runner.then((engine) => engine.stop())
        }
      },
    }
    const { id } = await beginSync(ctx, { shopId })
    const runner = runnerOf({ marketplaces: { TAOBAO: stopped } })
    await expect.poll(() => stopping !== undefined).toBe(true)
    await stopping
    expect((await readSync(ctx, id)).status).toBe(1)
    const next = await runnerOf()
    await next.idle()
    await next.stop()
    expect(await readSync(ctx, id)).toMatchObject({ status: 2, fetched: 60, created: 60 })
  })
})

test('a marketplace order without lines, or twice on one page, is imported once without error', async () => {
  const { ctx, marketplace, shopId, runnerOf } = await openSeller()
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
              state: 'toMake',
              hold: null,
              merchantSku: null,
            },
          ],
  })
  const odd: Marketplace = {
    ...marketplace,
    async *orders() {
      yield [order(0), order(2)]
    },
  }
  const { id } = await beginSync(ctx, { shopId, createdAtStart: start - day })
  const runner = await runnerOf({ marketplaces: { TAOBAO: odd } })
  await runner.idle()
  await runner.stop()
  expect(await readSync(ctx, id)).toMatchObject({ status: 2, created: 1, fetched: 2 })
  expect((await listOrders(ctx, everything)).items[0]?.orderItems).toMatchObject([{ title: 'ab', quantity: 2 }])
})

describe('orders that cannot be stored, and syncs that are stopped', () => {
  test('an order whose import fails is named and leaves the others in', async () => {
    const { put, sync, ctx, numbers: shown, reported } = await openSeller()
    const all = Array.from({ length: 4 }, (_, n) => tradeOf(start - day + n * minute))
    const odd = { ...(all[1] ?? tradeOf(start)), lines: [lineOf({ title: '写不进去' })] }
    all.forEach(put)
    put(odd)
    await sql`alter table order_item add constraint refused_title check (title <> '写不进去') not valid`.execute(ctx.db)
    const task = await sync()
    await sql`alter table order_item drop constraint refused_title`.execute(ctx.db)
    expect(task).toMatchObject({
      status: 2,
      created: 3,
      unread: [{ originalId: odd.tid, reason: '保存这个订单时出错，请联系客服' }],
    })
    expect(await shown()).toHaveLength(3)
    expect(reported.map(String).join()).toContain('refused_title')
    expect(await sync()).toMatchObject({ status: 2, created: 1, unread: [] })
    expect(await shown()).toHaveLength(4)
  })

  test('a first sync whose session ends goes on where it was, and then reads what changed meanwhile', async () => {
    const { put, sync, simulator, shapes, advance, now, numbers: shown } = await openSeller()
    const all = Array.from({ length: 89 }, (_, n) => tradeOf(start - (n + 1) * day + minute))
    all.forEach(put)
    // The list of the windows that begin less than ten days ago is refused.
    shapes.list = ({ wrapper, rows }) => {
      const from = simulator.recent().at(-1)?.start_created ?? ''
      const isLate = Date.parse(`${from.replace(' ', 'T')}+08:00`) > start - 10 * day
      const right = {
        [wrapper]: { trades: { trade: rows.map((row) => ({ tid_str: /\d+/.exec(row)?.[0] })) }, total_results: rows.length },
      }
      return { body: JSON.stringify(isLate ? { error_response: unknownSession } : right) }
    }
    const stopped = await sync()
    expect(stopped).toMatchObject({ status: 3, errorMessage: '店铺授权已过期，请重新授权后再试' })
    expect(stopped.created).toBeGreaterThan(75)
    shapes.list = null
    advance(3 * day)
    const fresh = tradeOf(now() - minute)
    put(fresh)
    put({ ...(all[50] ?? fresh), modified: new Date(now() - 2 * minute), lines: [lineOf({ num: 7 })] })
    const before = simulator.count('taobao.trade.fullinfo.get')
    expect(await sync()).toMatchObject({ status: 2, created: 90 - stopped.created, updated: 1 })
    expect(simulator.count('taobao.trade.fullinfo.get') - before).toBeLessThanOrEqual(92 - stopped.created)
    expect(await shown()).toHaveLength(90)
    const later = simulator.count('taobao.trades.sold.get')
    expect(await sync()).toMatchObject({ status: 2, created: 0 })
    expect(simulator.count('taobao.trades.sold.get')).toBe(later)
  })

  test('a session that may read no order at all fails, and one that may not read a single order does not', async () => {
    const { put, sync, shapes, advance, now, numbers: shown } = await openSeller()
    const all = Array.from({ length: 45 }, (_, n) => tradeOf(start - 2 * day + n * minute))
    all.forEach(put)
    const error = { code: 12, msg: 'x', sub_code: 'subuser.has-no-permission', sub_msg: '该子帐号无此操作权限' }
    const refused = () => ({ body: JSON.stringify({ error_response: error }) })
    shapes.everyOrder = refused
    for (let times = 0; times < 4; times += 1) {
      expect(await sync()).toMatchObject({ status: 3, errorMessage: '该子帐号无此操作权限' })
    }
    shapes.everyOrder = null
    expect(await sync()).toMatchObject({ status: 2, created: 45, unread: [] })
    advance(day)
    const alone = tradeOf(now() - minute)
    put(alone)
    shapes.orders.set(alone.tid, refused)
    // A known order proves that the session has the right.
    expect(await sync()).toMatchObject({ status: 2, unread: [{ originalId: alone.tid, reason: '该子帐号无此操作权限' }] })
    expect(await shown()).toHaveLength(45)
  })

  test.each([
    ['ends half a second after a window', -7 * day, 500],
    ['lies within one second', 0, 900],
    ['is one moment', 0, 0],
    ['ends a second after a window', -7 * day, 1000],
  ])('a chosen range that %s is read to both of its ends, and no call has equal ends', async (_, from, to) => {
    const { put, sync, simulator, advance, now, numbers: shown } = await openSeller()
    advance(10 * 1000)
    const base = now() - 5000
    const ends = [tradeOf(base + from), tradeOf(base + to)]
    ends.forEach(put)
    expect(await sync({ createdAtStart: base + from, createdAtEnd: base + to })).toMatchObject({ status: 2, errorMessage: null })
    expect((await shown()).sort()).toEqual(ends.map(({ tid }) => tid).sort())
    const lists = simulator.recent().filter(({ method }) => method === 'taobao.trades.sold.get')
    expect(lists.filter(({ start_created, end_created }) => start_created === end_created)).toEqual([])
  })

  test('every second of a range is read, wherever the windows meet', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 999 }), async (seconds, ms) => {
        const { put, sync, numbers: shown } = await openSeller()
        const from = start - 21 * day - seconds * 1000 - ms
        const edges = [0, 7 * day, 14 * day, 21 * day].flatMap((at) => [-1000, -1, 0, 1, 999, 1000].map((by) => from + at + by))
        const inside = edges.filter((at) => at >= from && at <= start).map((at) => tradeOf(at))
        inside.forEach(put)
        await sync({ createdAtStart: from, createdAtEnd: start })
        expect(new Set(await shown())).toEqual(new Set(inside.map(({ tid }) => tid)))
      }),
      { numRuns: 5 },
    )
  })

  test('five orders in a row without an answer end a sync, and the next one goes on behind them', async () => {
    const { put, sync, shapes, numbers: shown } = await openSeller()
    const all = Array.from({ length: 12 }, (_, n) => tradeOf(start - 2 * day + n * minute))
    all.forEach(put)
    for (const { tid } of all.slice(3, 8)) shapes.orders.set(tid, () => ({ status: 502, body: '<html>' }))
    expect(await sync()).toMatchObject({ status: 3, errorMessage: '淘宝暂时没有响应，请稍后再试' })
    const second = await sync()
    expect(second).toMatchObject({ status: 2 })
    expect(second.unread).toHaveLength(5)
    expect(await shown()).toHaveLength(7)
  })

  test('the strictest marketplace is read like the friendliest', async () => {
    const { put, sync, advance, now, numbers: shown } = await openSyncSeller(domain, undefined, { strict: true })
    const all = Array.from({ length: 120 }, (_, n) => tradeOf(start - 60 * day + n * 12 * 60 * minute, { buyer_message: '你好' }))
    all.forEach(put)
    expect(await sync()).toMatchObject({ status: 2, created: 120, unread: [] })
    advance(2 * day)
    const fresh = tradeOf(now() - day)
    put(fresh)
    expect(await sync()).toMatchObject({ status: 2, created: 1 })
    expect(await shown()).toContain(fresh.tid)
  })
})
