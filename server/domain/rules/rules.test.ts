/** Automation rules on real orders: what they do, what keeps them from it, and that a case is ordered once. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RuleAction } from '../../../contract/rules/automation'
import type { RuleCondition } from '../../../contract/rules/automation-conditions'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { contentOf, itemOf, orderOf } from '../../test/order-shop'
import { openPushShop, type PushShop } from '../../test/push-shop'
import { readCheck } from '../erp/push/check'
import { leaseMs } from '../erp/push/claims'
import { listNotifications } from '../notifications/notifications'
import type { OrderFields } from '../orders/stored-facts'
import { decideApproval, listApprovals } from './approvals'
import { tryRule } from './dry-run'
import { decideDue, hasDue, sweepRules } from './due'
import { explainOrder, listRuns } from './explain'
import { markOrders, touchOrders } from './marks'
import { armRule, createRule, listRules, orderRule, pauseRules, removeRule, updateRule } from './rules'
import { createTag, listTags, removeTag, updateTag } from './tags'

const orderPath = '/order/create'
const minute = 60_000
let domain: Domain
let shop: PushShop
let reported: unknown[]

beforeEach(async () => {
  domain = await openDomain()
  shop = await openPushShop(domain)
  reported = []
  await shop.ctx.db.updateTable('wireframe').set({ width_mm: 71.8, height_mm: 148 }).execute()
})
afterEach(() => domain.close())

const deps = () => ({ ...domain.deps, clock: shop.ctx.clock })
const decideAll = () => decideDue(deps(), (error) => reported.push(error))
const now = () => shop.ctx.clock.now().getTime()
/** An order that was made an hour ago and paid half an hour ago, with one good design. */
const take = (number: string, change: Partial<OrderFields> = {}, item: object = {}) =>
  shop.take(
    orderOf(number, [itemOf(`${number}-0`, contentOf(shop.infoOf(`${number}/0`, shop.picture)), item)], {
      createdAt: now() - 60 * minute,
      paidAt: now() - 30 * minute,
      ...change,
    }),
  )
const made = async () => (await domain.factory.orders()).map(({ params }) => params.third_order_no)
const idOf = async (number: string) => (await shop.find(number)).id

const inShop = (): RuleCondition => ({ kind: 'shop', shopIds: [shop.shopId] })
const rule = (name: string, actions: RuleAction[], conditions: RuleCondition[] = [inShop()]) =>
  createRule(shop.ctx, { name, conditions: conditions as never, actions: actions as never })
const limits = { dailyOrders: 10, dailyPieces: 10, maxAgeDays: 7 }
async function arm(id: number, of: Partial<typeof limits> = {}) {
  const { version } = await tryRule(shop.ctx, id)
  return armRule(shop.ctx, id, { version, ...limits, ...of })
}
async function armedPush(name = '推到东莞', conditions: RuleCondition[] = [inShop()], of: Partial<typeof limits> = {}) {
  const { id } = await rule(name, [{ kind: 'push', factoryId: shop.factories.dongguan }], conditions)
  await arm(id, of)
  return id
}
const refusalsOf = async (number: string) => (await explainOrder(shop.ctx, await idOf(number))).refusals.map(({ text }) => text)

