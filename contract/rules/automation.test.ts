import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AutomationRule,
  decide,
  isMoneyRule,
  type RefusalKey,
  type RuleAction,
  type RuleMoment,
  refusalKeys,
} from './automation'
import { judge, type RuleCondition } from './automation-conditions'
import { approvals, piecesToMake, type RuleFacts } from './automation-facts'
import { type ItemState, itemStateRules, itemStates } from './item-state'
import { lineKinds } from './line-kind'
import { orderFlags } from './order-flag'
import { pushStatuses } from './order-state'
import { findingCodes } from './preflight'
import { dayMs, goodDesign, goodFacts, goodLine, hourMs, minuteMs, moment, names, now, pushRule } from './test/automation'

const decideFor = (change: Partial<RuleFacts>, rules = [pushRule()], of: Partial<RuleMoment> = {}) =>
  decide(rules, { ...goodFacts, ...change }, { ...moment, ...of })
const line = (change: Partial<typeof goodLine>): Partial<RuleFacts> => ({ lines: [{ ...goodLine, ...change }] })

test('an order that one money rule matches and that nothing is against is pushed to the rule’s factory', () => {
  expect(decideFor({})).toMatchObject({ push: { ruleId: 1, factoryId: 1 }, refusals: [], moneyRules: [1], lookAgainAt: null })
})

/** The reason, an order with it alone, and the rules and moment where they matter. */
type RefusedOrder = readonly [RefusalKey, Partial<RuleFacts>, string, AutomationRule[]?, Partial<RuleMoment>?]
const refusals: readonly RefusedOrder[] = [
  ['paused', {}, '自动规则已全部停用', undefined, { isPaused: true }],
  ['handled', { isTouchedByHand: true }, '有人处理过这个订单'],
  ['pushed', { pushStatus: 'pushed', sent: 1 }, '已经推送到工厂'],
  ['sent', { pushStatus: 'failed' }, '有一部分推送过'],
  ['sent', { sent: 1 }, '有一部分推送过'],
  ['sent', { pushStatus: 'pushing', sent: 1 }, '有一部分推送过'],
  ['state', line({ state: 'refunded', hold: '已退款，请不要生产' }), '「定制手机壳」已退款：已退款，请不要生产'],
  ['state', line({ hold: '平台提示先不要生产' }), '平台提示先不要生产'],
  ['state', line({ isChanged: true }), '买家后来改了规格或数量'],
  ['state', { lines: [goodLine, { ...goodLine, state: 'refundAsked', hold: '买家申请了退款' }] }, '买家申请了退款'],
  ['heldBack', { heldBack: '等买家确认' }, '已搁置：等买家确认'],
  ['approval', { approval: 'waiting' }, '待审批'],
  ['approval', { approval: 'rejected' }, '审批没有通过'],
  ['family', { isFamily: true }, '合并或拆分的订单'],
  ['history', { isHistory: true }, '首次同步'],
  ['freshFile', { source: 'file', importedAt: now - hourMs + 1 }, '文件导入后一小时内'],
  ['age', { createdAt: now - 7 * dayMs - 1 }, '下单已超过 7 天'],
  ['age', {}, '下单已超过 0 天', [pushRule({ maxAgeDays: null })]],
  ['design', line({ designs: [{ ...goodDesign, findings: ['drawing'] }] }), '正在生成打印文件'],
  ['resolution', line({ designs: [{ ...goodDesign, findings: ['poor'] }] }), '分辨率过低'],
  ['model', line({ designs: [{ ...goodDesign, fit: 'unknown' }] }), '看不出买的是什么型号'],
  ['unbound', line({ designs: [{ ...goodDesign, boundAt: [2] }] }), '没有绑定工厂“东莞厂”'],
  [
    'conflict',
    {},
    '「推到东莞」和「推到义乌」都符合',
    [pushRule(), pushRule({ id: 2, name: '推到义乌', actions: [{ kind: 'push', factoryId: 2 }] })],
  ],
  ['dailyOrders', {}, '今天已推送 10 单，到了上限 10 单', undefined, { used: new Map([[1, { orders: 10, pieces: 10 }]]) }],
  [
    'dailyPieces',
    line({ quantity: 2 }),
    '今天已推送 19 件，再加这单会超过上限 20 件',
    undefined,
    { used: new Map([[1, { orders: 1, pieces: 19 }]]) },
  ],
  ['dailyOrders', {}, '上限 0 单', [pushRule({ dailyOrders: null })]],
]

