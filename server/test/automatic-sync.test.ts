/** Syncs that begin by themselves, on the database and the engine of jobs, with the clocks of the tests. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listNotifications } from '../domain/notifications/notifications'
import { beginDueSyncs } from '../domain/orders/automatic-sync'
import { jitter } from '../domain/orders/due-syncs'
import { listOrders } from '../domain/orders/list'
import { beginSync, orderSync, readSync } from '../domain/orders/sync'
import { readSyncStates } from '../domain/orders/sync-state'
import { dismissUnread, listUnread } from '../domain/orders/unread'
import { tellExpiries } from '../domain/shops/authorization-notices'
import { authorizeShop } from '../domain/shops/sessions'
import type { Ctx } from '../kernel/context'
import { type Domain, expectFailure, openDomain } from './domain'
import { openTaskRunner } from './jobs'
import { taobaoSession } from './marketplace'
import { everything } from './order-shop'
import { day, lineOf, minute, openSyncSeller, session, start, tradeOf } from './sync-seller'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const every = 10 * minute
/** The longest wait of any shop. */
const latest = every * (1 + jitter)
const syncsOf = async ({ db, actor }: Ctx) =>
  db
    .selectFrom('sync_task')
    .select(['subject', 'status', 'params'])
    .where('account_id', '=', actor.accountId)
    .orderBy('id')
    .execute()

/** The notifications of the account, the newest first. */
const told = async (ctx: Ctx) => (await listNotifications(ctx, { pageNo: 1, pageSize: 50 })).items

async function openSeller() {
  const seller = await openSyncSeller(domain)
  // A round begins the syncs of all accounts: those of earlier tests would ask this seller's marketplace with the same session.
  await seller.ctx.db
    .updateTable('shop')
    .set({ session_failed_at: seller.ctx.clock.now() })
    .where('account_id', '<>', seller.ctx.actor.accountId)
    .execute()
  return {
    ...seller,
    /** Begins the due syncs and does them. */
    async round() {
      const before = (await syncsOf(seller.ctx)).length
      await beginDueSyncs(seller.ctx, every)
      const runner = await seller.runnerOf()
      await runner.idle()
      await runner.stop()
      return (await syncsOf(seller.ctx)).length - before
    },
  }
}

