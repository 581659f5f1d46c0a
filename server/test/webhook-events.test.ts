/** Which facts are told to webhooks, and by which sources: each once, in the transaction of the fact, without anything of a buyer. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookEvents } from '../../contract/constants'
import { codeText } from '../../contract/rules/design-code'
import { manualOrderCreate } from '../../contract/schemas/order-entries'
import { eventBodies } from '../../contract/schemas/webhook-events'
import { settleLine } from '../domain/erp/push/settle'
import { importOrders } from '../domain/orders/import'
import { createManualOrder } from '../domain/orders/manual-orders'
import { bodyOf } from '../domain/webhooks/rows'
import { createWebhook } from '../domain/webhooks/webhooks'
import { orderPath } from '../embedded/erps/print-factory/simulator'
import type { Ctx } from '../kernel/context'
import { transact } from '../kernel/transact'
import { buyerDesigns, openBuyerShop, submitted } from './buyer-shop'
import { type Domain, openDomain } from './domain'
import { childOf, contentOf, itemOf, orderOf } from './order-shop'
import { openPushShop, type PushShop } from './push-shop'
import { minute, openSyncSeller, start, tradeOf } from './sync-seller'

let domain: Domain
let shop: PushShop
beforeAll(async () => {
  domain = await openDomain()
  shop = await openPushShop(domain)
  await listen(shop.ctx)
})
afterAll(() => domain.close())

const listen = (ctx: Ctx, shopIds: number[] | null = null) =>
  createWebhook(
    { ...ctx, eventSender: { ...ctx.eventSender, refusalOf: () => null } },
    { name: '全部', url: 'https://hooks.example.com/', events: webhookEvents.filter((event) => shopIds === null || event !== 'notification'), shopIds }, // biome-ignore format: one call
  )

interface Told {
  readonly event: keyof typeof eventBodies
  readonly data: Readonly<Record<string, unknown>>
}

/** Runs `work` and returns what it told of orders and designs, each in the form that the contract describes. */
async function toldBy(ctx: Ctx, work: () => Promise<unknown>): Promise<Told[]> {
  const events = ctx.db.selectFrom('webhook_event').selectAll().where('account_id', '=', ctx.actor.accountId).orderBy('id')
  const before = (await events.execute()).map(({ id }) => id)
  await work()
  const rows = (await events.execute()).filter(({ id, kind }) => !before.includes(id) && kind !== 'notification')
  return rows.map((row) => {
    const body = JSON.parse(bodyOf(row))
    const schema = eventBodies[row.kind as Told['event']]
    expect(schema.parse(body), 'the body has what is documented and nothing else').toEqual(body)
    return body
  })
}
const names = (told: readonly Told[]) => told.map(({ event, data }) => [event, data.orderNumber])
let numbers = 0
const next = (): string => `W${++numbers}`
const take = (number: string, change: object = {}) =>
  shop.take(orderOf(number, [itemOf(`${number}-0`, contentOf(shop.infoOf(number, shop.picture)), change)]))
const lineId = async (number: string) => (await shop.find(number)).orderItems[0]?.customizations[0]?.id ?? 0

test('an order that a source brings with its design tells both once, and the same order again tells nothing', async () => {
  const number = next()
  const told = await toldBy(shop.ctx, () => take(number))
  expect(names(told)).toEqual([['order.created', number], ['design.bound', number]]) // biome-ignore format: a table
  expect(told[0]?.data).toMatchObject({
    shopId: String(shop.shopId),
    source: expect.any(String),
    orderId: expect.stringMatching(/^\d+$/),
  })
  expect(await toldBy(shop.ctx, () => take(number))).toEqual([])
  expect(await toldBy(shop.ctx, () => take(number, { quantity: 2 }))).toEqual([])
})

test('an order with a 19-digit number keeps its digits', async () => {
  const number = '6912345678901234567'
  const [told] = await toldBy(shop.ctx, () => take(number))
  expect(told?.data.orderNumber).toBe(number)
})

test('a merged order makes no events of its own: its parts and the design that they share had theirs', async () => {
  const [a, parent] = [next(), next()]
  const item = itemOf(`${a}-0`, contentOf(shop.infoOf(a, shop.picture)))
  const part = orderOf(a, [item])
  await toldBy(shop.ctx, () => shop.take(part))
  const merged = orderOf(parent, [item], { mergeSplitStatus: 'MERGE_PARENT', childOrders: [childOf(part, 'MERGE_CHILD')] })
  expect(await toldBy(shop.ctx, () => shop.take(merged))).toEqual([])
})

test('a transaction that is rolled back leaves no event', async () => {
  const work = transact(shop.ctx, async (inner) => {
    await importOrders(inner, shop.shopId, [orderOf(next(), [itemOf('x-0', null)])], { source: 'api' })
    throw new Error('rolled back')
  })
  expect(await toldBy(shop.ctx, () => work.catch(() => undefined))).toEqual([])
})