test.each(refusals.map((row) => ({ key: row[0], row })))(
  '$key is a reason against a push ($row.2)',
  ({ row: [key, change, text, rules, of] }) => {
    const { push, refusals: found } = decideFor(change, rules, of)
    expect(push).toBeNull()
    expect(found.map((one) => one.key)).toEqual([key])
    expect(found[0]?.text).toContain(text)
  },
)

test('each reason against a push is in the register', () => {
  expect([...new Set(refusals.map(([key]) => key))].sort()).toEqual([...refusalKeys].sort())
})

describe('harmless rules', () => {
  const tagRule: AutomationRule = {
    ...pushRule(),
    id: 10,
    name: '加急标签',
    conditions: [{ kind: 'remarkHas', side: 'any', words: ['急'] }],
    actions: [{ kind: 'tag', tagId: 3 }],
  }
  const holdRule: AutomationRule = {
    ...pushRule(),
    id: 11,
    name: '加急先看',
    conditions: [{ kind: 'tagged', tagIds: [3] }],
    actions: [{ kind: 'hold', reason: '加急单先看' }, { kind: 'notify' }],
  }
  const urgent = { buyerMessage: '很急' }

  test('a rule sees what the rules above it did, and a hold of a rule keeps the order from being pushed', () => {
    const decision = decideFor(urgent, [tagRule, holdRule, pushRule()])
    expect(decision.actions.map(({ action }) => action.kind)).toEqual(['tag', 'hold', 'notify'])
    expect(decision.refusals).toEqual([{ key: 'heldBack', text: '已搁置：加急单先看' }])
    expect(decideFor(urgent, [holdRule, tagRule, pushRule()]).actions.map(({ action }) => action.kind)).toEqual(['tag'])
  })

  test('nothing that is set already is set again', () => {
    const assign: AutomationRule = {
      ...tagRule,
      id: 12,
      actions: [
        { kind: 'assign', username: '小王' },
        { kind: 'tag', tagId: 3 },
      ],
    }
    expect(decideFor({ ...urgent, assignee: '小李', tagIds: [3] }, [assign]).actions).toEqual([])
  })

  test('no rule changes an order that a person has touched, or while all are off', () => {
    expect(decideFor({ ...urgent, isTouchedByHand: true }, [tagRule]).actions).toEqual([])
    expect(decideFor(urgent, [tagRule], { isPaused: true }).actions).toEqual([])
  })

  test('an order waits for its approval once; what was approved is pushed', () => {
    const ask: AutomationRule = { ...tagRule, actions: [{ kind: 'askApproval' }] }
    expect(decideFor(urgent, [ask, pushRule()])).toMatchObject({ push: null, actions: [{ ruleId: 10 }] })
    expect(decideFor({ ...urgent, approval: 'approved' }, [ask, pushRule()])).toMatchObject({ push: { ruleId: 1 }, actions: [] })
  })

  test('an order is marked as ready to download only when its designs are complete', () => {
    const ready: AutomationRule = { ...tagRule, actions: [{ kind: 'readyToDownload', tagId: 4 }] }
    expect(decideFor(urgent, [ready]).actions).toHaveLength(1)
    expect(decideFor({ ...urgent, ...line({ designs: [] }) }, [ready]).actions).toEqual([])
  })
})