describe('a sync that begins by itself', () => {
  test('a shop is synced some minutes after it was added, and again after each sync', async () => {
    const { put, round, advance, now, numbers, ctx, shopId } = await openSeller()
    const first = tradeOf(start - day)
    put(first)
    advance(every - 1)
    expect(await round()).toBe(0)
    advance(latest - every + 1)
    expect(await round()).toBe(1)
    expect(await numbers()).toEqual([first.tid])
    const fresh = tradeOf(now() + minute)
    put(fresh)
    advance(every - 1)
    expect(await round()).toBe(0)
    advance(latest - every + 1)
    expect(await round()).toBe(1)
    expect(await numbers()).toEqual([fresh.tid, first.tid])
    const { everyMinutes, shops } = await readSyncStates({ ...ctx, orderSyncMinutes: 10 })
    expect(everyMinutes).toBe(10)
    const nextAt = expect.toSatisfy((at: number) => at >= now() + every && at <= now() + latest)
    expect(shops).toEqual([{ shopId, isRunning: false, nextAt, standsStill: null, doneAt: now(), failure: null, unread: [] }])
  })

  test('no sync begins while one of the shop is running, and a seller who asks meanwhile gets the running one', async () => {
    const { ctx, shopId, advance } = await openSeller()
    advance(latest)
    await beginDueSyncs(ctx, every)
    await beginDueSyncs(ctx, every)
    expect(await syncsOf(ctx)).toMatchObject([{ subject: `shop:${shopId}`, params: { automatic: true } }])
    const asked = await beginSync(ctx, { shopId })
    expect(await syncsOf(ctx)).toHaveLength(1)
    expect((await readSync(ctx, asked.id)).status).toBe(1)
    await ctx.db.deleteFrom('sync_task').where('account_id', '=', ctx.actor.accountId).execute()
  })

  test('a shop whose authorization ended is left alone until it is granted again', async () => {
    const { ctx, round, advance, simulator, now } = await openSeller()
    simulator.endSession(session)
    advance(latest)
    expect(await round()).toBe(1)
    advance(day)
    expect(await round()).toBe(0)
    expect((await readSyncStates({ ...ctx, orderSyncMinutes: 10 })).shops).toMatchObject([
      { nextAt: null, standsStill: '授权已失效，重新授权后继续自动同步' },
    ])
    expect(await told(ctx)).toMatchObject([{ words: expect.stringContaining('授权已失效'), target: 'shops', resolvedAt: null }])
    simulator.renewSession(session)
    await authorizeShop(ctx, ctx.actor.accountId, session)
    expect(await told(ctx)).toMatchObject([{ resolvedAt: now() }])
    advance(latest)
    expect(await round()).toBe(1)
  })

  test('a marketplace that refuses is asked after twice as long each time, and as often as before once it answers', async () => {
    const { round, advance, shapes, put, now, ctx } = await openSeller()
    put(tradeOf(start - day))
    shapes.everyOrder = () => ({ body: '{"error_response":{"code":31,"msg":"Invalid timestamp"}}' })
    advance(latest)
    expect(await round()).toBe(1)
    for (const times of [2, 4, 8]) {
      advance(times * every - 1)
      expect(await round()).toBe(0)
      advance(times * (latest - every) + 1)
      expect(await round()).toBe(1)
    }
    const [state] = (await readSyncStates(ctx)).shops
    expect(state).toMatchObject({ doneAt: null, failure: { at: now(), message: expect.stringContaining('服务器的时间不准') } })
    shapes.everyOrder = null
    advance(7 * 60 * minute)
    expect(await round()).toBe(1)
    advance(latest)
    expect(await round()).toBe(1)
    expect((await readSyncStates(ctx)).shops).toMatchObject([{ doneAt: now(), failure: null }])
  })

  test('three failures in a row make one notification, which is over when a sync succeeds', async () => {
    const { round, advance, shapes, put, now, ctx, shopId } = await openSeller()
    put(tradeOf(start - day))
    shapes.everyOrder = () => ({ body: '{"error_response":{"code":31,"msg":"Invalid timestamp"}}' })
    for (const failures of [1, 2]) {
      advance(day)
      await round()
      expect(await told(ctx), `${failures}`).toEqual([])
    }
    advance(day)
    await round()
    const since = now()
    advance(day)
    await round()
    const words = expect.stringContaining('连续 4 次同步订单失败')
    const target = { target: 'orders', params: { dialog: 'sync', shopId: String(shopId) } }
    expect(await told(ctx)).toMatchObject([{ words, ...target, at: since, resolvedAt: null }])
    shapes.everyOrder = null
    advance(day)
    await round()
    expect(await told(ctx)).toMatchObject([{ resolvedAt: now() }])
  })

  test('shops of one account are synced in the same round, those that wait longest first', async () => {
    const { ctx, round, advance, shopId } = await openSeller()
    advance(2 * minute)
    const { shopId: second } = await authorizeShop(ctx, ctx.actor.accountId, taobaoSession)
    advance(latest)
    expect(await round()).toBe(2)
    expect((await syncsOf(ctx)).map(({ subject }) => subject)).toEqual([`shop:${shopId}`, `shop:${second}`])
    expect(await round()).toBe(0)
  })

  test('a shop whose marketplace does not answer delays no other, also none of the same account', async () => {
    const { ctx, marketplace, advance, shopId, reported } = await openSeller()
    await authorizeShop(ctx, ctx.actor.accountId, taobaoSession)
    const others = await Promise.all(Array.from({ length: 12 }, () => openSyncSeller(domain)))
    let answer = () => {}
    const silence = new Promise<void>((resolve) => {
      answer = resolve
    })
    const hanging = {
      ...marketplace,
      async *orders(...asked: Parameters<typeof marketplace.orders>) {
        if (asked[0] === session) await silence
        yield* marketplace.orders(...asked)
      },
    }
    advance(latest)
    for (const other of others) other.advance(latest)
    // The other sellers have marketplaces of their own; the job finds the one of its shop by the account.
    const byAccount = new Map(others.map((other) => [other.ctx.actor.accountId, other.marketplace]))
    const deps = { ...ctx, marketplaces: { TAOBAO: hanging } }
    const kind = orderSync(deps, (_, error) => reported.push(error))
    const kindOf = (accountId: number) => {
      const own = byAccount.get(accountId)
      return own === undefined ? kind : orderSync({ ...ctx, marketplaces: { TAOBAO: own } })
    }
    await beginDueSyncs(deps, every)
    const runner = await openTaskRunner(ctx, [{ kind: kind.kind, run: (task) => kindOf(task.accountId).run(task) }])
    const waiting = async () =>
      (await ctx.db.selectFrom('sync_task').select('subject').where('status', '=', 1).execute()).map(({ subject }) => subject)
    await expect.poll(waiting).toEqual([`shop:${shopId}`])
    answer()
    await runner.idle()
    await runner.stop()
    expect(await waiting()).toEqual([])
    expect(reported).toEqual([])
  })

  test('two servers that look at the same moment begin each sync once', async () => {
    const { ctx, advance } = await openSeller()
    advance(latest)
    await Promise.all([beginDueSyncs(ctx, every), beginDueSyncs(ctx, every)])
    expect(await syncsOf(ctx)).toHaveLength(1)
    await ctx.db.deleteFrom('sync_task').where('account_id', '=', ctx.actor.accountId).execute()
  })
})

