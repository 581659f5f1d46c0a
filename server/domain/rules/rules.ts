/** The automation rules of an account: listed, changed, tried out, armed and switched off. */
import { sql, type UpdateObject } from 'kysely'
import { dryRunMinutes, maxRules } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed } from '../../../contract/core'
import { isMoneyRule, pushActionOf, type RuleAction } from '../../../contract/rules/automation'
import type { RuleCondition } from '../../../contract/rules/automation-conditions'
import type { AutomationRuleRow, AutomationState } from '../../../contract/types'
import { type Ctx, requireAny } from '../../kernel/context'
import { Failure, invalid, notFound } from '../../kernel/failure'
import { followingId, moveItem, newLastPosition, requireLockedList, withNext } from '../../kernel/ordering'
import { findOwned, requireOwned } from '../../kernel/owned'
import { onAllShops } from '../../kernel/shop-scope'
import type { Database } from '../../kernel/tables'
import { transact } from '../../kernel/transact'
import { readFactory } from '../erp/factories'
import { resolve } from '../notifications/notifications'
import { nameOpenOrders } from './due'
import { arePaused, type RuleRow, readRules, ruleScope, setPaused } from './rows'
import { requireMayPause, requireOwnRule, requireOwnShops } from './rule-shops'

type Calls = AppContract['automationRules']
type Create = Parsed<Calls['create']>['body']
type Update = Parsed<Calls['update']>['body']
type Arm = Parsed<Calls['arm']>['body']

const isTried = ({ version, tried_version, tried_at }: RuleRow, now: Date): boolean =>
  tried_version === version && tried_at !== null && now.getTime() - tried_at.getTime() <= dryRunMinutes * 60_000

const toReply = (row: RuleRow, now: Date): Omit<AutomationRuleRow, 'next'> => ({
  id: row.id,
  name: row.name,
  conditions: row.conditions as AutomationRuleRow['conditions'],
  actions: row.actions as AutomationRuleRow['actions'],
  isOn: row.is_on,
  version: row.version,
  isMoney: isMoneyRule(row),
  dailyOrders: row.daily_orders,
  dailyPieces: row.daily_pieces,
  maxAgeDays: row.max_age_days,
  armedAt: row.armed_at?.getTime() ?? null,
  armedBy: row.armed_by,
  isTried: isTried(row, now),
  failures: row.failures,
  stoppedWhy: row.stopped_why,
  createdAt: row.created_at.getTime(),
  lastMatchedAt: row.last_matched_at?.getTime() ?? null,
})

export async function listRules(ctx: Ctx): Promise<AutomationState> {
  const now = ctx.clock.now()
  const rows = await readRules(ctx)
  return { paused: await arePaused(ctx), rules: withNext(rows.map((row) => toReply(row, now))) }
}

/** Refuses ids of shops, tags, factories and users that are not the account's. */
async function checkReferences(
  ctx: Ctx,
  conditions: readonly RuleCondition[] = [],
  actions: readonly RuleAction[] = [],
): Promise<void> {
  const tags = [...conditions, ...actions].flatMap((part) =>
    'tagIds' in part ? part.tagIds : 'tagId' in part ? [part.tagId] : [],
  )
  const factories = [...conditions, ...actions].flatMap((part) => ('factoryId' in part ? [part.factoryId] : []))
  for (const id of new Set(conditions.flatMap((one) => (one.kind === 'shop' ? one.shopIds : []))))
    await requireOwned(ctx, 'shop', id, '店铺')
  for (const id of new Set(tags)) await requireOwned(ctx, 'order_tag', id, '标签')
  for (const id of new Set(factories)) await readFactory(ctx, id)
  for (const action of actions) if (action.kind === 'assign') await requireUser(ctx, action.username)
}

export async function requireUser({ db, actor }: Ctx, username: string): Promise<void> {
  const user = await db
    .selectFrom('app_user')
    .select('id')
    .where('account_id', '=', actor.accountId)
    .where('username', '=', username)
    .executeTakeFirst()
  if (!user) throw notFound('用户')
}

export function createRule(ctx: Ctx, { name, conditions, actions }: Create): Promise<AutomationRuleRow> {
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const scope = ruleScope(inner)
    await requireLockedList(db, scope)
    await checkReferences(inner, conditions, actions)
    requireOwnShops(inner, conditions)
    const { count, position } = await onAllShops(inner, async () => ({
      count: (await readRules(inner)).length,
      position: await newLastPosition(db, scope),
    }))
    if (count >= maxRules) throw new Failure('invalid', `最多 ${maxRules} 条规则，请先删除不用的`)
    const row = await db
      .insertInto('automation_rule')
      .values({
        account_id: actor.accountId,
        name,
        conditions: JSON.stringify(conditions),
        actions: JSON.stringify(actions),
        position,
        created_at: clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { ...toReply(row, clock.now()), next: null }
  })
}

const needsArming = (): Failure => invalid('isOn', '会推送到工厂的规则须先试算，再点「启用」填写每天的上限')
const off = { is_on: false, armed_at: null, armed_by: null } as const

