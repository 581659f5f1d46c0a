/** Syncs that begin by themselves, on the database and the engine of jobs, with the clocks of the tests. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginDueSyncs } from '../domain/orders/automatic-sync'
import { beginSync, readSync } from '../domain/orders/sync'
import { readSyncStates } from '../domain/orders/sync-state'
import { dismissUnread, listUnread } from '../domain/orders/unread'
import { authorizeShop } from '../domain/shops/sessions'
import type { Ctx } from '../kernel/context'
import { type Domain, expectFailure, openDomain } from './domain'
import { taobaoSession } from './marketplace'
import { day, lineOf, minute, openSyncSeller, session, start, tradeOf } from './sync-seller'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const every = 5 * minute
const syncsOf = async ({ db, actor }: Ctx) =>
  db
    .selectFrom('sync_task')
    .select(['subject', 'status', 'params'])
    .where('account_id', '=', actor.accountId)
    .orderBy('id')
    .execute()

async function openSeller() {
  const seller = await openSyncSeller(domain)
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
    advance(1)
    expect(await round()).toBe(1)
    expect(await numbers()).toEqual([first.tid])
    const fresh = tradeOf(now() + minute)
    put(fresh)
    advance(2 * minute)
    expect(await round()).toBe(0)
    advance(3 * minute)
    expect(await round()).toBe(1)
    expect(await numbers()).toEqual([fresh.tid, first.tid])
    expect(await readSyncStates({ ...ctx, orderSyncMinutes: 5 })).toEqual({
      everyMinutes: 5,
      shops: [{ shopId, doneAt: now(), failure: null, unread: [] }],
    })
  })

  test('no sync begins while one of the shop is running, and a seller who asks meanwhile gets the running one', async () => {
    const { ctx, shopId, advance } = await openSeller()
    advance(every)
    await beginDueSyncs(ctx, every)
    await beginDueSyncs(ctx, every)
    expect(await syncsOf(ctx)).toMatchObject([{ subject: `shop:${shopId}`, params: { automatic: true } }])
    const asked = await beginSync(ctx, { shopId })
    expect(await syncsOf(ctx)).toHaveLength(1)
    expect((await readSync(ctx, asked.id)).status).toBe(1)
    await ctx.db.deleteFrom('sync_task').where('account_id', '=', ctx.actor.accountId).execute()
  })

  test('a shop whose authorization ended is left alone until it is granted again', async () => {
    const { ctx, round, advance, simulator } = await openSeller()
    simulator.endSession(session)
    advance(every)
    expect(await round()).toBe(1)
    advance(day)
    expect(await round()).toBe(0)
    simulator.renewSession(session)
    await authorizeShop(ctx, ctx.actor.accountId, session)
    advance(every)
    expect(await round()).toBe(1)
  })

  test('a marketplace that refuses is asked after twice as long each time, and as often as before once it answers', async () => {
    const { round, advance, shapes, put, now, ctx } = await openSeller()
    put(tradeOf(start - day))
    shapes.everyOrder = () => ({ body: '{"error_response":{"code":31,"msg":"Invalid timestamp"}}' })
    advance(every)
    expect(await round()).toBe(1)
    for (const times of [2, 4, 8]) {
      advance(times * every - 1)
      expect(await round()).toBe(0)
      advance(1)
      expect(await round()).toBe(1)
    }
    const [state] = (await readSyncStates(ctx)).shops
    expect(state).toMatchObject({ doneAt: null, failure: { at: now(), message: expect.stringContaining('服务器的时间不准') } })
    shapes.everyOrder = null
    advance(6 * 60 * minute)
    expect(await round()).toBe(1)
    advance(every)
    expect(await round()).toBe(1)
    expect((await readSyncStates(ctx)).shops).toMatchObject([{ doneAt: now(), failure: null }])
  })

  test('an account with several shops has one at a time, and the one that waits longest is first', async () => {
    const { ctx, round, advance, shopId } = await openSeller()
    advance(minute)
    const { shopId: second } = await authorizeShop(ctx, ctx.actor.accountId, taobaoSession)
    advance(every)
    await round()
    await round()
    expect((await syncsOf(ctx)).map(({ subject }) => subject)).toEqual([`shop:${shopId}`, `shop:${second}`])
    expect(await round()).toBe(0)
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
    advance(every)
    await round()
    expect(tries()).toBe(1)
    advance(every)
    await round()
    expect(tries()).toBe(2)
    advance(10 * minute)
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