test('a dry run judges an order of the past as it came in', () => {
  const past = {
    ...line({ state: 'finished' }),
    pushStatus: 'pushed' as const,
    sent: 1,
    isTouchedByHand: true,
    createdAt: now - 20 * dayMs,
  }
  const rule = pushRule({ conditions: [{ kind: 'notHeld' }, { kind: 'paidFor', minutes: 300 }, { kind: 'age', days: 1 }] })
  expect(decideFor(past, [rule]).push).toBeNull()
  expect(decideFor(past, [rule], { isDryRun: true }).push).toEqual({ ruleId: 1, factoryId: 1 })
  expect(decideFor({ ...past, ...line({ state: 'refunded', hold: '已退款' }) }, [rule], { isDryRun: true }).push).toBeNull()
})

test('the decision says when to look again: the earliest time at which something holds by itself', () => {
  const rule = pushRule({ conditions: [{ kind: 'paidFor', minutes: 90 }] })
  expect(decideFor({ source: 'file', importedAt: now - 20 * minuteMs }, [rule]).lookAgainAt).toBe(now + 30 * minuteMs)
  expect(decideFor({}, undefined, { used: new Map([[1, { orders: 10, pieces: 10 }]]) }).lookAgainAt).toBe(
    Date.parse('2026-03-01T16:00:00Z'),
  )
})