test('orders by hand and from a sync make an event with their source', async () => {
  const line = { phoneModelId: shop.model.id, materialColorId: shop.color.id, quantity: 1, design: { kind: 'later' as const } }
  const byHand = await toldBy(shop.ctx, () =>
    createManualOrder(shop.ctx, manualOrderCreate.parse({ shopId: shop.shopId, originalId: null, lines: [line] })),
  )
  expect(byHand.map(({ event, data }) => [event, data.source])).toEqual([['order.created', 'manual']])
  const seller = await openSyncSeller(domain)
  await listen(seller.ctx)
  seller.put(tradeOf(start - 10 * minute))
  const synced = await toldBy(seller.ctx, () => seller.sync())
  expect(synced.filter(({ event }) => event === 'order.created').map(({ data }) => data.source)).toContain('sync')
})

test('a design makes an event when it is bound by its code in an order, and when the seller binds it', async () => {
  const shopOf = await openBuyerShop(domain)
  await listen(shopOf.ctx)
  const [one, two] = [await shopOf.begin(), await shopOf.begin()]
  const [first, second] = [await submitted(shopOf, one, '#ff0000'), await submitted(shopOf, two, '#00ff00')]
  const byCode = await toldBy(shopOf.ctx, () =>
    shopOf.take(orderOf('B1', [itemOf('B1-0', null)], { buyerMessage: codeText(first.code) })),
  )
  expect(byCode.map(({ event, data }) => [event, data.designCode])).toEqual([['order.created', undefined], ['design.bound', first.code]]) // biome-ignore format: a table
  await shopOf.take(orderOf('B2', [itemOf('B2-0', null)]))
  const order = (await shopOf.list()).find(({ originalId }) => originalId === 'B2')
  const byHand = await toldBy(shopOf.ctx, () => buyerDesigns.bind({ body: { code: second.code, orderId: order?.id ?? 0, orderItemId: null } }, shopOf.ctx)) // biome-ignore format: one call
  expect(byHand.map(({ event, data }) => [event, data.designCode, data.orderNumber])).toEqual([
    ['design.bound', second.code, 'B2'],
  ])
})

test('a push that a factory took, refused or cancelled, and a refund after it, make events with the factory and its number', async () => {
  const [good, bad] = [next(), next()]
  await take(good)
  const done = await toldBy(shop.ctx, () => shop.push(good))
  expect(names(done)).toEqual([['push.done', good]])
  expect(done[0]?.data).toMatchObject({ factoryId: String(shop.factories.dongguan), factoryOrderId: expect.stringMatching(/./), customizationId: String(await lineId(good)) }) // biome-ignore format: a table
  const refunded = await toldBy(shop.ctx, () => take(good, { state: 'refunded', hold: '已退款' }))
  expect(refunded.map(({ event, data }) => [event, data.reason])).toEqual([['refund.after_push', 'refund']])
  expect(await toldBy(shop.ctx, () => take(good, { state: 'refunded', hold: '已退款，请不要生产' }))).toEqual([])
  await take(bad)
  domain.factory.answerNext(200, JSON.stringify({ code: 1, msg: '库存不足', data: null }), orderPath)
  const refused = await toldBy(shop.ctx, () => shop.push(bad).catch(() => undefined))
  expect(refused.map(({ event, data }) => [event, data.reason])).toEqual([['push.failed', 'refused']])
  const third = next()
  await take(third)
  await shop.push(third)
  const cancelled = await toldBy(shop.ctx, async () =>
    settleLine(shop.ctx, { customizationId: await lineId(third), saidBy: 'seller', reason: 'outOfStock', note: '缺货' }),
  )
  expect(cancelled.map(({ event, data }) => [event, data.reason])).toEqual([['push.failed', 'cancelled']])
})

test('a webhook of some shops gets no events of others, and nothing is recorded where nobody listens', async () => {
  const other = await openPushShop(domain)
  const number = next()
  const quiet = await toldBy(other.ctx, () => other.take(orderOf(number, [itemOf(`${number}-0`, null)])))
  expect(quiet).toEqual([])
  await listen(other.ctx, [other.shopId])
  const seen = next()
  expect(names(await toldBy(other.ctx, () => other.take(orderOf(seen, [itemOf(`${seen}-0`, null)]))))).toEqual([
    ['order.created', seen],
  ])
})

test('an event says nothing of the buyer', async () => {
  const number = next()
  const secret = '13912345678'
  const change = { buyerMessage: `电话 ${secret} 地址 杭州市文一西路`, sellerMemo: secret }
  const told = await toldBy(shop.ctx, () =>
    shop.take(orderOf(number, [itemOf(`${number}-0`, contentOf(shop.infoOf(number, shop.picture)))], change)),
  )
  expect(told.length).toBeGreaterThan(0)
  expect(JSON.stringify(told)).not.toContain(secret)
  expect(JSON.stringify(told)).not.toContain('文一西路')
})
