/** Rows of automation rules, and what rules decide with besides the facts of an order. */
import { type Selectable, sql } from 'kysely'
import type { AutomationRule, RuleMoment, RuleUse } from '../../../contract/rules/automation'
import type { RuleNames } from '../../../contract/rules/automation-conditions'
import { beijingDayNumber, beijingOffsetMs } from '../../../contract/rules/beijing-time'
import type { Ctx, Deps } from '../../kernel/context'
import type { OrderedList, Scope } from '../../kernel/ordering'
import type { Database } from '../../kernel/tables'
import { shownConditions } from './rule-shops'

export type RuleRow = Selectable<Database['automation_rule']>

const ruleList: OrderedList = {
  table: 'automation_rule',
  scope: 'account_id',
  parent: 'account',
  itemName: '规则',
  parentName: '账号',
}
export const ruleScope = ({ actor }: Ctx): Scope => ({ list: ruleList, accountId: actor.accountId, id: actor.accountId })

/** The actor of everything that a rule does, as logs name it. */
export const ruleContext = (deps: Deps, accountId: number, rule?: Pick<RuleRow, 'id' | 'name'>): Ctx => ({
  ...deps,
  actor: {
    ...{ accountId, userId: 0, username: rule ? `规则「${rule.name}」` : '自动规则', permissions: [] },
    ...(rule && { rule: { id: rule.id, name: rule.name } }),
  },
  traceId: 'automation',
})

export const toRule = (row: RuleRow): AutomationRule => ({
  id: row.id,
  name: row.name,
  conditions: row.conditions,
  actions: row.actions,
  dailyOrders: row.daily_orders,
  dailyPieces: row.daily_pieces,
  maxAgeDays: row.max_age_days,
})

/** Returns the rules that act on orders of the caller's shops, in their order. */
export async function readRules(ctx: Ctx): Promise<RuleRow[]> {
  const rules = ctx.db.selectFrom('automation_rule').selectAll().where('account_id', '=', ctx.actor.accountId)
  const rows = await rules.orderBy('position').execute()
  return rows.map((row) => ({ ...row, conditions: shownConditions(ctx, row.conditions) }))
}

const pausedSetting = 'automation-paused'

export async function arePaused({ db, actor }: Ctx): Promise<boolean> {
  const row = await db
    .selectFrom('account_setting')
    .select('value')
    .where('account_id', '=', actor.accountId)
    .where('name', '=', pausedSetting)
    .executeTakeFirst()
  return (row?.value as { paused?: unknown } | undefined)?.paused === true
}

export async function setPaused({ db, actor }: Ctx, paused: boolean): Promise<void> {
  const value = JSON.stringify({ paused })
  await db
    .insertInto('account_setting')
    .values({ account_id: actor.accountId, name: pausedSetting, value })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doUpdateSet({ value }))
    .execute()
}

/** Returns what each rule has ordered today in Beijing, also what may still be under way. */
async function readUse({ db, actor, clock }: Ctx): Promise<ReadonlyMap<number, RuleUse>> {
  const today = new Date(beijingDayNumber(clock.now().getTime()) * 86_400_000 - beijingOffsetMs)
  const { rows } = await sql<{ id: number; orders: number; pieces: number }>`
    select rule_id as id, count(distinct order_id)::int as orders, sum(pieces)::int as pieces from rule_run
    where account_id = ${actor.accountId} and at >= ${today} and pieces > 0 group by rule_id`.execute(db)
  return new Map(rows.map(({ id, orders, pieces }) => [id, { orders, pieces }]))
}

async function readNames({ db, actor }: Ctx): Promise<RuleNames> {
  const named = async (table: 'shop' | 'order_tag' | 'factory') => {
    const query = db
      .selectFrom(table as 'factory')
      .select(['id', 'name'])
      .where('account_id', '=', actor.accountId)
    const rows = await (table === 'factory' ? query.where('gone_since', 'is', null) : query).execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  return { shops: await named('shop'), tags: await named('order_tag'), factories: await named('factory') }
}

export const readMoment = async (ctx: Ctx): Promise<RuleMoment> => ({
  now: ctx.clock.now().getTime(),
  names: await readNames(ctx),
  isPaused: await arePaused(ctx),
  used: await readUse(ctx),
})