describe('a rule that pushes', () => {
  test('an order that comes in is pushed once, by the rule, however often and by how many servers it is decided', async () => {
    const id = await armedPush()
    await decideAll()
    expect(await hasDue(deps())).toBe(false)
    await take('A')
    expect(await hasDue(deps())).toBe(true)
    await Promise.all([decideAll(), decideAll()])
    await decideAll()
    expect(reported).toEqual([])
    expect(await made()).toEqual(['A'])
    expect((await shop.find('A')).push.status).toBe('pushed')
    const audit = await shop.ctx.db.selectFrom('audit').select(['username', 'action']).where('action', '=', 'pushed').execute()
    expect(audit).toEqual([{ username: '规则「推到东莞」', action: 'pushed' }])
    const runs = await listRuns(shop.ctx, { ruleId: id, pageNo: 1, pageSize: 50 })
    expect(runs.items).toMatchObject([
      { ruleName: '推到东莞', orderOriginalId: 'A', outcome: 'did', reasons: [expect.stringContaining('已推送 1 件')] },
    ])
    expect((await listRules(shop.ctx)).rules[0]).toMatchObject({ isOn: true, failures: 0, lastMatchedAt: now() })
  })

  test.each<[string, () => Promise<unknown>, string]>([
    ['refunded', () => take('A', {}, { state: 'refunded' }), '已退款'],
    ['held by its marketplace', () => take('A', {}, { state: 'paying' }), '付款'],
    [
      'held back by hand',
      async () => {
        await take('A')
        await shop.ctx.db.updateTable('shop_order').set({ held_back: '等买家', held_back_by: '小王' }).execute()
      },
      '已搁置：等买家',
    ],
    [
      'touched by hand',
      async () => {
        await take('A')
        await touchOrders(shop.ctx, [await idOf('A')])
      },
      '有人处理过',
    ],
    ['too old', () => take('A', { createdAt: now() - 8 * 24 * 60 * minute }), '下单已超过 7 天'],
    [
      'without a bound model',
      async () => {
        await take('A')
        await shop.ctx.db.deleteFrom('factory_model_binding').execute()
      },
      '没有绑定工厂',
    ],
    ['without a picture', () => shop.take(orderOf('A', [itemOf('i', null)], { createdAt: now() })), '还没有定制'],
  ])('an order that is %s is not pushed, and says so', async (_, prepare, reason) => {
    await armedPush()
    await prepare()
    await decideAll()
    expect(reported).toEqual([])
    expect(await made()).toEqual([])
    expect((await refusalsOf('A')).join()).toContain(reason)
  })

  test('an order from a file waits for an hour, and one of a first sync for a person', async () => {
    await armedPush()
    const file = orderOf('F', [itemOf('f', contentOf(shop.infoOf('f', shop.picture)))], { createdAt: now() - minute })
    await shop.takeFrom({ source: 'file' }, file)
    await shop.ctx.db
      .updateTable('shop_order')
      .set({ imported_at: new Date(now()) })
      .execute()
    const old = orderOf('S', [itemOf('s', contentOf(shop.infoOf('s', shop.picture)))], { createdAt: now() - minute })
    await shop.takeFrom({ source: 'sync' }, old)
    await decideAll()
    expect(await made()).toEqual([])
    expect(await refusalsOf('F')).toEqual(['文件导入后一小时内不自动推送'])
    expect(await refusalsOf('S')).toEqual(['首次同步带进来的订单由人处理'])
    shop.advance(60 * minute)
    await decideAll()
    expect(await made()).toEqual(['F'])
  })

  test('a delay after the payment is kept to, without anything else happening', async () => {
    await armedPush('付款一小时后', [inShop(), { kind: 'paidFor', minutes: 60 }])
    await take('A')
    await decideAll()
    expect(await made()).toEqual([])
    expect(await explainOrder(shop.ctx, await idOf('A'))).toMatchObject({
      pushedBy: null,
      lookAgainAt: now() + 30 * minute,
      rules: [{ matches: false, conditions: [{ holds: true }, { holds: false, why: '付款还不满 60 分钟' }] }],
    })
    shop.advance(30 * minute)
    await decideAll()
    expect(await made()).toEqual(['A'])
  })

  test('of two rules that match none pushes, and the order names both', async () => {
    await armedPush()
    await armedPush('也推东莞')
    await take('A')
    await decideAll()
    expect(await made()).toEqual([])
    expect(await refusalsOf('A')).toEqual(['「也推东莞」和「推到东莞」都符合，为免推错，一个也不执行'])
  })

  test('no more orders are pushed than the ceiling of the day allows; the next day goes on', async () => {
    await armedPush('一天两单', [inShop()], { dailyOrders: 2 })
    for (const number of ['A', 'B', 'C']) await take(number)
    await decideAll()
    expect(await made()).toHaveLength(2)
    shop.advance(24 * 60 * minute)
    await decideAll()
    expect((await made()).sort()).toEqual(['A', 'B', 'C'])
  })

  test('a refund between the decision and the claim keeps the order from the factory', async () => {
    await armedPush()
    await take('A')
    domain.factory.delay(0)
    const { examiner } = domain.deps
    // The pictures are examined before the facts are read in the transaction of the claim: the refund comes in meanwhile.
    let looks = 0
    const slow = {
      ...deps(),
      examiner: {
        ...examiner,
        analyse: async (...args: Parameters<typeof examiner.analyse>) => {
          if (++looks === 1) await take('A', {}, { state: 'refundAsked' })
          return examiner.analyse(...args)
        },
      },
    }
    await decideDue(slow, (error) => reported.push(error))
    expect(looks).toBeGreaterThan(0)
    expect(await made()).toEqual([])
  })

  test('three failures in a row disarm the rule and tell the account', async () => {
    const id = await armedPush()
    for (const number of ['A', 'B', 'C', 'D']) await take(number)
    for (let n = 0; n < 4; n++) domain.factory.refuseNext('型号缺货', orderPath)
    await decideAll()
    expect((await listRules(shop.ctx)).rules[0]).toMatchObject({
      id,
      isOn: false,
      failures: 3,
      stoppedWhy: expect.stringContaining('型号缺货'),
    })
    expect((await listNotifications(shop.ctx, { pageNo: 1, pageSize: 9 })).items[0]?.words).toContain(
      '规则「推到东莞」连续 3 次推送失败，已自动停用',
    )
    expect(await made()).toEqual([])
  })

  test('a push that a dead process left is taken up again after its lease, and the case is ordered once', async () => {
    await armedPush()
    await take('A')
    domain.factory.loseAnswers(2, orderPath)
    const dying = { ...shop.ctx, ...deps() }
    await decideAll()
    // As if the process had died before it wrote how the push ended.
    await dying.db.updateTable('rule_run').set({ ended_at: null, outcome: 'did', reasons: '[]' }).execute()
    await dying.db.updateTable('order_due').set({ due_at: null }).execute()
    await dying.db
      .insertInto('order_due')
      .values({ order_id: await idOf('A'), account_id: shop.ctx.actor.accountId })
      .onConflict((c) => c.doNothing())
      .execute()
    shop.advance(leaseMs + 1)
    await decideAll()
    expect(reported).toEqual([])
    expect(await made()).toEqual(['A'])
    expect((await shop.find('A')).push.status).toBe('pushed')
    expect(await listRuns(shop.ctx, { pageNo: 1, pageSize: 9 })).toMatchObject({ items: [{ outcome: 'did' }] })
  })

  test('all rules off means that none acts; switched on again they go on', async () => {
    await armedPush()
    await pauseRules(shop.ctx, true)
    await take('A')
    await decideAll()
    expect(await made()).toEqual([])
    expect(await refusalsOf('A')).toEqual(['自动规则已全部停用'])
    await pauseRules(shop.ctx, false)
    await decideAll()
    expect(await made()).toEqual(['A'])
  })
})

