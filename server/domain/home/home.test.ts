import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Permission } from '../../../contract/constants'
import { openSetting } from '../../../contract/open-setting'
import { orderTodos } from '../../../contract/rules/home'
import type { Ctx } from '../../kernel/context'
import { type Domain, openDomain } from '../../test/domain'
import { buyCredits, childOf, contentOf, everything, itemOf, openOrderShop, orderOf } from '../../test/order-shop'
import { charge } from '../credits/charge'
import { listOrders } from '../orders/list'
import { createProduct } from '../shops/products'
import { putSetting } from '../shops/settings'
import { createShop } from '../shops/shops'
import { endFirstSteps } from './first-steps'
import { readHome } from './overview'
import { readTrends } from './trends'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const subUser = (ctx: Ctx, ...permissions: Permission[]): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, username: 'seller:li', mainUsername: 'seller', permissions },
})
const hour = 3_600_000

/** A shop with an order of each kind: ready, being refunded, unclear, shipped, one whose push failed, and a merged one of which a part's failed. */
async function openBusyShop() {
  const shop = await openOrderShop(domain)
  const now = shop.ctx.clock.now().getTime()
  const design = (id: string) => contentOf(shop.infoOf(id, `https://a.example/${id}.png`))
  const order = (id: string, state: 'toMake' | 'refundAsked' | 'unknown' | 'shipped', daysAgo = 0) =>
    orderOf(id, [itemOf(`${id}-1`, design(id), { state })], { createdAt: now - daysAgo * 24 * hour })
  await shop.take(
    order('ready', 'toMake'),
    order('refunding', 'refundAsked', 2),
    order('unclear', 'unknown', 6),
    order('shipped', 'shipped', 40),
    order('failed', 'toMake', 7),
    {
      ...order('merged', 'toMake', 1),
      mergeSplitStatus: 'MERGE_PARENT',
      childOrders: [childOf(order('part', 'toMake', 1), 'MERGE_CHILD')],
    },
  )
  const shipUntil = (id: string, hours: number) =>
    shop.ctx.db
      .updateTable('shop_order')
      .set({ ship_until: new Date(now + hours * hour) })
      .where('original_id', '=', id)
      .execute()
  await shipUntil('ready', -1)
  await shipUntil('unclear', 23)
  await shipUntil('shipped', -1)
  await shop.ctx.db
    .updateTable('shop_order')
    .set({ push_status: 'failed' })
    .where('original_id', 'in', ['failed', 'part'])
    .execute()
  return shop
}

test('each to-do counts what the order list shows with its filter', async () => {
  const { ctx } = await openBusyShop()
  const { todos } = await readHome(ctx)
  const listed = await Promise.all(
    (todos?.orders ?? []).map(async ({ key }) => ({
      key,
      count: (await listOrders(ctx, { ...everything, ...orderTodos[key].filter })).items.length,
    })),
  )
  expect(todos).toEqual({ orders: listed, alarms: 0, unread: 0, approvals: 0, stoppedShops: 0, toPrint: 0, lowCredits: null })
  expect(listed).toEqual([
    { key: 'shipLate', count: 1 },
    { key: 'shipSoon', count: 1 },
    { key: 'pushFailed', count: 2 },
    { key: 'refunding', count: 1 },
    { key: 'asks', count: 1 },
    { key: 'problem', count: 2 },
    { key: 'toDownload', count: 5 },
    { key: 'toPush', count: 3 },
  ])
})

test('orders that wait for a person are counted until they are over', async () => {
  const { ctx } = await openBusyShop()
  await ctx.db
    .updateTable('shop_order')
    .set({ approval: 'waiting' })
    .where('account_id', '=', ctx.actor.accountId)
    .where('original_id', 'in', ['ready', 'shipped'])
    .execute()
  expect((await readHome(ctx)).todos?.approvals).toBe(1)
})

test('a shop whose authorization ended is counted for those who may see shops, until it is granted anew', async () => {
  const { ctx } = await openBusyShop()
  const stopped = async (of: Ctx) => (await readHome(of)).todos?.stoppedShops
  const setGrant = (session_failed_at: Date | null) =>
    ctx.db
      .updateTable('shop')
      .set({ type: 'TAOBAO', seller_nick: '晨曦', session_sealed: 'sealed', session_failed_at })
      .where('account_id', '=', ctx.actor.accountId)
      .execute()
  expect(await stopped(ctx)).toBe(0)
  await setGrant(new Date())
  expect([await stopped(ctx), await stopped(subUser(ctx, 'orders'))]).toEqual([1, 0])
  await setGrant(null)
  expect(await stopped(ctx)).toBe(0)
})