const some = <T>(values: readonly T[]) => fc.constantFrom(...values)
const design = fc.record({
  findings: fc.option(fc.uniqueArray(some(findingCodes), { maxLength: 1 }), { freq: 8 }),
  hasSize: fc.boolean(),
  fit: some(['same', 'same', 'same', 'other', 'unknown'] as const),
  boundAt: fc.subarray([1, 2]),
})
const orderLine = fc.oneof(
  { weight: 9, arbitrary: fc.constant(goodLine) },
  fc.record({
    title: fc.constant('定制手机壳'),
    kind: some(lineKinds),
    codes: fc.subarray(['700000000001', '800000000101']),
    quantity: fc.nat(3),
    state: some<ItemState>(itemStates),
    hold: fc.option(fc.constant('平台提示先不要生产')),
    isChanged: fc.boolean(),
    designs: fc.array(design, { maxLength: 2 }),
  }),
)
const rarely = <T>(usual: T, other: fc.Arbitrary<T>) => fc.oneof({ weight: 12, arbitrary: fc.constant(usual) }, other)
const facts: fc.Arbitrary<RuleFacts> = fc.record({
  shopId: some([7, 8]),
  createdAt: fc.integer({ min: now - 4 * dayMs, max: now }),
  paidAt: fc.option(fc.integer({ min: now - dayMs, max: now }), { freq: 6 }),
  importedAt: fc.integer({ min: now - 3 * hourMs, max: now }),
  source: some(['api', 'sync', 'file', 'manual', 'demo', null] as const),
  isHistory: rarely(false, fc.boolean()),
  buyerMessage: fc.option(some(['很急', '改成红色', ''])),
  sellerMemo: fc.option(some(['先别做', ''])),
  flag: fc.option(some(orderFlags)),
  lines: fc.oneof({ weight: 9, arbitrary: fc.array(orderLine, { minLength: 1, maxLength: 2 }) }, fc.constant([])),
  tagIds: fc.subarray([3, 4]),
  assignee: fc.constant(null),
  heldBack: rarely<string | null>(null, fc.constant('等买家确认')),
  approval: rarely<RuleFacts['approval']>(null, some(approvals)),
  approvedAt: fc.option(fc.integer({ min: now - 30_000, max: now })),
  isTouchedByHand: rarely(false, fc.boolean()),
  isFamily: rarely(false, fc.boolean()),
  pushStatus: rarely<RuleFacts['pushStatus']>('none', some(pushStatuses)),
  sent: rarely(0, fc.nat(2)),
})
const side = some(['buyer', 'seller', 'any'] as const)
const words = fc.subarray(['急', '先别做', '红'], { minLength: 1 })
const tagIds = fc.subarray([3, 4], { minLength: 1 })
const condition: fc.Arbitrary<RuleCondition> = fc.oneof(
  { weight: 30, arbitrary: fc.constant<RuleCondition>({ kind: 'shop', shopIds: [7, 8] }) },
  fc.record({ kind: fc.constant('shop' as const), shopIds: fc.subarray([7, 8]) }),
  fc.record({ kind: fc.constant('product' as const), codes: fc.subarray(['700000000001'], { minLength: 1 }) }),
  fc.record({ kind: some(['pieces', 'lines'] as const), max: fc.nat(4) }),
  fc.record({ kind: fc.constant('paidFor' as const), minutes: fc.nat(1440) }),
  fc.record({ kind: fc.constant('age' as const), days: fc.nat(10) }),
  fc.record({ kind: fc.constant('noRemark' as const), side }),
  fc.record({ kind: some(['remarkHas', 'remarkLacks'] as const), side, words }),
  fc.record({ kind: some(['tagged', 'untagged'] as const), tagIds }),
  fc.record({ kind: fc.constant('flagged' as const), flags: fc.subarray([...orderFlags], { minLength: 1 }) }),
  fc.record({ kind: some(['designComplete', 'resolution', 'boughtModel', 'notHeld'] as const) }),
  fc.record({ kind: fc.constant('modelBound' as const), factoryId: some([1, 2, 5]) }),
  fc.record({
    kind: fc.constant('clock' as const),
    weekdays: fc.subarray([1, 2, 3, 4, 5, 6, 7]),
    from: fc.nat(1439),
    until: fc.integer({ min: 1, max: 1440 }),
  }),
)
const harmless: fc.Arbitrary<RuleAction> = some<RuleAction>([
  { kind: 'tag', tagId: 3 },
  { kind: 'hold', reason: '先看' },
  { kind: 'assign', username: '小王' },
  { kind: 'notify' },
  { kind: 'askApproval' },
  { kind: 'readyToDownload', tagId: 4 },
])
const rules: fc.Arbitrary<AutomationRule[]> = fc
  .array(
    fc.record({
      name: some(['甲', '乙', '丙']),
      conditions: fc.array(condition, { maxLength: 4 }),
      actions: fc.oneof(
        {
          weight: 3,
          arbitrary: fc
            .record({ kind: fc.constant('push' as const), factoryId: some([1, 2]) })
            .map((push): RuleAction[] => [push]),
        },
        fc.array(harmless, { minLength: 1, maxLength: 3 }),
      ),
      dailyOrders: fc.option(fc.nat(5), { freq: 9 }),
      dailyPieces: fc.option(fc.integer({ min: 2, max: 9 }), { freq: 9 }),
      maxAgeDays: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 9 }),
    }),
    { maxLength: 3 },
  )
  .map((list) => list.map((rule, at) => ({ ...rule, id: at + 1 })))
const moments: fc.Arbitrary<RuleMoment> = fc.record({
  now: fc.constant(now),
  names: fc.constant(names),
  isPaused: rarely(false, fc.boolean()),
  used: fc.record({ orders: fc.nat(3), pieces: fc.nat(6) }).map(
    (use) =>
      new Map([
        [1, use],
        [2, { orders: 0, pieces: 0 }],
      ]),
  ),
})