/** Locks a rule, writes what `change` returns, and returns the rule as it is then. */
function changeRule(
  ctx: Ctx,
  id: number,
  change: (inner: Ctx, row: RuleRow) => Promise<UpdateObject<Database, 'automation_rule'>>,
): Promise<AutomationRuleRow> {
  return transact(ctx, async (inner) => {
    const { db, actor, clock } = inner
    const row = await requireOwned(inner, 'automation_rule', id, '规则', { lock: 'no key update' })
    requireOwnRule(inner, row)
    const set = await change(inner, row)
    const changed = await db
      .updateTable('automation_rule')
      .set({ version: sql<number>`version`, ...set })
      .where('account_id', '=', actor.accountId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (changed.is_on) await nameOpenOrders(inner)
    return { ...toReply(changed, clock.now()), next: await followingId(db, ruleScope(inner), id) }
  })
}

export const updateRule = (ctx: Ctx, id: number, { name, conditions, actions, isOn }: Update): Promise<AutomationRuleRow> =>
  changeRule(ctx, id, async (inner, row) => {
    await checkReferences(inner, conditions, actions)
    if (conditions) requireOwnShops(inner, conditions)
    const isChanged =
      (conditions !== undefined && JSON.stringify(conditions) !== JSON.stringify(row.conditions)) ||
      (actions !== undefined && JSON.stringify(actions) !== JSON.stringify(row.actions))
    const isMoney = isMoneyRule({ actions: actions ?? row.actions })
    if (isOn === true && isMoney && (!row.is_on || isChanged)) throw needsArming()
    return {
      ...(name !== undefined && { name }),
      ...(conditions !== undefined && { conditions: JSON.stringify(conditions) }),
      ...(actions !== undefined && { actions: JSON.stringify(actions) }),
      ...(isOn !== undefined && { is_on: isOn, ...(!isOn && off), stopped_why: null, failures: 0 }),
      ...(isChanged && { version: row.version + 1, ...((isMoney || isMoneyRule(row)) && off) }),
    }
  })

/**
 * Arms a rule that pushes. Rejects without the rights for factories and credits, and where this version of the rule was not tried out
 * within the last hour.
 */
export async function armRule(
  ctx: Ctx,
  id: number,
  { version, dailyOrders, dailyPieces, maxAgeDays }: Arm,
): Promise<AutomationRuleRow> {
  requireAny(ctx, ['factory'])
  requireAny(ctx, ['credits'])
  return changeRule(ctx, id, async (inner, row) => {
    const push = pushActionOf(row)
    if (!push) throw new Failure('invalid', '这条规则不推送到工厂，直接打开即可')
    if (row.version !== version) throw new Failure('conflict', '规则刚刚被修改，请重新试算')
    if (!isTried(row, inner.clock.now()))
      throw new Failure('invalid', `请先试算：启用前 ${dryRunMinutes} 分钟内须试算过现在的规则`)
    await checkReferences(inner, row.conditions, row.actions)
    await resolve(inner, 'rule-disarmed', `rule:${id}`)
    return {
      is_on: true,
      armed_at: inner.clock.now(),
      armed_by: inner.actor.username,
      armed_origin: inner.origin ?? null,
      daily_orders: dailyOrders,
      daily_pieces: dailyPieces,
      max_age_days: maxAgeDays,
      failures: 0,
      stopped_why: null,
    }
  })
}

/** Deletes a rule. One whose push may be under way is kept until that has ended. */
export function removeRule(ctx: Ctx, id: number): Promise<void> {
  return transact(ctx, async (inner) => {
    const { db, actor } = inner
    await requireLockedList(db, ruleScope(inner))
    requireOwnRule(inner, await requireOwned(inner, 'automation_rule', id, '规则', { lock: 'update' }))
    const running = await db
      .selectFrom('rule_run')
      .select('id')
      .where('rule_id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (running) throw new Failure('conflict', '这条规则正在推送订单，请先停用，几分钟后再删除')
    await db.deleteFrom('automation_rule').where('account_id', '=', actor.accountId).where('id', '=', id).execute()
  })
}

export const orderRule = (ctx: Ctx, id: number, next: number | null): Promise<void> =>
  transact(ctx, async (inner) => {
    requireOwnRule(inner, await requireOwned(inner, 'automation_rule', id, '规则'))
    if (next !== null && !(await findOwned(inner, 'automation_rule', next)))
      throw invalid('next', '目标位置的规则不存在，请刷新后重试')
    await onAllShops(inner, () => moveItem(inner, ruleScope(inner), id, next))
  })

/** Switches all rules of the account off, or on again as they were. */
export function pauseRules(ctx: Ctx, paused: boolean): Promise<AutomationState> {
  return transact(ctx, async (inner) => {
    requireMayPause(inner)
    await setPaused(inner, paused)
    if (!paused) await nameOpenOrders(inner)
    return listRules(inner)
  })
}
