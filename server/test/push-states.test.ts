/** The effect of an order item's marketplace state on its push, and the texts about changes after a push. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ItemState, itemStateRules } from '../../contract/rules/item-state'
import type { PushCheck } from '../../contract/types'
import { charge } from '../domain/credits/charge'
import { checkOrder, readCheck } from '../domain/erp/push/check'
import { claimLine } from '../domain/erp/push/claims'
import { pushOrder } from '../domain/erp/push/push'
import type { ItemWrite } from '../domain/orders/items'
import { settleChange } from '../domain/orders/made-as'
import { preflight } from '../domain/orders/preflight'
import type { Ctx } from '../kernel/context'
import { type Domain, expectFailure, openDomain } from './domain'
import { buyCredits, contentOf, itemOf, orderOf } from './order-shop'
import { openPushShop, type PushShop } from './push-shop'

let domain: Domain
let shop: PushShop
beforeAll(async () => {
  domain = await openDomain()
  shop = await openPushShop(domain)
  await buyCredits(shop.ctx, 10_000)
})
afterAll(() => domain.close())

let numbers = 0
const next = (): string => `S${++numbers}`
const messages = (found: PushCheck['problems']): string[] => found.map(({ message }) => message)
const takeItems = (number: string, ...items: readonly Partial<ItemWrite>[]) =>
  shop.take(
    orderOf(
      number,
      items.map((change, at) =>
        itemOf(`${number}-${at}`, contentOf(shop.infoOf(`${number}/${at}`, shop.picture)), { title: `壳 ${at + 1}`, ...change }),
      ),
    ),
  )
const madeIds = async (number: string): Promise<number[]> =>
  (await shop.find(number)).orderItems.flatMap(({ customizations }) => customizations.map(({ id }) => id))
const atFactory = async (number: string): Promise<number> =>
  (await domain.factory.orders()).filter(({ params }) => JSON.stringify(params).includes(`"${number}"`)).length

const held = [
  'notYet',
  'depositPaid',
  'paying',
  'unpaid',
  'refundAsked',
  'refundAgreed',
  'goodsReturned',
  'refunded',
  'closed',
] as const
test.each(held)('an item that is %s is refused with its reason, also if the seller confirms it', async (state) => {
  const number = next()
  await takeItems(number, { state })
  const body = { ...(await shop.seen(number)), confirmed: await madeIds(number) }
  expect(messages((await readCheck(shop.ctx, body)).problems)).toContain(`「壳 1」不能推送：${itemStateRules[state].hold}`)
  await expectFailure(pushOrder(shop.ctx, body), 'invalid', undefined, itemStateRules[state].hold ?? '')
  expect(await atFactory(number)).toBe(0)
})

const asking = ['partRefunded', 'refundRefused', 'partlyShipped', 'unknown', 'shipped', 'finished'] as const
test.each(asking)('an item that is %s is pushed once the seller confirms it, and is asked for before', async (state) => {
  const number = next()
  await takeItems(number, { state })
  const body = await shop.seen(number)
  const check = await readCheck(shop.ctx, body)
  expect(check.problems).toEqual([])
  const code = itemStateRules[state].isOver ? 'shipped' : 'stateAsks'
  expect(check.asks).toMatchObject([{ code, message: expect.stringContaining(itemStateRules[state].ask ?? '') }])
  await expectFailure(pushOrder(shop.ctx, body), 'invalid', undefined, itemStateRules[state].ask ?? '')
  expect(await pushOrder(shop.ctx, { ...body, confirmed: await madeIds(number) })).toMatchObject({ status: 'pushed' })
  expect(await atFactory(number)).toBe(1)
})

test.each([
  ['refunded', '已退款，请不要生产'],
  ['notYet', '平台还不允许发货'],
  ['refundAsked', '买家申请了退款'],
  ['shipped', '平台显示已发货'],
] as const)(
  'an item that is %s does not stop the other items of its order, and what is left out is said',
  async (state, words) => {
    const number = next()
    await takeItems(number, {}, { state })
    const check = await shop.check(number)
    expect(check).toMatchObject({ lines: 1, pushed: 0, problems: [], asks: [] })
    expect(messages(check.warnings)).toEqual([expect.stringMatching(new RegExp(`^「壳 2」没有推送：.*${words}`))])
    const reply = await shop.push(number)
    expect(reply.status).toBe('pushed')
    expect(reply.message).toContain('已推送 1 件')
    expect(reply.message).toContain('「壳 2」没有推送')
    expect(reply.leftOut).toEqual(messages(check.warnings))
    expect(await atFactory(number)).toBe(1)
  },
)

test('a held item whose pieces are undecided, or that has no design, does not stop the other items', async () => {
  const number = next()
  const two = contentOf(shop.infoOf(`${number}/a`, shop.picture), shop.infoOf(`${number}/b`, shop.picture))
  await takeItems(number, {}, { content: two, quantity: 3, state: 'refunded' }, { content: null, state: 'closed' })
  expect(await shop.check(number)).toMatchObject({ lines: 1, problems: [], asks: [], undecided: [] })
  expect(await shop.push(number)).toMatchObject({ status: 'pushed' })
})

test('a refund after the push is said as a problem, and only as a warning where another item is still to be pushed', async () => {
  const number = next()
  await takeItems(number, {})
  await shop.push(number)
  await takeItems(number, { state: 'refunded' })
  const alone = await shop.check(number)
  expect(messages(alone.problems)).toEqual([
    expect.stringMatching(/^「壳 1」推送（工厂订单号 .+）后平台提示：已退款.*请联系工厂$/),
  ])
  await takeItems(number, { state: 'refunded' }, {})
  const withOther = await shop.check(number)
  expect([messages(withOther.problems), messages(withOther.warnings)]).toEqual([[], messages(alone.problems)])
  expect(await shop.push(number)).toMatchObject({ status: 'pushed' })
})

test('a held item whose push got no answer is left out, and does not stop the other items either', async () => {
  const number = next()
  await takeItems(number, {})
  const body = await shop.seen(number)
  const [line] = (await checkOrder(shop.ctx, body)).lines
  if (!line) throw new Error('no line')
  await claimLine(shop.ctx, line, { factoryId: body.factoryId, orderId: (await shop.find(number)).id })
  await takeItems(number, { state: 'refundAsked' }, {})
  expect(await shop.push(number)).toMatchObject({ status: 'pushed', message: expect.stringContaining('买家申请了退款') })
  expect(await atFactory(number)).toBe(1)
})

const other = { skuOriginalId: '222', propertiesName: '适用手机型号:iPhone 14;颜色分类:白', merchantSku: 'P14-WH' }
const words =
  '推送后买家改了规格：推送的是「适用手机型号:iPhone 15;颜色分类:黑」，现在是「适用手机型号:iPhone 14;颜色分类:白」，请联系工厂'

test('a change of the SKU after the push is shown as a refund is, until it is changed back or settled by the seller', async () => {
  const number = next()
  const noticed = async () => (await shop.list({ held: true, keyword: number })).length
  const changeOf = async () => (await shop.find(number)).orderItems[0]?.change
  await takeItems(number, {})
  await shop.push(number)
  expect([await noticed(), await changeOf()]).toEqual([0, null])
  await takeItems(number, other)
  expect([await noticed(), await changeOf()]).toEqual([1, { stage: 'pushed', text: words }])
  expect(messages((await shop.check(number)).problems)).toEqual([expect.stringContaining(words)])
  await expectFailure(shop.push(number), 'invalid', undefined, words)
  // Changed back, and once more.
  await takeItems(number, {})
  expect([await noticed(), await changeOf()]).toEqual([0, null])
  await takeItems(number, other)
  await takeItems(number, { ...other, quantity: 2 })
  const text = (await changeOf())?.text ?? ''
  expect(text).toContain('改了规格和数量：推送的是「适用手机型号:iPhone 15;颜色分类:黑」 1 件，现在是')
  const { id, orderItems } = await shop.find(number)
  const itemId = orderItems[0]?.id ?? 0
  await expectFailure(settleChange(shop.ctx, id, itemId, words), 'conflict', undefined, '又改了')
  const stranger: Ctx = { ...shop.ctx, actor: { ...shop.ctx.actor, accountId: (await domain.seller()).actor.accountId } }
  await expectFailure(settleChange(stranger, id, itemId, text), 'not-found')
  expect(await settleChange(shop.ctx, id, itemId, text)).toMatchObject({ change: null })
  expect([await noticed(), await changeOf()]).toEqual([0, null])
  // The same order again says nothing new; another change is compared with what was settled.
  await takeItems(number, { ...other, quantity: 2 })
  expect(await changeOf()).toBeNull()
  await takeItems(number, { ...other, quantity: 3 })
  expect((await changeOf())?.text).toBe('推送后买家改了数量：推送的是 2 件，现在是 3 件，请联系工厂')
})

test.each([
  ['the model', { propertiesName: '适用手机型号:iPhone 14;颜色分类:黑' }],
  ['the colour', { propertiesName: '适用手机型号:iPhone 15;颜色分类:白' }],
  ['the merchant SKU', { merchantSku: 'B' }],
  ['the SKU alone', { skuOriginalId: '9' }],
  ['the product', { productOriginalId: '9' }],
  ['the number', { quantity: 2 }],
] as const)('a change of %s after the push is noticed', async (_, change) => {
  const number = next()
  await takeItems(number, { merchantSku: 'A' })
  await shop.push(number)
  await takeItems(number, { merchantSku: 'A', ...change })
  expect((await shop.find(number)).orderItems[0]?.change).toMatchObject({ stage: 'pushed' })
})

test('a design that names another case after the push is noticed, although its picture is the same', async () => {
  const number = next()
  const of = (change: object) => ({ content: contentOf(shop.infoOf(`${number}/x`, shop.picture, change)) })
  await takeItems(number, of({}))
  await shop.push(number)
  await takeItems(number, of({ phoneModelId: shop.model2.id, phoneModelName: 'iPhone 16' }))
  expect((await shop.find(number)).orderItems[0]?.change?.text).toContain('苹果 iPhone 16')
})

test('a change before anything is paid for or pushed, or of the words of a title, is no change to notice', async () => {
  const number = next()
  await takeItems(number, {})
  await takeItems(number, other)
  expect((await shop.find(number)).orderItems[0]?.change).toBeNull()
  await shop.push(number, undefined).catch(() => undefined)
  const pushed = next()
  await takeItems(pushed, {})
  await shop.push(pushed)
  await takeItems(pushed, { title: '新标题', imageUrl: 'https://img.alicdn.com/a.png', state: 'shipped' })
  expect((await shop.find(pushed)).orderItems[0]?.change).toBeNull()
})

test('a change after the download asks before the push, and counts as made once it is pushed', async () => {
  const number = next()
  await takeItems(number, {})
  const ids = await madeIds(number)
  await charge(shop.ctx, ids)
  await takeItems(number, { quantity: 2 })
  const text = '下载后买家改了数量：下载时是 1 件，现在是 2 件，生产前请确认'
  expect((await shop.find(number)).orderItems[0]?.change).toEqual({ stage: 'paid', text })
  expect((await preflight(shop.ctx, ids))[0]?.findings).toContainEqual({ code: 'changed', text: `：${text}` })
  const body = await shop.seen(number)
  expect((await readCheck(shop.ctx, body)).asks).toMatchObject([{ code: 'changed', message: expect.stringContaining(text) }])
  await expectFailure(pushOrder(shop.ctx, body), 'invalid', undefined, text)
  expect(await pushOrder(shop.ctx, { ...body, confirmed: ids })).toMatchObject({ status: 'pushed' })
  expect((await shop.find(number)).orderItems[0]?.change).toBeNull()
  await takeItems(number, { quantity: 3 })
  expect((await shop.find(number)).orderItems[0]?.change?.text).toContain('推送的是 2 件，现在是 3 件')
})

test.each<[string, Partial<ItemWrite>]>([
  ['its choice', { propertiesName: '适用手机型号:iPhone 14;颜色分类:黑' }],
  ['its SKU', { skuOriginalId: '9' }],
  ['its state', { state: 'shipped' satisfies ItemState }],
])('an item that changes %s between the check and the sending is not sent', async (_, change) => {
  const number = next()
  await takeItems(number, {})
  const body = await shop.seen(number)
  const [line] = (await checkOrder(shop.ctx, body)).lines
  if (!line) throw new Error('no line')
  await takeItems(number, change)
  const { id } = await shop.find(number)
  expect(await claimLine(shop.ctx, line, { factoryId: body.factoryId, orderId: id })).toEqual({ kind: 'changed' })
})

test('shipped items are downloaded only if the seller ticks them, and what asks is downloaded with a note', async () => {
  const number = next()
  await takeItems(number, { state: 'shipped' }, { state: 'partRefunded' })
  const [shipped, asks] = await preflight(shop.ctx, await madeIds(number))
  expect(shipped?.findings.map(({ code }) => code)).toContain('shipped')
  expect(asks?.findings.map(({ code }) => code)).toContain('stateAsks')
  const [first = 0, second = 0] = await madeIds(number)
  await expect(charge(shop.ctx, [first])).resolves.toMatchObject({ refused: [{ customizationId: first }] })
  await expect(charge(shop.ctx, [second])).resolves.toMatchObject({ refused: [] })
})