test('credits that do not last for what waits are named to a user who may buy some', async () => {
  const { ctx, infoOf, take } = await openBusyShop()
  const low = async (of: Ctx) => (await readHome(of)).todos?.lowCredits
  expect(await low(ctx)).toBeNull()
  await buyCredits(ctx, 1000)
  expect(await low(ctx)).toBeNull()
  const designs = Array.from({ length: 20 }, (_, at) => infoOf(`many-${at}`, 'https://a.example/many.png'))
  await take(orderOf('many', [itemOf('many-1', contentOf(...designs))]))
  // The other orders that are to be pushed have four images.
  expect(await low(ctx)).toEqual({ left: 1000, toPay: 24 * 60, threeDays: 0 })
  expect(await low(subUser(ctx, 'orders', 'credits'))).toEqual({ left: 1000, toPay: 24 * 60, threeDays: 0 })
  expect(await low(subUser(ctx, 'orders'))).toBeNull()
})

test('numbers count from the beginning of a day in Beijing, and each order once', async () => {
  const { ctx } = await openBusyShop()
  await buyCredits(ctx, 300_000)
  const { id } = await ctx.db
    .selectFrom('customization')
    .select('id')
    .where('account_id', '=', ctx.actor.accountId)
    .executeTakeFirstOrThrow()
  await charge(ctx, [id])
  const { numbers } = await readHome(ctx)
  expect(numbers?.today).toEqual({ orders: 1, paid: { images: 1, credits: 60 } })
  expect(numbers?.week).toEqual({ orders: 4, paid: { images: 1, credits: 60 } })
})

test('a user sees the parts of which he has the permission, and nothing of another account', async () => {
  const { ctx } = await openBusyShop()
  expect(await readHome(subUser(ctx, 'fonts'))).toEqual({ firstSteps: null, todos: null, numbers: null })
  const factory = await readHome(subUser(ctx, 'factory'))
  expect([factory.firstSteps, factory.todos?.orders.length, factory.numbers?.today.paid]).toEqual([null, 8, null])
  expect((await readHome(subUser(ctx, 'view'))).firstSteps).not.toBeNull()
  const stranger = await domain.seller()
  const other = await readHome(stranger)
  expect(other.firstSteps).toEqual([])
  expect(other.todos?.orders.every(({ count }) => count === 0)).toBe(true)
  expect((await readTrends(stranger, { by: 'model', days: 90 })).items).toEqual([])
})

test('the steps to the first case tick themselves from what is there, and go once a user ends them', async () => {
  const { ctx } = await openBusyShop()
  expect((await readHome(ctx)).firstSteps).toEqual(['shop', 'catalogue', 'orders'])
  await endFirstSteps(ctx)
  await endFirstSteps(ctx)
  expect((await readHome(ctx)).firstSteps).toBeNull()
})

test('settings of products stand for a link only in a shop that has orders', async () => {
  const { ctx } = await openBusyShop()
  const seller = await domain.seller()
  for (const one of [ctx, seller]) {
    const { id: shopId } = await createShop(one, { type: 'DOUDIAN', name: '抖店' })
    await createProduct(one, { shopId, originalId: 'p1', title: '壳', skus: [{ originalId: 's1', propertiesName: '黑' }] })
    await putSetting(one, { shopId, productOriginalId: 'p1', skuOriginalId: 's1', ...openSetting })
  }
  expect((await readHome(ctx)).firstSteps).toContain('link')
  expect((await readHome(seller)).firstSteps).toEqual(['shop', 'products'])
})

test('trends count orders per shop, and designs once per template and model, by days of Beijing', async () => {
  const { ctx } = await openBusyShop()
  const of = async (by: 'shop' | 'template' | 'model', days: number) => (await readTrends(ctx, { by, days })).items
  expect(await of('shop', 7)).toEqual([{ name: '抖店一号', counts: [1, 0, 0, 0, 1, 1, 1] }])
  expect(await of('model', 7)).toEqual([{ name: '苹果 iPhone 15', counts: [1, 0, 0, 0, 1, 2, 1] }])
  expect(await of('template', 7)).toEqual([{ name: '没有用模板', counts: [1, 0, 0, 0, 1, 2, 1] }])
  expect((await of('shop', 90))[0]?.counts.reduce((sum, count) => sum + count, 0)).toBe(6)
})