describe('open orders that a sync by changes does not name', () => {
  test('open orders are asked for again after some hours, a few at a time, and orders that are over never', async () => {
    const { ctx, put, sync, round, advance, simulator } = await openSeller()
    const open = Array.from({ length: 12 }, (_, at) => tradeOf(start - day - at * minute))
    const shipped = tradeOf(start - day, { status: 'TRADE_FINISHED', lines: [lineOf({ status: 'TRADE_FINISHED' })] })
    ;[...open, shipped].forEach(put)
    await sync()
    const asked = (tid: string) => simulator.recent().filter((call) => call.tid === tid).length
    const before = new Map([...open, shipped].map(({ tid }) => [tid, asked(tid)]))
    const again = () => open.filter(({ tid }) => asked(tid) > (before.get(tid) ?? 0)).length
    advance(3 * 60 * minute)
    await round()
    expect(again()).toBe(0)
    const [changed] = open
    // A note that does not move the time of the last change.
    put({ ...(changed as typeof shipped), seller_memo: '加急' })
    advance(2 * 60 * minute)
    await round()
    expect(again()).toBe(10)
    advance(latest)
    await round()
    expect(again()).toBe(12)
    expect(asked(shipped.tid)).toBe(before.get(shipped.tid))
    const { items } = await listOrders(ctx, everything)
    expect(items.filter(({ sellerMemo }) => sellerMemo === '加急').map(({ originalId }) => originalId)).toEqual([changed?.tid])
  })

  test('an order that the marketplace no longer has stays as it is known, and does not keep the others from their turn', async () => {
    const { ctx, put, sync, round, advance, shapes, numbers, simulator } = await openSeller()
    const open = Array.from({ length: 11 }, (_, at) => tradeOf(start - day - at * minute))
    open.forEach(put)
    await sync()
    const gone = open.slice(0, 10)
    for (const { tid } of gone)
      shapes.orders.set(tid, () => ({
        body: '{"error_response":{"code":15,"msg":"x","sub_code":"isv.trade-not-exist","sub_msg":"交易不存在"}}',
      }))
    const asked = () => open.map(({ tid }) => simulator.recent().filter((call) => call.tid === tid).length)
    const before = asked()
    advance(5 * 60 * minute)
    await round()
    advance(latest)
    await round()
    expect(asked().map((times, at) => times - (before[at] ?? 0))).toEqual(open.map(() => 1))
    expect(await listUnread(ctx)).toEqual([])
    expect((await numbers()).length).toBe(11)
  })
})