describe('arming', () => {
  test('a rule that pushes is not switched on without a dry run of its present version', async () => {
    const { id, version } = await rule('推', [{ kind: 'push', factoryId: shop.factories.dongguan }])
    await expectFailure(updateRule(shop.ctx, id, { isOn: true }), 'invalid', 'isOn', '须先试算')
    await expectFailure(armRule(shop.ctx, id, { version, ...limits }), 'invalid', undefined, '请先试算')
    await tryRule(shop.ctx, id)
    const changed = await updateRule(shop.ctx, id, { conditions: [{ kind: 'age', days: 3 }] })
    expect(changed).toMatchObject({ version: 2, isTried: false })
    await expectFailure(armRule(shop.ctx, id, { version: 1, ...limits }), 'conflict', undefined, '刚刚被修改')
    await expectFailure(armRule(shop.ctx, id, { version: 2, ...limits }), 'invalid', undefined, '请先试算')
    expect(await arm(id)).toMatchObject({ isOn: true, armedBy: shop.ctx.actor.username, isTried: true })
    expect(await updateRule(shop.ctx, id, { actions: [{ kind: 'push', factoryId: shop.factories.yiwu }] })).toMatchObject({
      isOn: false,
      armedAt: null,
    })
    await tryRule(shop.ctx, id)
    shop.advance(61 * minute)
    await expectFailure(armRule(shop.ctx, id, { version: 3, ...limits }), 'invalid', undefined, '请先试算')
  })

  test('a user needs the permissions for factories and for credits', async () => {
    const { id } = await rule('推', [{ kind: 'push', factoryId: shop.factories.dongguan }])
    await tryRule(shop.ctx, id)
    for (const permissions of [['factory'], ['credits', 'orders']] as const) {
      const ctx = { ...shop.ctx, actor: { ...shop.ctx.actor, mainUsername: 'seller', permissions } }
      await expectFailure(armRule(ctx, id, { version: 1, ...limits }), 'subuser.has-no-permission')
    }
  })

  test('a dry run counts what would be pushed and why the rest would not be, and changes nothing', async () => {
    await take('A')
    await take('B', { buyerMessage: '改成红色' })
    await take('C', {}, { state: 'refunded' })
    await take('D', { createdAt: now() - 20 * 24 * 60 * minute }, { state: 'finished', quantity: 2 })
    await take('E', { createdAt: now() - 40 * 24 * 60 * minute })
    const { id } = await rule(
      '推',
      [{ kind: 'push', factoryId: shop.factories.dongguan }],
      [inShop(), { kind: 'noRemark', side: 'any' }],
    )
    const result = await tryRule(shop.ctx, id)
    expect(result).toMatchObject({
      orders: 4,
      isComplete: true,
      would: { orders: 2, pieces: 3, mostOrders: 1, mostPieces: 2 },
      refused: [{ reason: expect.stringContaining('已退款'), orders: 1 }],
      unmatched: [{ reason: '有买家留言：改成红色', orders: 1 }],
    })
    expect(result.samples.map(({ originalId, would }) => [originalId, would])).toEqual(
      expect.arrayContaining([
        ['A', true],
        ['D', true],
        ['B', false],
      ]),
    )
    expect(await made()).toEqual([])
    expect((await listRuns(shop.ctx, { pageNo: 1, pageSize: 9 })).totalItems).toBe(0)
  })
})

