/** Says why an order is not pushed by a rule, as the rules would decide now, and what rules did with it. */

import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { decide, isMoneyRule } from '../../../contract/rules/automation'
import type { OrderAutomation } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { requireOwned } from '../../kernel/owned'
import { readAnswers } from './approval-answers'
import { designsOfOrders, examine, readFacts } from './facts'
import { readMoment, readRules, toRule } from './rows'

type Runs = AppContract['automationRules']['runs']

const selectRuns = ({ db, actor }: Ctx) =>
  db
    .selectFrom('rule_run as run')
    .innerJoin('automation_rule as rule', 'rule.id', 'run.rule_id')
    .innerJoin('shop_order as o', 'o.id', 'run.order_id')
    .where('run.account_id', '=', actor.accountId)

const runColumns = [
  'run.id',
  'run.rule_id as ruleId',
  'rule.name as ruleName',
  'run.order_id as orderId',
  'o.original_id as orderOriginalId',
  'run.outcome',
  'run.reasons',
  'run.at',
] as const

export async function listRuns(ctx: Ctx, { ruleId, pageNo, pageSize }: Parsed<Runs>['query']): Promise<Reply<Runs>> {
  const all = selectRuns(ctx).$if(ruleId !== undefined, (query) => query.where('run.rule_id', '=', ruleId ?? 0))
  const { total } = await all.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await all
    .select(runColumns)
    .orderBy('run.at', 'desc')
    .orderBy('run.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { items: rows.map((row) => ({ ...row, at: row.at.getTime() })), totalItems: total }
}

export async function explainOrder(ctx: Ctx, orderId: number): Promise<OrderAutomation> {
  await requireOwned(ctx, 'shop_order', orderId, '订单')
  const examined = await examine(ctx, await designsOfOrders(ctx, [orderId]))
  const [read] = await readFacts(ctx, [orderId], examined)
  const rules = (await readRules(ctx)).filter(({ is_on }) => is_on)
  const runs = await selectRuns(ctx)
    .where('run.order_id', '=', orderId)
    .select(runColumns)
    .orderBy('run.at', 'desc')
    .orderBy('run.id', 'desc')
    .limit(20)
    .execute()
  const approvals = await readAnswers(ctx, orderId)
  const shownRuns = runs.map((row) => ({ ...row, at: row.at.getTime() }))
  if (!read) return { rules: [], refusals: [], pushedBy: null, lookAgainAt: null, runs: shownRuns, approvals }
  const decision = decide(rules.map(toRule), read.facts, await readMoment(ctx))
  const ruleOf = new Map(rules.map((rule) => [rule.id, rule]))
  return {
    rules: decision.rules.flatMap(({ ruleId, matches, conditions }) => {
      const rule = ruleOf.get(ruleId)
      if (!rule) return []
      const judged = conditions.map(({ holds, why }) => ({ holds, why }))
      return [{ ruleId, name: rule.name, isMoney: isMoneyRule(rule), matches, conditions: judged }]
    }),
    refusals: decision.refusals.map(({ key, text }) => ({ key, text })),
    pushedBy: ruleOf.get(decision.push?.ruleId ?? 0)?.name ?? null,
    lookAgainAt: decision.lookAgainAt,
    runs: shownRuns,
    approvals,
  }
}