describe('authorizations that end by the clock', () => {
  test('a notification comes three days before and another at the end; a new authorization ends both', async () => {
    const { ctx, shopId, now, advance } = await openSeller()
    await ctx.db
      .updateTable('shop')
      .set({ session_expires_at: new Date(now() + 4 * day) })
      .where('id', '=', shopId)
      .execute()
    await tellExpiries(ctx)
    expect(await told(ctx)).toEqual([])
    advance(day)
    await tellExpiries(ctx)
    await tellExpiries(ctx)
    expect(await told(ctx)).toMatchObject([{ words: expect.stringMatching(/授权将在 2026-03-05 16:00 到期/), resolvedAt: null }])
    advance(3 * day)
    await tellExpiries(ctx)
    expect((await told(ctx)).map(({ words, resolvedAt }) => [words.includes('已失效'), resolvedAt])).toEqual([
      [true, null],
      [false, now()],
    ])
    await authorizeShop(ctx, ctx.actor.accountId, session)
    expect((await told(ctx)).every(({ resolvedAt }) => resolvedAt !== null)).toBe(true)
  })
})

describe('unread orders', () => {
  const refused = () => ({
    body: '{"error_response":{"code":15,"msg":"x","sub_code":"isv.trade-not-exist","sub_msg":"交易不存在"}}',
  })

  test('an automatic sync tries unread orders after a growing time, and a seller’s own tries them at once', async () => {
    const { ctx, put, sync, round, shapes, simulator, advance } = await openSeller()
    const odd = tradeOf(start - day)
    put(odd)
    put(tradeOf(start - 2 * day))
    shapes.orders.set(odd.tid, refused)
    const tries = () => simulator.recent().filter(({ tid }) => tid === odd.tid).length
    await sync()
    expect(tries()).toBe(1)
    advance(latest)
    await round()
    expect(tries()).toBe(2)
    advance(latest)
    await round()
    expect(tries()).toBe(2)
    await sync()
    expect(tries()).toBe(3)
    expect(await listUnread(ctx)).toMatchObject([{ originalId: odd.tid, reason: '淘宝返回错误：交易不存在', attempts: 3 }])
    shapes.orders.clear()
    expect((await sync()).unread).toEqual([])
  })

  test('an order with a quantity that cannot be read is named and never taken for one piece, and the others come in', async () => {
    const { ctx, put, sync } = await openSeller()
    const odd = tradeOf(start - day, { lines: [lineOf(), lineOf({ num: 1.5 })] })
    put(odd)
    put(tradeOf(start - 2 * day))
    expect((await sync()).fetched).toBe(1)
    expect(await listUnread(ctx)).toMatchObject([{ originalId: odd.tid, reason: '淘宝给出的订单里有商品的数量无法识别' }])
  })

  test('an unread order is the account’s own, and is forgotten when the seller says so or the marketplace no longer has it', async () => {
    const { ctx, put, sync, shapes, advance } = await openSeller()
    const odd = [tradeOf(start - day), tradeOf(start - 2 * day)]
    odd.forEach(put)
    for (const { tid } of odd) shapes.orders.set(tid, refused)
    expect((await sync()).unread).toHaveLength(2)
    const [one] = await listUnread(ctx)
    const stranger = await domain.seller()
    expect(await listUnread(stranger)).toEqual([])
    await expectFailure(dismissUnread(stranger, one?.id ?? 0), 'not-found')
    await dismissUnread(ctx, one?.id ?? 0)
    await expectFailure(dismissUnread(ctx, one?.id ?? 0), 'not-found')
    expect(await listUnread(ctx)).toHaveLength(1)
    advance(91 * day)
    expect((await sync()).unread).toEqual([])
  })
})
