/** Alarms: what may happen to a design after it was paid for or pushed, until the seller has settled it. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmKinds } from '../../contract/rules/alarm'
import { type ItemState, itemStates } from '../../contract/rules/item-state'
import { acknowledgeAlarms } from '../domain/alarms/acknowledge'
import { listAlarms } from '../domain/alarms/list'
import { charge } from '../domain/credits/charge'
import { cancelLines } from '../domain/erp/push/cancel'
import { leaseMs } from '../domain/erp/push/claims'
import { pushOrder } from '../domain/erp/push/push'
import { settleLine } from '../domain/erp/push/settle'
import { listNotifications } from '../domain/notifications/notifications'
import type { ItemWrite } from '../domain/orders/items'
import { settleChange } from '../domain/orders/made-as'
import { orderPath } from '../embedded/erps/print-factory/simulator'
import { type Domain, expectFailure, openDomain } from './domain'
import { buyCredits, contentOf, itemOf, orderOf } from './order-shop'
import { paint, storePicture } from './push-shop'
import { openTwoPrograms, type TwoPrograms } from './two-programs'

let domain: Domain
let shop: TwoPrograms
beforeAll(async () => {
  domain = await openDomain()
  shop = await openTwoPrograms(domain)
  await buyCredits(shop.ctx, 100_000)
})
afterAll(() => domain.close())

let numbers = 0
const next = (): string => `A${++numbers}`
const take = (number: string, change: Partial<ItemWrite> = {}, picture: string | null = shop.picture) =>
  shop.take(orderOf(number, [itemOf(`${number}-0`, contentOf(shop.infoOf(number, picture)), change)]))
const alarms = async (number?: string) => {
  const { items, totalItems } = await listAlarms(shop.ctx, { pageNo: 1, pageSize: 500 })
  expect(totalItems, 'the count is that of the list').toBe(items.length)
  return items.filter(({ orderOriginalId }) => number === undefined || orderOriginalId === number)
}
const kinds = async (number: string) => (await alarms(number)).map(({ reasons }) => reasons.map(({ kind }) => kind))
const idsOf = async (number: string) =>
  (await shop.find(number)).orderItems.flatMap(({ customizations }) => customizations.map(({ id }) => id))
const idOf = async (number: string) => (await idsOf(number))[0] ?? 0
const pushTo = async (number: string, factoryId = shop.factories.second) =>
  pushOrder(shop.ctx, { ...(await shop.seen(number, factoryId)), confirmed: await idsOf(number) })
const acknowledge = async (number: string, note = '工厂说已经做好了') =>
  acknowledgeAlarms(shop.ctx, {
    alarms: (await alarms(number)).map(({ customizationId, facts }) => ({ customizationId, facts })),
    note,
  })

/** The alarm of an item's state where its design is at a factory, and where it is only paid for. */
const expected: Readonly<Record<ItemState, readonly [pushed: string | null, paid: string | null]>> = {
  toMake: [null, null],
  partRefunded: ['refund', 'refund'],
  refundRefused: [null, null],
  partlyShipped: [null, null],
  unknown: [null, null],
  shipped: [null, null],
  finished: [null, null],
  notYet: ['held', null],
  depositPaid: ['held', null],
  paying: ['held', null],
  unpaid: ['held', null],
  refundAsked: ['refund', 'refund'],
  refundAgreed: ['refund', 'refund'],
  goodsReturned: ['refund', 'refund'],
  held: ['held', null],
  shippedRefund: ['refund', 'refund'],
  refunded: ['refund', 'refund'],
  closed: ['closed', 'closed'],
}
test.each(itemStates)(
  'a design whose item is %s after it was pushed, or after it was paid for, is listed or not',
  async (state) => {
    const [pushed, paid] = [next(), next()]
    for (const number of [pushed, paid]) await take(number)
    await pushTo(pushed)
    await charge(shop.ctx, await idsOf(paid))
    expect([await kinds(pushed), await kinds(paid)]).toEqual([[], []])
    for (const number of [pushed, paid]) await take(number, { state })
    const listed = (kind: string | null) => (kind === null ? [] : [[kind]])
    expect([await kinds(pushed), await kinds(paid)]).toEqual([listed(expected[state][0]), listed(expected[state][1])])
  },
)

