/**
 * Pushes an order by a rule: through the same code as a person's push, with a guard in the transaction of each claim that reads the
 * facts again and keeps the ceilings of the day. A run that a dead process left is taken up again; the claim asks the factory first.
 */
import { sql } from 'kysely'
import { decide, isMoneyRule, pushActionOf } from '../../../contract/rules/automation'
import { piecesToMake } from '../../../contract/rules/automation-facts'
import type { Order, PushOrderBody } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { Failure } from '../../kernel/failure'
import { findOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { readCheck } from '../erp/push/check'
import { leaseMs, type PushGuard } from '../erp/push/claims'
import { pushOrder } from '../erp/push/push'
import { notify, resolve } from '../notifications/notifications'
import { designsOfOrders, type Examined, examine, type OrderWithFacts, readFacts } from './facts'
import { type RuleRow, readMoment, readRules, ruleContext, toRule } from './rows'

/** Failures in a row after which a rule is switched off. */
const maxFailures = 3

const bodyOf = ({ originalId, orderItems }: Order, factoryId: number): PushOrderBody => ({
  factoryId,
  orderOriginalId: originalId,
  orderItems: orderItems
    .filter(({ quantity }) => quantity > 0)
    .map((item) => ({
      originalId: item.originalId,
      quantity: item.quantity,
      phoneCaseCustomizationInfos: item.customizations.map(({ id }) => ({ id })),
    })),
})

interface Run {
  readonly rule: RuleRow
  readonly orderId: number
  readonly hash: string
  readonly examined: Examined
}

/** Pushes the order as the rule says. Never rejects for what the factory or the order's facts are against. */
export async function pushByRule(base: Ctx, rule: RuleRow, { order, hash }: OrderWithFacts, examined: Examined): Promise<void> {
  const factoryId = pushActionOf(rule)?.factoryId
  if (factoryId === undefined) throw new Error(`rule ${rule.id} pushes nothing`)
  const ruled = ruleContext(base, base.actor.accountId, rule)
  const ctx: Ctx = rule.armed_origin === null ? ruled : { ...ruled, origin: rule.armed_origin }
  const run: Run = { rule, orderId: order.id, hash, examined }
  const body = bodyOf(order, factoryId)
  const { problems, asks } = await readCheck(ctx, body)
  const against = [...problems, ...asks].map(({ message }) => message)
  if (against.length > 0) return endRun(ctx, run, 'blocked', against)
  const stopped: string[] = []
  const guard: PushGuard = async (inner) => {
    const reasons = await reasonsAgainst(inner, run)
    stopped.splice(0, stopped.length, ...reasons)
    return reasons.length === 0
  }
  try {
    const { message } = await pushOrder(ctx, body, guard)
    await endRun(ctx, run, 'did', [message])
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    // Another process is sending it, and records how it ends.
    if (error.code === 'in-progress') return
    await endRun(ctx, run, stopped.length > 0 ? 'blocked' : 'failed', stopped.length > 0 ? stopped : [error.message])
  }
}

/**
 * Reads the facts again in the transaction of a claim and reserves the cases in the ceilings of the day. Returns why the push must not
 * go on; nothing if it may. The row of the rule is locked, so that two servers do not exceed a ceiling together.
 */
async function reasonsAgainst(ctx: Ctx, { rule, orderId, hash, examined }: Run): Promise<readonly string[]> {
  const { db, actor, clock } = ctx
  const current = await findOwned(ctx, 'automation_rule', rule.id, { lock: 'no key update' })
  if (!current?.is_on || current.version !== rule.version) return ['规则已停用或修改']
  await findOwned(ctx, 'shop_order', orderId, { lock: 'no key update' })
  const [read] = await readFacts(ctx, [orderId], examined)
  if (!read) return ['订单已不存在']
  const begun = await db
    .selectFrom('rule_run')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where('rule_id', '=', rule.id)
    .where('order_id', '=', orderId)
    .where('facts_hash', '=', hash)
    .where('pieces', '>', 0)
    .executeTakeFirst()
  const rules = (await readRules(ctx)).filter(({ is_on }) => is_on).map(toRule)
  const moment = await readMoment(ctx)
  const used = new Map(moment.used)
  // Its own lines and cases are no reason against the rest of the same push.
  if (begun) used.delete(rule.id)
  const facts = begun ? { ...read.facts, sent: 0, pushStatus: 'none' as const } : read.facts
  const { push, refusals } = decide(rules, facts, { ...moment, used })
  if (push?.ruleId !== rule.id) return refusals.length > 0 ? refusals.map(({ text }) => text) : ['订单已变化，条件不再符合']
  if (begun) return []
  const reserved = { outcome: 'did' as const, reasons: '[]', pieces: piecesToMake(facts), at: clock.now(), ended_at: null }
  await db
    .insertInto('rule_run')
    .values({ account_id: actor.accountId, rule_id: rule.id, order_id: orderId, facts_hash: hash, ...reserved })
    .onConflict((conflict) => conflict.columns(['rule_id', 'order_id', 'facts_hash']).doUpdateSet(reserved))
    .execute()
  return []
}

async function endRun(ctx: Ctx, { rule, orderId, hash }: Run, outcome: 'did' | 'blocked' | 'failed', reasons: readonly string[]) {
  await transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const now = clock.now()
    const ended = { outcome, reasons: JSON.stringify(reasons), ended_at: now }
    const written = await db
      .insertInto('rule_run')
      .values({ account_id: actor.accountId, rule_id: rule.id, order_id: orderId, facts_hash: hash, at: now, ...ended })
      // Another process that took the same push up may have ended it.
      .onConflict((conflict) =>
        conflict
          .columns(['rule_id', 'order_id', 'facts_hash'])
          .doUpdateSet(ended)
          .where(sql<boolean>`rule_run.ended_at is null or rule_run.outcome = 'blocked'`),
      )
      .returning('id')
      .executeTakeFirst()
    if (!written) return
    if (outcome === 'blocked') return
    if (outcome === 'failed') await releaseUnsent(inner, rule.id, orderId, hash)
    const failures = outcome === 'failed' ? sql<number>`failures + 1` : 0
    const row = await db
      .updateTable('automation_rule')
      .set({ failures })
      .where('account_id', '=', actor.accountId)
      .where('id', '=', rule.id)
      .returning(['failures', 'is_on'])
      .executeTakeFirst()
    if (outcome === 'did') await resolve(inner, 'rule-disarmed', `rule:${rule.id}`)
    if (row?.is_on && row.failures >= maxFailures) await disarm(inner, rule, reasons.join('；'))
  })
}

