/**
 * Lets the rules of an account decide about one of its orders, and does what they decide. The harmless actions are done in the
 * transaction that reads the facts; a push goes through `push.ts`, as a person's does, and reads the facts again in its own.
 */
import { sql } from 'kysely'
import { type Decision, decide, type RuleAction } from '../../../contract/rules/automation'
import type { RuleNames } from '../../../contract/rules/automation-conditions'
import type { Ctx, Deps } from '../../kernel/context'
import { findOwned } from '../../kernel/owned'
import { transact } from '../../kernel/transact'
import { writeAuditEntry } from '../audit/audit'
import { notify } from '../notifications/notifications'
import { askApproval } from './approval-answers'
import { designsOfOrders, type Examined, examine, type OrderWithFacts, readFacts } from './facts'
import { pushByRule, resumePush } from './push'
import { type RuleRow, readMoment, readRules, ruleContext, toRule } from './rows'

const actionText = (action: RuleAction, { tags, factories }: RuleNames): string => {
  switch (action.kind) {
    case 'tag':
      return `打标签「${tags.get(action.tagId) ?? '已删除'}」`
    case 'readyToDownload':
      return `检查过图片，标为「${tags.get(action.tagId) ?? '已删除'}」`
    case 'hold':
      return `搁置：${action.reason}`
    case 'assign':
      return `交给 ${action.username}`
    case 'notify':
      return '通知'
    case 'askApproval':
      return '待审批'
    case 'push':
      return `推送到工厂“${factories.get(action.factoryId) ?? '已删除'}”`
  }
}

/** Returns when the rules have to decide about the order again, ms since 1970; null: only when its facts change. */
export async function runRules(deps: Deps, accountId: number, orderId: number): Promise<number | null> {
  const ctx = ruleContext(deps, accountId)
  const waiting = await resumePush(ctx, orderId)
  if (waiting !== null) return waiting
  const examined = await examine(ctx, await designsOfOrders(ctx, [orderId]))
  const acted = await transact(ctx, (inner) => act(inner, orderId, examined))
  if (acted === null) return null
  const { decision, read, rules } = acted
  const rule = rules.find(({ id }) => id === decision.push?.ruleId)
  if (rule) await pushByRule(ctx, rule, read, examined)
  return decision.lookAgainAt
}

interface Acted {
  readonly decision: Decision
  readonly read: OrderWithFacts
  readonly rules: readonly RuleRow[]
}

async function act(ctx: Ctx, orderId: number, examined: Examined): Promise<Acted | null> {
  const { db, actor, clock } = ctx
  await findOwned(ctx, 'shop_order', orderId, { lock: 'no key update' })
  const [read] = await readFacts(ctx, [orderId], examined)
  const rules = (await readRules(ctx)).filter(({ is_on }) => is_on)
  if (!read || rules.length === 0) return null
  const moment = await readMoment(ctx)
  const decision = decide(rules.map(toRule), read.facts, moment)
  for (const { id } of rules.filter(({ id }) => decision.actions.some(({ ruleId }) => ruleId === id))) {
    const actions = decision.actions.filter(({ ruleId }) => ruleId === id).map(({ action }) => action)
    await takeActions(ctx, rules.find((rule) => rule.id === id) as RuleRow, read, actions, moment.names)
  }
  const isOver = decision.refusals.some(({ key }) => key === 'pushed' || key === 'sent' || key === 'handled')
  if (decision.refusals.length > 0 && !isOver) {
    const reasons = decision.refusals.map(({ text }) => text)
    for (const ruleId of decision.moneyRules) await recordRun(ctx, ruleId, read, 'blocked', reasons)
  }
  const matched = decision.rules.filter(({ matches }) => matches).map(({ ruleId }) => ruleId)
  if (matched.length > 0) {
    await db
      .updateTable('automation_rule')
      .set({ last_matched_at: clock.now() })
      .where('account_id', '=', actor.accountId)
      .where(sql<boolean>`id = any(${matched}::bigint[])`)
      .execute()
  }
  return { decision, read, rules }
}

/** Records that a rule did something, or was kept from it; returns false where this is recorded of the same facts already. */
async function recordRun(
  { db, actor, clock }: Ctx,
  ruleId: number,
  { order, hash }: OrderWithFacts,
  outcome: 'did' | 'blocked',
  reasons: readonly string[],
): Promise<boolean> {
  const now = clock.now()
  const inserted = await db
    .insertInto('rule_run')
    .values({
      account_id: actor.accountId,
      rule_id: ruleId,
      order_id: order.id,
      facts_hash: hash,
      outcome,
      reasons: JSON.stringify(reasons),
      at: now,
      ended_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

async function takeActions(
  base: Ctx,
  rule: RuleRow,
  read: OrderWithFacts,
  actions: readonly RuleAction[],
  names: RuleNames,
): Promise<void> {
  const ctx = ruleContext(base, base.actor.accountId, rule)
  const { db, actor } = ctx
  const { order, facts, designsHash } = read
  const earlier = await db
    .selectFrom('rule_run')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where('rule_id', '=', rule.id)
    .where('order_id', '=', order.id)
    .where('outcome', '=', 'did')
    .limit(1)
    .executeTakeFirst()
  // A notice is given once, whatever else the rule does when the facts change.
  const todo = earlier ? actions.filter(({ kind }) => kind !== 'notify') : actions
  if (todo.length === 0) return
  const texts = todo.map((action) => actionText(action, names))
  if (!(await recordRun(ctx, rule.id, read, 'did', texts))) return
  const tagIds = [...new Set([...facts.tagIds, ...todo.flatMap((action) => ('tagId' in action ? [action.tagId] : []))])]
  const known = tagIds.filter((id) => names.tags.has(id))
  for (const action of todo) {
    const order_ = db.updateTable('shop_order').where('account_id', '=', actor.accountId).where('id', '=', order.id)
    if (action.kind === 'hold')
      await order_.set({ held_back: action.reason, held_back_by: actor.username }).where('held_back', 'is', null).execute()
    if (action.kind === 'assign') await order_.set({ assignee: action.username }).where('assignee', 'is', null).execute()
    if (action.kind === 'tag' || action.kind === 'readyToDownload')
      await sql`update shop_order set tag_ids = (select coalesce(jsonb_agg(distinct tag), '[]') from
          jsonb_array_elements(tag_ids || ${JSON.stringify(known)}::jsonb) tag)
        where account_id = ${actor.accountId} and id = ${order.id}`.execute(db)
    if (action.kind === 'askApproval') await askApproval(ctx, order.id, designsHash)
    if (action.kind === 'notify') {
      await notify(ctx, {
        kind: 'rule-notice',
        subject: `order:${order.id}`,
        words: `${actor.username}提醒您看订单 ${order.originalId}`,
        target: 'orders',
        params: { q: order.originalId },
      })
    }
  }
  const about = { orderId: order.id }
  await writeAuditEntry(ctx, { action: 'automated', subject: 'orders', details: { id: order.id, did: texts }, about })
}