test('an alarm names the order, the case, its picture, the factory, the credits and what happened', async () => {
  const number = next()
  await take(number)
  await charge(shop.ctx, await idsOf(number))
  await pushTo(number)
  await take(number, { state: 'refundAsked' })
  const [alarm] = await alarms(number)
  expect(alarm).toMatchObject({
    customizationId: await idOf(number),
    reasons: [{ kind: 'refund', text: '推送后申请退款：买家申请了退款，请先不要生产' }],
    since: shop.ctx.clock.now().getTime(),
    orderId: (await shop.find(number)).id,
    item: { originalId: `${number}-0`, title: '定制手机壳', quantity: 1 },
    caseName: '苹果 iPhone 15 · 硅胶 · 黑',
    usedCredits: 60,
    line: { state: 'pushed', factoryName: '合印云一厂' },
    canCancel: true,
  })
  expect(alarm?.imageUrl).toContain('/files/')
})

test('nothing is listed of what was neither paid for nor pushed', async () => {
  const number = next()
  await take(number)
  for (const state of itemStates) await take(number, { state })
  await take(number, { quantity: 3, propertiesName: '适用手机型号:iPhone 14' })
  expect(await kinds(number)).toEqual([])
})

test.each([
  ['the choice', { propertiesName: '适用手机型号:iPhone 14;颜色分类:黑' }],
  ['the SKU', { skuOriginalId: '9' }],
  ['the number', { quantity: 2 }],
] as const)('a change of %s after the push is listed, until it is taken back or settled', async (_, change) => {
  const number = next()
  await take(number)
  await pushTo(number)
  await take(number, change)
  expect(await kinds(number)).toEqual([['changed']])
  await take(number)
  expect(await kinds(number)).toEqual([])
  await take(number, change)
  const { id, orderItems } = await shop.find(number)
  await settleChange(shop.ctx, id, orderItems[0]?.id ?? 0, orderItems[0]?.change?.text ?? '')
  expect(await kinds(number)).toEqual([])
})

test('another picture after the push is listed for the one that the factory has, and the same bytes at another address are not', async () => {
  const [changed, same] = [next(), next()]
  for (const number of [changed, same]) {
    await take(number)
    await pushTo(number)
  }
  const pushedId = await idOf(changed)
  await take(changed, {}, await storePicture(shop.ctx, await paint('plain')))
  expect((await alarms(changed)).map(({ customizationId, item, reasons }) => [customizationId, item, reasons[0]?.kind])).toEqual([
    [pushedId, null, 'replaced'],
  ])
  await take(same, {}, await storePicture(shop.ctx, await paint('drawn')))
  expect(await kinds(same)).toEqual([])
})

test('an acknowledged alarm leaves the list until its facts change, also back to what they were', async () => {
  const number = next()
  await take(number)
  await pushTo(number)
  await take(number, { state: 'refundAsked' })
  const seen = (await alarms(number))[0]
  const ask = { alarms: [{ customizationId: seen?.customizationId ?? 0, facts: seen?.facts ?? '' }], note: '买家同意收货' }
  expect(await acknowledgeAlarms(shop.ctx, ask)).toEqual({ acknowledged: [await idOf(number)] })
  expect(await kinds(number)).toEqual([])
  // The same facts from the marketplace once more, another title, and a second click say nothing new.
  await take(number, { state: 'refundAsked', title: '新标题' })
  expect(await acknowledgeAlarms(shop.ctx, ask)).toEqual({ acknowledged: [] })
  expect(await kinds(number)).toEqual([])
  await take(number, { state: 'refundAgreed' })
  expect(await kinds(number)).toEqual([['refund']])
  // The seller acknowledges the facts that he saw, and no others.
  expect(await acknowledgeAlarms(shop.ctx, ask)).toEqual({ acknowledged: [] })
  await acknowledge(number)
  await take(number)
  await take(number, { state: 'refundAgreed' })
  expect(await kinds(number)).toEqual([['refund']])
  const audit = await shop.ctx.db.selectFrom('audit').select('details').where('subject', '=', 'alarms').orderBy('id').execute()
  expect(audit[0]?.details).toEqual({ ids: [await idOf(number)], note: '买家同意收货' })
  const other = { ...shop.ctx, actor: { ...shop.ctx.actor, accountId: (await domain.seller()).actor.accountId } }
  expect(await listAlarms(other, { pageNo: 1, pageSize: 50 })).toEqual({ items: [], totalItems: 0 })
  const mine = (await alarms(number)).map(({ customizationId, facts }) => ({ customizationId, facts }))
  expect(await acknowledgeAlarms(other, { alarms: mine, note: '不是我的' })).toEqual({ acknowledged: [] })
})

