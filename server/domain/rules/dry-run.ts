/** Tries a rule out over the orders of the last 30 days: what it would have done, and why it would not have. Nothing is changed. */
import { dryRunDays } from '../../../contract/constants'
import { decide, isMoneyRule } from '../../../contract/rules/automation'
import { piecesToMake } from '../../../contract/rules/automation-facts'
import { beijingDayNumber } from '../../../contract/rules/beijing-time'
import type { RuleDryRun } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { requireOwned } from '../../kernel/owned'
import { designsOfOrders, examine, readFacts } from './facts'
import { readMoment, readRules, toRule } from './rows'
import { requireOwnRule } from './rule-shops'

const day = 24 * 60 * 60_000
/** Orders that are judged at most, and in one step. */
const maxOrders = 2000
const step = 100
/** Time for judging, ms: below the time limit of a call. Pictures that were never examined take the most of it. */
const limitMs = 30_000
const maxSamples = 20

export async function tryRule(ctx: Ctx, id: number): Promise<RuleDryRun> {
  const tried = await requireOwned(ctx, 'automation_rule', id, '规则')
  requireOwnRule(ctx, tried)
  const rules = (await readRules(ctx)).filter((row) => row.is_on || row.id === id).map(toRule)
  const moment = { ...(await readMoment(ctx)), isDryRun: true }
  const isMoney = isMoneyRule(tried)
  const since = new Date(ctx.clock.now().getTime() - dryRunDays * day)
  const ids = await ctx.db
    .selectFrom('shop_order')
    .select('id')
    .where('account_id', '=', ctx.actor.accountId)
    .where('parent_id', 'is', null)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(maxOrders + 1)
    .execute()
  const deadline = performance.now() + limitMs
  const days = new Map<number, { orders: number; pieces: number }>()
  const refused = new Map<string, number>()
  const unmatched = new Map<string, number>()
  const count = (of: Map<string, number>, reason: string) => of.set(reason, (of.get(reason) ?? 0) + 1)
  const samples: RuleDryRun['samples'] = []
  let judged = 0
  let waiting = 0
  for (let at = 0; at < Math.min(ids.length, maxOrders) && performance.now() < deadline; at += step) {
    const some = ids.slice(at, Math.min(at + step, maxOrders)).map((row) => row.id)
    const examined = await examine(ctx, await designsOfOrders(ctx, some), deadline)
    for (const { order, facts } of await readFacts(ctx, some, examined)) {
      judged++
      const decision = decide(rules, facts, moment)
      const own = decision.rules.find(({ ruleId }) => ruleId === id)
      const failing = own?.conditions.find(({ holds }) => !holds)
      const would = isMoney ? decision.push?.ruleId === id : own?.matches === true
      const why = failing?.why ?? decision.refusals[0]?.text ?? ''
      if (would) {
        if (decision.actions.some(({ action }) => action.kind === 'askApproval')) waiting++
        const ofDay = days.get(beijingDayNumber(facts.createdAt)) ?? { orders: 0, pieces: 0 }
        days.set(beijingDayNumber(facts.createdAt), { orders: ofDay.orders + 1, pieces: ofDay.pieces + piecesToMake(facts) })
      } else if (own?.matches) count(refused, why)
      else count(unmatched, why)
      if (samples.length < maxSamples && (would || own?.matches || samples.filter((one) => !one.would).length < maxSamples / 2))
        samples.push({ orderId: order.id, originalId: order.originalId, would, why: would ? '' : why })
    }
  }
  const { db, actor, clock } = ctx
  await db
    .updateTable('automation_rule')
    .set({ tried_version: tried.version, tried_at: clock.now() })
    .where('account_id', '=', actor.accountId)
    .where('id', '=', id)
    .where('version', '=', tried.version)
    .execute()
  const all = [...days.values()]
  const most = (of: (one: { orders: number; pieces: number }) => number) => Math.max(0, ...all.map(of))
  const sum = (of: (one: { orders: number; pieces: number }) => number) => all.reduce((total, one) => total + of(one), 0)
  const grouped = (of: ReadonlyMap<string, number>) =>
    [...of]
      .map(([reason, orders]) => ({ reason, orders }))
      .sort((a, b) => b.orders - a.orders)
      .slice(0, 30)
  return {
    version: tried.version,
    days: dryRunDays,
    orders: judged,
    isComplete: judged >= ids.length,
    would: {
      orders: sum(({ orders }) => orders),
      pieces: sum(({ pieces }) => pieces),
      mostOrders: most(({ orders }) => orders),
      mostPieces: most(({ pieces }) => pieces),
    },
    refused: grouped(refused),
    unmatched: grouped(unmatched),
    waiting,
    samples,
  }
}
