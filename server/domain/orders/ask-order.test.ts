import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Domain, openDomain } from '../../test/domain'
import { day, openSyncSeller, start, tradeOf } from '../../test/sync-seller'
import { askForOrder, maxAskedPerShop } from './ask-order'
import { listUnread } from './unread'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const forEver = () => new Promise<void>(() => undefined)
const open = async () => {
  const seller = await openSyncSeller(domain)
  return {
    ...seller,
    ask: (number: string) => askForOrder(seller.ctx, seller.shopId, number, forEver),
    asked: () => seller.simulator.count('taobao.trade.fullinfo.get'),
  }
}

test('an order that the marketplace has comes in, and is not asked for once more within the minute', async () => {
  const { ask, asked, put, numbers } = await open()
  const trade = tradeOf(start - day)
  put(trade)
  expect(await ask(trade.tid)).toBe('came')
  expect(await numbers()).toEqual([trade.tid])
  expect(await ask(trade.tid)).toBe('unknown')
  expect(asked()).toBe(1)
})

test('a number that the marketplace does not know leaves nothing behind', async () => {
  const { ctx, ask, numbers } = await open()
  expect(await ask(tradeOf(start).tid)).toBe('unknown')
  expect([await numbers(), await listUnread(ctx)]).toEqual([[], []])
})

test('a text that is no order number, or a shop without a valid authorization, asks nobody', async () => {
  const { ctx, ask, asked, shopId } = await open()
  for (const text of ['', '12', 'iPhone 15 Pro', '1'.repeat(60), "1' or 1=1"]) expect(await ask(text)).toBe('unknown')
  await ctx.db.updateTable('shop').set({ session_failed_at: ctx.clock.now() }).where('id', '=', shopId).execute()
  expect(await ask(tradeOf(start).tid)).toBe('unknown')
  expect(asked()).toBe(0)
})

test('a shop is asked so often in an hour, whichever numbers buyers name', async () => {
  const { ctx, ask, asked, shopId } = await open()
  await ctx.db
    .insertInto('shared_limit')
    .values({ key: `buyer:ask-shop:${shopId}`, used: maxAskedPerShop - 1, ends_at: new Date('2999-01-01') })
    .execute()
  await ask(tradeOf(start).tid)
  expect(asked()).toBe(1)
  await ask(tradeOf(start).tid)
  expect(asked()).toBe(1)
})

test('a buyer does not wait for a marketplace that does not answer, and what it says later comes in', async () => {
  const { ctx, shopId, marketplace, put, numbers } = await open()
  const trade = tradeOf(start - day)
  put(trade)
  let answer = () => {}
  const silence = new Promise<void>((resolve) => {
    answer = resolve
  })
  const hanging: typeof marketplace = {
    ...marketplace,
    async order(...of) {
      await silence
      return marketplace.order(...of)
    },
  }
  const asking = { ...ctx, marketplaces: { TAOBAO: hanging } }
  expect(await askForOrder(asking, shopId, trade.tid, async () => undefined)).toBe('later')
  answer()
  await expect.poll(numbers).toEqual([trade.tid])
})