test('a partial refund that was known when the design was pushed or paid for is not listed until it gets worse', async () => {
  const [pushed, paid] = [next(), next()]
  for (const number of [pushed, paid]) await take(number, { state: 'partRefunded' })
  await pushTo(pushed)
  await charge(shop.ctx, await idsOf(paid), await idsOf(paid))
  expect([await kinds(pushed), await kinds(paid)]).toEqual([[], []])
  for (const number of [pushed, paid]) await take(number, { state: 'refundAsked' })
  expect([await kinds(pushed), await kinds(paid)]).toEqual([[['refund']], [['refund']]])
})

test('a push whose outcome nobody knows, and one that the factory refused, are listed until it is settled', async () => {
  const [lost, refused] = [next(), next()]
  for (const number of [lost, refused]) await take(number)
  domain.factory.loseAnswers(1, orderPath)
  domain.factory.loseCalls(4, '/order/query')
  await expectFailure(pushTo(lost, shop.factories.dongguan), 'upstream-failed')
  domain.factory.refuseNext('型号缺货', orderPath)
  await expectFailure(pushTo(refused, shop.factories.dongguan), 'invalid')
  expect([await kinds(lost), await kinds(refused)]).toEqual([[['unsure']], [['refused']]])
  expect((await alarms(refused))[0]?.reasons[0]?.text).toBe('工厂没有接单：型号缺货')
  await settleLine(shop.ctx, { customizationId: await idOf(lost), saidBy: 'factory' })
  await pushTo(refused)
  expect([await kinds(lost), await kinds(refused)]).toEqual([[], []])
})

test('a refused design that is not to be made any more is not listed', async () => {
  const number = next()
  await take(number)
  domain.factory.refuseNext('型号缺货', orderPath)
  await expectFailure(pushTo(number, shop.factories.dongguan), 'invalid')
  await take(number, { state: 'refunded' })
  expect(await kinds(number)).toEqual([])
})

test('the seller’s word that the factory is out of stock is kept with who said it and the note, and frees the case', async () => {
  const number = next()
  await take(number)
  await charge(shop.ctx, await idsOf(number))
  await pushTo(number, shop.factories.dongguan)
  const said = { saidBy: 'seller', reason: 'outOfStock', note: '电话里王姐说的' } as const
  const settled = await settleLine(shop.ctx, { customizationId: await idOf(number), ...said })
  expect(settled.message).toMatch(/已确认工厂缺货，没有生产这一单（工厂订单号 .+，备注：电话里王姐说的）.*不另扣点$/)
  expect(settled.message).toContain(shop.ctx.actor.username)
  expect(await kinds(number)).toEqual([['cancelled']])
  expect((await alarms(number))[0]?.reasons[0]?.text).toBe(settled.message)
  const audit = await shop.ctx.db.selectFrom('audit').select('details').where('subject', '=', 'cancelledPushes').execute()
  expect(audit.at(-1)?.details).toMatchObject({ saidBy: 'seller', reason: 'outOfStock', note: '电话里王姐说的' })
  expect(await pushTo(number)).toMatchObject({ status: 'pushed', factoryName: '合印云一厂' })
  expect(await kinds(number)).toEqual([])
  const charged = await shop.ctx.db
    .selectFrom('usage_line')
    .selectAll()
    .where('customization_id', '=', await idOf(number))
    .execute()
  expect(charged).toHaveLength(1)
})

