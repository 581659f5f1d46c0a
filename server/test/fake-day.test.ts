/**
 * A day of sixty orders of four marketplaces, without a click: at its end each order is at the factory exactly once, or in front of a
 * person with the words that say why, whatever the factory, the marketplaces and the server did meanwhile.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isHeld } from '../../contract/rules/order-state'
import { currentCredits } from '../domain/credits/balance'
import { charge } from '../domain/credits/charge'
import { tryRule } from '../domain/rules/dry-run'
import { armRule, createRule, updateRule } from '../domain/rules/rules'
import { orderPath } from '../embedded/erps/print-factory/simulator'
import { type Domain, openDomain } from './domain'
import { boughtCredits, type DayOrder, type FakeDay, minute, openFakeDay, type Platform, platforms } from './fake-day'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

/** A course of an order through the day, and where it has to be at the end. */
interface Course {
  /** How the order is when it is made, besides an ordinary one. */
  readonly first?: Partial<DayOrder>
  /** The differences half an hour later on the marketplace, after the order came in and the rules decided. */
  readonly later?: Partial<DayOrder>
  readonly factory?: 'loses' | 'unclear'
  /** Cases at the factory. */
  readonly made: 0 | 1
  /** The words that a person reads of it; null: nothing needs one. */
  readonly words: RegExp | null
}

const courses: Readonly<Record<string, Course>> = {
  'an ordinary order': { made: 1, words: null },
  'an ordinary order, read again unchanged': { later: {}, made: 1, words: null },
  'an ordinary order with a note': { first: { memo: '发顺丰' }, made: 1, words: null },
  'a group whose buyer gives up': { first: { state: 'notYet' }, later: { state: 'refundAsked' }, made: 0, words: /申请了?退款/ },
  'the buyer wants the money back at once': { first: { state: 'refundAsked' }, made: 0, words: /申请了?退款/ },
  'closed before it was read': { first: { state: 'closed' }, made: 0, words: /退款|关闭|取消/ },
  'a refund after the push': { later: { state: 'refundAsked' }, made: 1, words: /^异常：.*退款/ },
  'another model after the push': { later: { model: 'iPhone 14' }, made: 1, words: /^异常：.*(规格|型号|改)/ },
  'the factory’s answer is lost': { factory: 'loses', made: 1, words: null },
  'the factory does not say clearly': { factory: 'unclear', made: 0, words: /^异常：.*(不确定|没有说清|没说清)/ },
  'a gift beside the case': { first: { hasGift: true }, made: 1, words: null },
  'the seller noted to wait': { first: { memo: '先别做，等买家回复' }, made: 0, words: /^搁置：备注要等/ },
  'not designed yet': { first: { isDesigned: false }, made: 0, words: /还没有定制/ },
  'a group that completes later': { first: { state: 'notYet' }, later: { state: 'toMake' }, made: 1, words: null },
  'the seller wants to see the picture': { first: { memo: '确认图' }, made: 0, words: /^待审批/ },
}
const names = Object.keys(courses)
const hours = 8

interface Placed {
  readonly name: string
  readonly platform: Platform
  readonly n: number
  readonly order: DayOrder
  readonly number: string
}

async function armRules({ ctx, shop, shops }: FakeDay): Promise<void> {
  const push = { kind: 'push', factoryId: shop.factories.dongguan } as const
  const harmless = [
    { name: '备注要等', word: '先别做', action: { kind: 'hold', reason: '备注要等，看过再推送' } as const },
    { name: '要看图', word: '确认图', action: { kind: 'askApproval' } as const },
  ]
  for (const { name, word, action } of harmless) {
    const conditions = [{ kind: 'remarkHas' as const, side: 'seller' as const, words: [word] }]
    const { id } = await createRule(ctx, { name, conditions, actions: [action] })
    await updateRule(ctx, id, { isOn: true })
  }
  const { id } = await createRule(ctx, { name: '推到东莞', conditions: [{ kind: 'shop', shopIds: shops }], actions: [push] })
  const { version } = await tryRule(ctx, id)
  await armRule(ctx, id, { version, dailyOrders: 100, dailyPieces: 100, maxAgeDays: 7 })
}