/** Gives the cases of a refused push back to the ceilings, where no factory has or may have any of them. */
async function releaseUnsent({ db, actor }: Ctx, ruleId: number, orderId: number, hash: string): Promise<void> {
  await sql`
    update rule_run set pieces = 0
    where account_id = ${actor.accountId} and rule_id = ${ruleId} and order_id = ${orderId} and facts_hash = ${hash}
      and not exists (select from push_line line join order_item_customization link on link.customization_id = line.customization_id
        join order_item item on item.id = link.order_item_id
        where item.order_id = ${orderId} and line.account_id = ${actor.accountId} and line.status <> 'failed')`.execute(db)
}

async function disarm(ctx: Ctx, rule: RuleRow, why: string): Promise<void> {
  const words = `连续 ${maxFailures} 次推送失败，已自动停用：${why}`.slice(0, 500)
  await ctx.db
    .updateTable('automation_rule')
    .set({ is_on: false, armed_at: null, armed_by: null, stopped_why: words })
    .where('account_id', '=', ctx.actor.accountId)
    .where('id', '=', rule.id)
    .execute()
  await notify(ctx, {
    kind: 'rule-disarmed',
    subject: `rule:${rule.id}`,
    words: `规则「${rule.name}」${words}`.slice(0, 500),
    target: 'rules',
  })
}

/**
 * Takes up a push of the order that a rule began and did not end. Returns when to look again where another process may still be at it,
 * null where nothing is under way any more.
 */
export async function resumePush(ctx: Ctx, orderId: number): Promise<number | null> {
  const run = await ctx.db
    .selectFrom('rule_run')
    .select(['rule_id', 'facts_hash', 'at'])
    .where('account_id', '=', ctx.actor.accountId)
    .where('order_id', '=', orderId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
  if (!run) return null
  const until = run.at.getTime() + leaseMs
  if (ctx.clock.now().getTime() < until) return until
  const rule = (await readRules(ctx)).find(({ id }) => id === run.rule_id)
  const examined = await examine(ctx, await designsOfOrders(ctx, [orderId]))
  const [read] = await readFacts(ctx, [orderId], examined)
  if (!rule || !read) return null
  const unfinished: Run = { rule, orderId, hash: run.facts_hash, examined }
  if (!rule.is_on || !isMoneyRule(rule))
    await endRun(ctx, unfinished, 'blocked', ['规则停用时推送还没有结果，请再推送一次：会先向工厂查询'])
  else await pushByRule(ctx, rule, { ...read, hash: run.facts_hash }, examined)
  return null
}