test('a merged order and its parts show one alarm, under the merged order', async () => {
  const [parent, part] = [next(), next()]
  const content = contentOf(shop.infoOf(part, shop.picture))
  const merged = (state: ItemState) => ({
    ...orderOf(parent, [itemOf(`${part}-0`, content, { state })], { mergeSplitStatus: 'MERGE_PARENT' as const }),
    childOrders: [{ ...orderOf(part, [itemOf(`${part}-0`, content, { state })]), mergeSplitStatus: 'MERGE_CHILD' as const }],
  })
  await shop.take(merged('toMake'))
  await pushTo(part)
  await shop.take(merged('refundAsked'))
  expect([await kinds(parent), await kinds(part)]).toEqual([[['refund']], []])
})

const atSecond = async (number: string) => {
  await take(number)
  await pushTo(number)
  const line = [...shop.second.lines].find(([, { line: sent }]) => sent.orderOriginalId === number)
  return { id: await idOf(number), outsideId: line?.[0] ?? '' }
}

test('a factory that cancels frees the case at once, for another factory and without a second charge, and repeats are harmless', async () => {
  const number = next()
  const { id, outsideId } = await atSecond(number)
  await take(number, { state: 'refundAsked' })
  const [one, again] = await Promise.all([cancelLines(shop.ctx, [id]), cancelLines(shop.ctx, [id])])
  expect([one[0]?.outcome, again[0]?.outcome]).toEqual(['cancelled', 'cancelled'])
  expect((await cancelLines(shop.ctx, [id]))[0]).toMatchObject({ outcome: 'cancelled', line: { state: 'cancelled' } })
  expect(shop.second.states.get(outsideId)).toBe('已取消')
  // The refund is settled by it; if the buyer takes it back, the case is to be made again.
  expect(await kinds(number)).toEqual([])
  await take(number)
  expect(await kinds(number)).toEqual([['cancelled']])
  expect(await pushTo(number, shop.factories.dongguan)).toMatchObject({ status: 'pushed' })
})

test('a factory that prints already keeps the case, in its words', async () => {
  const { id, outsideId } = await atSecond(next())
  shop.second.states.set(outsideId, '印刷中')
  expect((await cancelLines(shop.ctx, [id]))[0]).toMatchObject({
    outcome: 'kept',
    message: expect.stringContaining('已开始印刷，不能取消'),
    line: { state: 'pushed' },
  })
})

test.each([
  ['before it reached the factory', false],
  ['after the factory did it', true],
])('a cancellation that is lost %s is settled by asking, and never frees a case that may be made', async (_, isDone) => {
  const number = next()
  const { id, outsideId } = await atSecond(number)
  if (isDone) shop.second.loseAnswers = 2
  else shop.second.isAway = true
  const [lost] = await cancelLines(shop.ctx, [id])
  shop.second.isAway = false
  expect(lost).toMatchObject({ outcome: 'unsure', line: { state: 'pushed' } })
  expect(lost?.message).toContain('还不知道工厂有没有取消')
  expect(await kinds(number)).toEqual([['unsure']])
  await expectFailure(pushTo(number, shop.factories.dongguan), 'invalid', undefined, '不能再推送到其他工厂')
  await settleLine(shop.ctx, { customizationId: id, saidBy: 'factory' })
  expect(shop.second.states.get(outsideId)).toBe(isDone ? '已取消' : undefined)
  expect(await kinds(number)).toEqual([[isDone ? 'cancelled' : 'unsure']])
  expect((await cancelLines(shop.ctx, [id]))[0]).toMatchObject({ outcome: 'cancelled' })
})

test('a cancellation that a person at the factory decides later stays open until the factory says so', async () => {
  const number = next()
  const { id, outsideId } = await atSecond(number)
  shop.second.decidesLater = true
  expect((await cancelLines(shop.ctx, [id]))[0]).toMatchObject({
    outcome: 'unsure',
    message: expect.stringContaining('取消申请中'),
    line: { state: 'pushed' },
  })
  shop.second.decidesLater = false
  expect(await kinds(number)).toEqual([['unsure']])
  shop.second.states.set(outsideId, '印刷中')
  expect((await cancelLines(shop.ctx, [id]))[0]?.outcome).toBe('kept')
  expect(await kinds(number)).toEqual([])
})