test('sixty orders of four marketplaces are each at the factory once or in front of a person, without a click', async () => {
  const day = await openFakeDay(domain)
  const { ctx, shop } = day
  let server = await day.server()
  // The first reading of each shop, before anything is sold: what it brings in would wait for a person.
  day.advance(30 * minute)
  await server.round()
  await armRules(day)

  const placed: Placed[] = []
  const ordinary = { state: 'toMake', isDesigned: true, hasGift: false, model: 'iPhone 15' } as const
  async function place({ name, platform }: Pick<Placed, 'name' | 'platform'>): Promise<Placed> {
    const n = placed.length + 1
    const order: DayOrder = { created: day.now() - 5 * minute, ...ordinary, ...courses[name]?.first }
    const one = { name, platform, n, order, number: await day.put(platform)(n, order, order.created) }
    placed.push(one)
    return one
  }
  async function round(): Promise<void> {
    day.advance(30 * minute)
    await server.round()
  }

  // Each marketplace has every course once, at another hour, so that no rule sees three failures in a row.
  for (let time = 0; time < hours; time++) {
    const now = platforms.flatMap((platform, at) =>
      names.flatMap((name, course) => ((course + at * 2) % hours === time ? [{ name, platform }] : [])),
    )
    const unclear = now.filter(({ name }) => courses[name]?.factory === 'unclear')
    for (const one of unclear) {
      await place(one)
      server.factory.answerNext(200, '{"code":1,"message":"处理中"}', orderPath)
      await round()
    }
    const ones: Placed[] = []
    for (const one of now.filter((each) => !unclear.includes(each))) ones.push(await place(one))
    for (const { name, platform, number } of ones) if (name === 'an ordinary order') day.growWith(platform, number)
    if (ones.some(({ name }) => courses[name]?.factory === 'loses')) server.factory.loseAnswers(1, orderPath)
    if (time === Math.floor(hours / 2)) {
      day.advance(30 * minute)
      await server.die(() => day.advance(30 * minute))
      server = await day.restart()
    }
    await round()
    for (const { name, platform, n, order } of ones) {
      const { later } = courses[name] ?? {}
      if (later) await day.put(platform)(n, { ...order, ...later }, day.now() - 4 * minute)
    }
    await round()
  }
  // In the evening the seller imports files of the day too: they are older than what the syncs saw.
  for (const { platform, number, order } of placed) await day.importFile(platform, number, order)
  for (let n = 0; n < 3; n++) await round()
  expect(day.reported).toEqual([])

  const orders = await domain.factory.orders()
  const lines: string[] = []
  const wrong: string[] = []
  for (const { name, platform, number } of placed) {
    const course = courses[name] as Course
    const made = orders.filter(({ params }) => params.third_order_no === number).length
    const words = await day.inFrontOf(number)
    const isRight =
      made === course.made && (course.words === null ? words.length === 0 : words.some((text) => course.words?.test(text)))
    const row = `${isRight ? '  ' : '✗ '}${platform}\t${name}\t${made}\t${words.join('；') || '—'}`
    lines.push(row)
    if (!isRight) wrong.push(row)
  }
  const table = `\n  marketplace\tcourse\tcases made\tin front of a person\n${lines.join('\n')}\n`
  expect(wrong, table).toEqual([])
  expect(placed.length).toBe(60)
  expect(orders.length, table).toBe(placed.filter(({ name }) => courses[name]?.made === 1).length)

  // Pushes are free. Two windows download the print files of the whole day at once, and one of them again.
  const found = await Promise.all(placed.map(async ({ number }) => (await shop.find(number)).orderItems))
  const idsOf = (items: (typeof found)[number]) => items.flatMap(({ customizations }) => customizations.map(({ id }) => id))
  const all = found.flatMap(idsOf)
  await Promise.all([charge(ctx, all), charge(ctx, all)])
  await charge(ctx, all)
  const charged = await ctx.db
    .selectFrom('usage_line')
    .select(['customization_id', 'used_credits'])
    .where('account_id', '=', ctx.actor.accountId)
    .execute()
  const chargedIds = charged.map(({ customization_id }) => customization_id)
  expect(new Set(chargedIds).size).toBe(chargedIds.length)
  const spent = charged.reduce((sum, { used_credits }) => sum + used_credits, 0)
  expect((await currentCredits(ctx)).credits).toBe(boughtCredits - spent)
  for (const [at, { name, platform }] of placed.entries()) {
    const items = found[at] ?? []
    const times = idsOf(items).filter((id) => chargedIds.includes(id)).length
    const { made, words } = courses[name] as Course
    // A refunded or closed item is not charged, unless the seller says so of it.
    if (items.some(isHeld)) expect([platform, name, times]).toEqual([platform, name, 0])
    else if (made === 1 && words === null) expect([platform, name, times]).toEqual([platform, name, 1])
  }
  await server.runner.stop()
  await day.close()
})