describe('harmless rules', () => {
  test('an order is tagged, held, assigned and shown once; the hold keeps a person from pushing too', async () => {
    const tag = await createTag(shop.ctx, { name: '加急' })
    await shop.ctx.db
      .insertInto('app_user')
      .values({ account_id: shop.ctx.actor.accountId, username: '小王', is_main: false })
      .execute()
    const one = await rule(
      '加急',
      [{ kind: 'tag', tagId: tag.id }, { kind: 'notify' }],
      [{ kind: 'remarkHas', side: 'any', words: ['急'] }],
    )
    const two = await rule(
      '先看',
      [
        { kind: 'hold', reason: '加急单先看' },
        { kind: 'assign', username: '小王' },
      ],
      [{ kind: 'tagged', tagIds: [tag.id] }],
    )
    for (const { id } of [one, two]) await updateRule(shop.ctx, id, { isOn: true })
    await take('A', { buyerMessage: '很 急！' })
    await take('B')
    await decideAll()
    shop.advance(minute)
    await decideAll()
    expect(reported).toEqual([])
    expect((await shop.find('A')).marks).toEqual({
      tagIds: [tag.id],
      heldBack: '加急单先看',
      heldBackBy: '规则「先看」',
      assignee: '小王',
      approval: null,
      approvalBy: null,
      approvalAt: null,
      approvalReason: null,
    })
    expect((await shop.find('B')).marks).toBeUndefined()
    expect((await shop.list({ tagId: tag.id })).map(({ originalId }) => originalId)).toEqual(['A'])
    expect((await shop.list({ heldBack: true })).map(({ originalId }) => originalId)).toEqual(['A'])
    expect((await shop.list({ heldBack: false })).map(({ originalId }) => originalId)).toEqual(['B'])
    expect((await listNotifications(shop.ctx, { pageNo: 1, pageSize: 9 })).items.map(({ words }) => words)).toEqual([
      '规则「加急」提醒您看订单 A',
    ])
    expect((await readCheck(shop.ctx, await shop.seen('A'))).problems.map(({ message }) => message)).toEqual([
      '订单已由 规则「先看」 搁置：加急单先看；要推送请先在订单里取消搁置',
    ])
    await expectFailure(removeTag(shop.ctx, tag.id), 'conflict', undefined, '规则「加急」用到这个标签')
  })

  test('an order that a person marked is not marked by a rule again', async () => {
    const tag = await createTag(shop.ctx, { name: '老客' })
    await take('A')
    await markOrders(shop.ctx, { orderIds: [await idOf('A')], addTagIds: [tag.id] })
    await markOrders(shop.ctx, { orderIds: [await idOf('A')], removeTagIds: [tag.id] })
    const { id } = await rule('打标签', [{ kind: 'tag', tagId: tag.id }])
    await updateRule(shop.ctx, id, { isOn: true })
    await decideAll()
    expect((await shop.find('A')).marks).toBeUndefined()
    await removeRule(shop.ctx, id)
    const other = await createTag(shop.ctx, { name: '加急', color: 'bad' })
    await markOrders(shop.ctx, { orderIds: [await idOf('A')], addTagIds: [other.id] })
    await expectFailure(updateTag(shop.ctx, tag.id, { name: '加急' }), 'invalid', 'name', '已有标签「加急」')
    await updateTag(shop.ctx, tag.id, { name: '老客户', color: 'good' })
    expect(await listTags(shop.ctx)).toEqual([
      { ...other, orders: 1 },
      { id: tag.id, name: '老客户', color: 'good', orders: 0 },
    ])
    await removeTag(shop.ctx, other.id)
    expect((await shop.find('A')).marks).toBeUndefined()
    await removeTag(shop.ctx, tag.id)
    expect(await listTags(shop.ctx)).toEqual([])
  })

  test('rules stand in the order into which they are moved', async () => {
    const ids = [(await rule('一', [{ kind: 'notify' }])).id, (await rule('二', [{ kind: 'notify' }])).id]
    await orderRule(shop.ctx, ids[1] ?? 0, ids[0] ?? 0)
    expect((await listRules(shop.ctx)).rules.map(({ name, next }) => [name, next])).toEqual([
      ['二', ids[0]],
      ['一', null],
    ])
  })

  test('ids of other accounts are refused', async () => {
    const other = await openPushShop(domain)
    await expectFailure(rule('推', [{ kind: 'push', factoryId: other.factories.dongguan }]), 'not-found')
    await expectFailure(rule('标', [{ kind: 'notify' }], [{ kind: 'shop', shopIds: [other.shopId] }]), 'not-found')
    await expectFailure(rule('人', [{ kind: 'assign', username: other.ctx.actor.username }]), 'not-found')
    await take('A')
    await expectFailure(markOrders(other.ctx, { orderIds: [await idOf('A')], heldBack: '夺' }), 'not-found')
    await expectFailure(explainOrder(other.ctx, await idOf('A')), 'not-found')
  })
})