test('an order that the factory does not know stays where it is, and the seller is told to ask', async () => {
  const { id, outsideId } = await atSecond(next())
  ;(shop.second.lines as Map<string, unknown>).delete(outsideId)
  expect((await cancelLines(shop.ctx, [id]))[0]).toMatchObject({
    outcome: 'unsure',
    message: expect.stringContaining('查询不到'),
    line: { state: 'pushed' },
  })
})

test('of several cases of an order the factory may cancel some and make others, each with its own answer', async () => {
  const number = next()
  const two = contentOf(shop.infoOf(`${number}/a`, shop.picture), shop.infoOf(`${number}/b`, shop.picture))
  await shop.take(orderOf(number, [itemOf(`${number}-0`, two, { quantity: 2 })]))
  await pushTo(number)
  const ids = await idsOf(number)
  const outside = await shop.ctx.db
    .selectFrom('push_line')
    .select('outside_id')
    .where('customization_id', '=', ids[1] ?? 0)
    .execute()
  shop.second.states.set(outside[0]?.outside_id ?? '', '印刷中')
  const answers = await cancelLines(shop.ctx, [...ids, 999_999_999])
  expect(answers.map(({ outcome }) => outcome)).toEqual(['cancelled', 'kept', 'failed'])
  expect((await alarms(number)).map(({ customizationId }) => customizationId)).toEqual([ids[0]])
})

test('a factory whose program takes no cancellations is not asked, and the seller is told what to do', async () => {
  const number = next()
  await take(number)
  await pushTo(number, shop.factories.dongguan)
  await take(number, { state: 'refundAsked' })
  expect((await alarms(number))[0]?.canCancel).toBe(false)
  const before = domain.factory.count()
  expect((await cancelLines(shop.ctx, [await idOf(number)]))[0]).toMatchObject({
    outcome: 'failed',
    message: expect.stringMatching(/没有取消订单的接口，请打电话给工厂“东莞印客数码印刷厂”/),
    line: { state: 'pushed' },
  })
  expect(domain.factory.count()).toBe(before)
  expect(await kinds(number)).toEqual([['refund']])
})

test('a line in doubt is not cancelled while a lost push may still arrive', async () => {
  const number = next()
  await take(number)
  shop.second.isAway = true
  await expectFailure(pushTo(number), 'upstream-failed')
  shop.second.isAway = false
  const id = await idOf(number)
  expect((await cancelLines(shop.ctx, [id]))[0]).toMatchObject({ outcome: 'unsure', line: { state: 'unsure' } })
  shop.advance(leaseMs)
  expect((await cancelLines(shop.ctx, [id]))[0]).toMatchObject({ outcome: 'cancelled', line: { state: 'refused' } })
})

test('an order that needs the seller makes one notification, another one when its facts change, and none that stays open', async () => {
  const number = next()
  await take(number)
  await pushTo(number)
  const told = async () =>
    (await listNotifications(shop.ctx, { pageNo: 1, pageSize: 200 })).items
      .filter(({ words }) => words.includes(`订单 ${number} `))
      .map(({ words, resolvedAt, target }) => [words, resolvedAt === null ? 'open' : 'over', target])
      .reverse()
  const asked = `订单 ${number} 下载或推送后有变化：退款，请处理`
  expect(await told()).toEqual([])
  await take(number, { state: 'refundAsked' })
  await take(number, { state: 'refundAsked', title: '新标题' })
  expect(await told()).toEqual([[asked, 'open', 'alarms']])
  await acknowledge(number)
  expect(await told()).toEqual([[asked, 'over', 'alarms']])
  await take(number, { state: 'refunded' })
  expect((await told()).map(([, state]) => state)).toEqual(['over', 'open'])
  await take(number)
  expect((await told()).map(([, state]) => state)).toEqual(['over', 'over'])
})

test('the kinds of the rules are those that the database writes', async () => {
  const { rows } = await sql<{ source: string }>`
    select string_agg(prosrc, ' ') as source from pg_proc where proname in ('alarm_facts', 'alarm_of_state')`.execute(shop.ctx.db)
  const written = [...(rows[0]?.source ?? '').matchAll(/then '(\w+)' end/g)].map(([, kind]) => kind)
  expect([...new Set(written)].sort()).toEqual([...alarmKinds].sort())
})