describe('random orders and rules', () => {
  test('nobody is pushed whom one condition of the rule fails, and the generator does push some', () => {
    let pushed = 0
    fc.assert(
      fc.property(rules, facts, moments, (list, order, at) => {
        const { push, actions } = decide(list, order, at)
        if (!push) return
        pushed++
        const rule = list.find(({ id }) => id === push.ruleId)
        const tagIds = [...order.tagIds, ...actions.flatMap(({ action }) => ('tagId' in action ? [action.tagId] : []))]
        expect(rule?.conditions.every((one) => judge(one, { ...order, tagIds }, at).holds)).toBe(true)
        expect(rule?.actions).toContainEqual({ kind: 'push', factoryId: push.factoryId })
      }),
      { numRuns: 3000 },
    )
    expect(pushed).toBeGreaterThan(50)
  })

  test('nothing that is refunded, held, touched, unknown or over a ceiling is ever pushed', () => {
    fc.assert(
      fc.property(rules, facts, moments, (list, order, at) => {
        const { push } = decide(list, order, at)
        if (!push) return
        expect(
          order.lines.every(({ state, hold }) => state === 'toMake' && itemStateRules[state].hold === null && hold === null),
        ).toBe(true)
        const designs = order.lines.flatMap((one) => one.designs)
        expect(designs.length).toBeGreaterThan(0)
        expect(designs.every(({ findings, fit, hasSize }) => findings !== null && fit === 'same' && hasSize)).toBe(true)
        expect([order.isTouchedByHand, order.isFamily, order.isHistory, at.isPaused, order.pushStatus, order.sent]).toEqual([
          false,
          false,
          false,
          false,
          'none',
          0,
        ])
        expect([order.heldBack, order.approval === null || order.approval === 'approved']).toEqual([null, true])
        const rule = list.find(({ id }) => id === push.ruleId)
        const { orders, pieces } = at.used.get(push.ruleId) ?? { orders: 0, pieces: 0 }
        expect(orders).toBeLessThan(rule?.dailyOrders ?? 0)
        expect(pieces + piecesToMake(order)).toBeLessThanOrEqual(rule?.dailyPieces ?? 0)
      }),
      { numRuns: 3000 },
    )
  })

  test('the order of money rules changes nothing', () => {
    const permuted = rules.chain((list) =>
      fc.shuffledSubarray(list.filter(isMoneyRule), { minLength: list.filter(isMoneyRule).length }).map((money) => {
        const rest = [...money]
        return [list, list.map((rule) => (isMoneyRule(rule) ? (rest.shift() ?? rule) : rule))] as const
      }),
    )
    fc.assert(
      fc.property(permuted, facts, moments, ([list, shuffled], order, at) => {
        const { rules: _, ...one } = decide(list, order, at)
        const { rules: __, ...other } = decide(shuffled, order, at)
        expect(other).toEqual(one)
      }),
      { numRuns: 1000 },
    )
  })

  test('a fact that becomes unknown never makes a push possible', () => {
    fc.assert(
      fc.property(rules, facts, moments, (list, order, at) => {
        if (decide(list, order, at).push) return
        const forgotten: RuleFacts = {
          ...order,
          paidAt: null,
          lines: order.lines.map((one) => ({
            ...one,
            codes: [],
            designs: one.designs.map((of) => ({ ...of, findings: null, hasSize: false, fit: 'unknown' as const, boundAt: [] })),
          })),
        }
        expect(decide(list, forgotten, at).push).toBeNull()
      }),
      { numRuns: 1000 },
    )
  })

  test('doing what was decided and deciding again changes nothing more: no rule sets off another', () => {
    fc.assert(
      fc.property(rules, facts, moments, (list, order, at) => {
        const first = decide(list, order, at)
        let done: RuleFacts = order
        for (const { action } of first.actions) {
          if (action.kind === 'tag' || action.kind === 'readyToDownload')
            done = { ...done, tagIds: [...new Set([...done.tagIds, action.tagId])] }
          if (action.kind === 'hold') done = { ...done, heldBack: done.heldBack ?? action.reason }
          if (action.kind === 'assign') done = { ...done, assignee: done.assignee ?? action.username }
          if (action.kind === 'askApproval') done = { ...done, approval: done.approval ?? 'waiting' }
        }
        const again = decide(list, done, at)
        const changing = again.actions.filter(({ action }) => action.kind !== 'notify')
        // A rule above may match only now, by a tag that a rule below it set; that ends, because there are finitely many tags.
        expect(
          changing.every(({ action }) => !first.actions.some((one) => JSON.stringify(one.action) === JSON.stringify(action))),
        ).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})