const seen = ({ designs, facts }: { designs: string; facts: string }) => ({ designs, facts })

describe('approval', () => {
  test('an order waits for a person; approved it is pushed, sent back it is held, and who decided is kept', async () => {
    const ask = await rule('看图', [{ kind: 'askApproval' }])
    await updateRule(shop.ctx, ask.id, { isOn: true })
    await armedPush()
    await take('A')
    await take('B')
    await decideAll()
    const { items, totalItems } = await listApprovals(shop.ctx, { pageNo: 1, pageSize: 20 })
    expect([totalItems, items.map(({ order }) => order.originalId)]).toEqual([2, ['A', 'B']])
    expect(items[0]).toMatchObject({
      askedBy: '规则「看图」',
      push: { ruleName: '推到东莞', factoryName: expect.any(String) },
      against: [],
      refusals: [],
      pictures: [{ pieces: 1, findings: expect.any(Array) }],
    })
    const [a, b] = items
    if (!a || !b) throw new Error('two orders wait')
    await expectFailure(
      decideApproval(shop.ctx, a.order.id, { ...seen(a), designs: 'others', answer: 'approved' }),
      'conflict',
      undefined,
      '图片刚刚变化',
    )
    await decideApproval(shop.ctx, a.order.id, { ...seen(a), answer: 'approved' })
    await decideApproval(shop.ctx, a.order.id, { ...seen(a), answer: 'approved' })
    await decideApproval(shop.ctx, b.order.id, { ...seen(b), answer: 'rejected', reason: '脸被遮住' })
    await expectFailure(decideApproval(shop.ctx, b.order.id, { ...seen(b), answer: 'approved' }), 'conflict', undefined, '已由')
    shop.advance(minute)
    await decideAll()
    expect(reported).toEqual([])
    expect(await made()).toEqual(['A'])
    expect((await shop.find('A')).marks).toMatchObject({ approval: 'approved', approvalBy: shop.ctx.actor.username })
    expect((await shop.find('B')).marks).toMatchObject({
      approval: 'rejected',
      approvalReason: '脸被遮住',
      heldBack: '审批退回：脸被遮住',
    })
    expect((await shop.list({ approval: 'rejected' })).map(({ originalId }) => originalId)).toEqual(['B'])
  })
})

test('a sweep removes runs of 90 days ago, except the 50 newest of a rule; open orders are named again', async () => {
  const { id } = await rule('提醒', [{ kind: 'notify' }])
  await updateRule(shop.ctx, id, { isOn: true })
  await take('A')
  const order_id = await idOf('A')
  const old = new Date(now() - 91 * 24 * 60 * minute)
  for (let n = 0; n < 60; n++)
    await shop.ctx.db
      .insertInto('rule_run')
      .values({
        account_id: shop.ctx.actor.accountId,
        rule_id: id,
        order_id,
        facts_hash: String(n),
        outcome: 'did',
        reasons: '[]',
        at: old,
        ended_at: old,
      })
      .execute()
  await shop.ctx.db.deleteFrom('order_due').execute()
  await sweepRules(deps())
  expect((await listRuns(shop.ctx, { pageNo: 1, pageSize: 99 })).totalItems).toBe(50)
  expect(await shop.ctx.db.selectFrom('order_due').select('order_id').execute()).toEqual([{ order_id }])
})
