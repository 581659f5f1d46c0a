import { expect, expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { RuleAction } from '../rules/automation'
import type { RuleCondition } from '../rules/automation-conditions'
import { approvalDecision, type ruleAction, type ruleCondition, ruleCreate } from './automation'

type Plain<T> = T extends readonly (infer E)[] ? Plain<E>[] : T extends object ? { -readonly [K in keyof T]: Plain<T[K]> } : T

test('the schemas of conditions and actions are the unions of the rules', () => {
  expectTypeOf<z.infer<typeof ruleCondition>>().toEqualTypeOf<Plain<RuleCondition>>()
  expectTypeOf<z.infer<typeof ruleAction>>().toEqualTypeOf<Plain<RuleAction>>()
})

test('a rule that pushes does nothing else but notify, and pushes to one factory', () => {
  const accepts = (...actions: object[]) =>
    ruleCreate.safeParse({ name: '推', conditions: [{ kind: 'age', days: 3 }], actions }).success
  const [push, other] = [
    { kind: 'push', factoryId: 1 },
    { kind: 'push', factoryId: 2 },
  ]
  expect([accepts(push), accepts(push, { kind: 'notify' })]).toEqual([true, true])
  expect([accepts(push, other), accepts(push, push), accepts(push, { kind: 'tag', tagId: 1 }), accepts()]).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('an order is sent back only with a reason', () => {
  const accepts = (body: object) => approvalDecision.safeParse({ designs: 'x', facts: 'y', ...body }).success
  expect([
    accepts({ answer: 'approved' }),
    accepts({ answer: 'rejected' }),
    accepts({ answer: 'rejected', reason: '太暗' }),
  ]).toEqual([true, false, true])
})
