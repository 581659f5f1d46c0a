/** Random sequences of rounds of the rules, answers of people and changes of an order: what is pushed was allowed at that moment, once. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AutomationRule, approvalUndoMs, decide } from './automation'
import { judge, type RuleCondition } from './automation-conditions'
import type { RuleFacts } from './automation-facts'
import { goodDesign, goodFacts, goodLine, hourMs, minuteMs, moment, now, pushRule } from './test/automation'

const conditions: readonly RuleCondition[] = [
  { kind: 'shop', shopIds: [7] },
  { kind: 'noRemark', side: 'any' },
  { kind: 'remarkLacks', side: 'any', words: ['红'] },
  { kind: 'pieces', max: 1 },
  { kind: 'designComplete' },
  { kind: 'flagged', flags: ['red'] },
  { kind: 'paidFor', minutes: 70 },
]
const subset = fc.subarray([...conditions], { minLength: 1, maxLength: 3 })
const askRule = (id: number, of: readonly RuleCondition[]): AutomationRule => ({
  ...pushRule({ id, name: '看图' }),
  conditions: of,
  actions: [{ kind: 'askApproval' }],
})
const rules = fc
  .record({ ask: fc.array(subset, { maxLength: 2 }), push: fc.array(subset, { minLength: 1, maxLength: 2 }) })
  .map(({ ask, push }) => [
    ...ask.map((of, at) => askRule(10 + at, of)),
    ...push.map((of, at) => pushRule({ id: 1 + at, conditions: of })),
  ])

const changes = ['design', 'refund', 'refundEnds', 'remark', 'flag', 'touch', 'reject', 'takeBack'] as const
const usual = ['round', 'approve', 'wait'] as const
/** The usual events come more often, so that many orders come as far as a push. */
const event = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...changes))
type Event = (typeof usual)[number] | (typeof changes)[number]

/** The order, and the time. A change of the designs makes an approval count no more, as the server reads it. */
interface World {
  readonly facts: RuleFacts
  readonly at: number
  readonly pushes: readonly { readonly facts: RuleFacts; readonly at: number; readonly rule: AutomationRule | undefined }[]
}

function step(world: World, event: Event, list: readonly AutomationRule[]): World {
  const { facts, at } = world
  const change = (of: Partial<RuleFacts>): World => ({ ...world, facts: { ...facts, ...of } })
  switch (event) {
    case 'round': {
      const { push, actions } = decide(list, facts, { ...moment, now: at })
      const asks = actions.some(({ action }) => action.kind === 'askApproval')
      if (!push) return change(asks ? { approval: 'waiting' } : {})
      const pushed = { facts, at, rule: list.find(({ id }) => id === push.ruleId) }
      return { ...change({ pushStatus: 'pushed', sent: 1 }), pushes: [...world.pushes, pushed] }
    }
    case 'approve':
      return facts.approval === 'waiting' ? change({ approval: 'approved', approvedAt: at }) : world
    case 'reject':
      return facts.approval === 'waiting' ? change({ approval: 'rejected', heldBack: '审批退回：模糊' }) : world
    case 'takeBack':
      return facts.approval === 'approved' && facts.pushStatus === 'none'
        ? change({ approval: 'waiting', approvedAt: null })
        : world
    case 'design':
      return change({ approval: null, approvedAt: null, lines: [{ ...goodLine, designs: [{ ...goodDesign }] }] })
    case 'refund':
      return change({ lines: [{ ...goodLine, state: 'refundAsked', hold: '买家申请了退款' }] })
    case 'refundEnds':
      return change({ lines: [goodLine] })
    case 'remark':
      return change({ buyerMessage: facts.buyerMessage === null ? '改成红色' : null })
    case 'flag':
      return change({ flag: facts.flag === null ? 'red' : null })
    case 'touch':
      return change({ isTouchedByHand: true, approval: facts.approval === 'waiting' ? null : facts.approval })
    case 'wait':
      return { ...world, at: at + 10_000 }
  }
}

test('whatever happens in whatever order, an order is pushed at most once, and only where all of it was allowed at that moment', () => {
  let [pushed, approved] = [0, 0]
  const start = { ...goodFacts, createdAt: now - 2 * hourMs, paidAt: now - 70 * minuteMs + 25_000 }
  fc.assert(
    fc.property(rules, fc.array(event, { minLength: 4, maxLength: 30 }), (list, sequence) => {
      const end = sequence.reduce((world: World, event) => step(world, event, list), { facts: start, at: now, pushes: [] })
      expect(end.pushes.length).toBeLessThanOrEqual(1)
      const [push] = end.pushes
      if (!push) return
      pushed++
      const { facts, at, rule } = push
      expect(rule?.conditions.every((one) => judge(one, facts, { ...moment, now: at }).holds)).toBe(true)
      expect(facts.lines.every(({ state, hold }) => state === 'toMake' && hold === null)).toBe(true)
      expect([facts.isTouchedByHand, facts.heldBack, facts.pushStatus]).toEqual([false, null, 'none'])
      const asks = list.filter(({ actions }) => actions[0]?.kind === 'askApproval')
      const isAsked = asks.some((one) => one.conditions.every((of) => judge(of, facts, { ...moment, now: at }).holds))
      if (isAsked) expect(facts.approval).toBe('approved')
      expect(['waiting', 'rejected']).not.toContain(facts.approval)
      if (facts.approval !== 'approved') return
      approved++
      expect(at - (facts.approvedAt ?? 0)).toBeGreaterThanOrEqual(approvalUndoMs)
    }),
    { numRuns: 5000 },
  )
  expect(Math.min(pushed, approved)).toBeGreaterThan(20)
})
