/**
 * Decides what automation rules do with an order: harmless rules run from top to bottom; of the rules that spend money exactly one may
 * match, else none fires. Nothing that money depends on is overridden by a rule. Pure; the server acts by it, the plugin shows it.
 */

import { type ConditionKind, type Judgement, judge, type RuleCondition, type RuleNames, wasOpen } from './automation-conditions'
import { caseLines, piecesToMake, type RuleFacts } from './automation-facts'
import { beijingDayNumber, beijingOffsetMs } from './beijing-time'
import { itemStateRules } from './item-state'

export type RuleAction =
  | { readonly kind: 'tag'; readonly tagId: number }
  | { readonly kind: 'hold'; readonly reason: string }
  /** A user of the account, by his name. */
  | { readonly kind: 'assign'; readonly username: string }
  | { readonly kind: 'notify' }
  /** A person has to look at the order's pictures before any rule pushes it. */
  | { readonly kind: 'askApproval' }
  /** Examines the pictures and marks an order whose designs are complete, so that the seller downloads such orders together. */
  | { readonly kind: 'readyToDownload'; readonly tagId: number }
  | { readonly kind: 'push'; readonly factoryId: number }

/** A rule that is on; a money rule is on only while it is armed. */
export interface AutomationRule {
  readonly id: number
  readonly name: string
  /** All must hold. */
  readonly conditions: readonly RuleCondition[]
  readonly actions: readonly RuleAction[]
  /** Of a money rule: the most orders and cases a day, and the oldest order. */
  readonly dailyOrders: number | null
  readonly dailyPieces: number | null
  readonly maxAgeDays: number | null
}

export type PushAction = Extract<RuleAction, { kind: 'push' }>
export const pushActionOf = ({ actions }: Pick<AutomationRule, 'actions'>): PushAction | undefined =>
  actions.find((action) => action.kind === 'push')
/** Whether a rule spends money: a factory bills what is pushed. */
export const isMoneyRule = (rule: Pick<AutomationRule, 'actions'>): boolean => pushActionOf(rule) !== undefined

export interface JudgedCondition extends Judgement {
  readonly kind: ConditionKind
}
export interface JudgedRule {
  readonly ruleId: number
  readonly matches: boolean
  readonly conditions: readonly JudgedCondition[]
}

export const refusalKeys = [
  'paused',
  'handled',
  'pushed',
  'sent',
  'state',
  'heldBack',
  'approval',
  'family',
  'history',
  'freshFile',
  'age',
  'design',
  'resolution',
  'model',
  'unbound',
  'conflict',
  'dailyOrders',
  'dailyPieces',
] as const
export type RefusalKey = (typeof refusalKeys)[number]

/** A reason against a push that no rule overrides. */
export interface Refusal {
  readonly key: RefusalKey
  readonly text: string
  /** When it ends by itself, ms since 1970. */
  readonly from?: number
}

/** The orders and cases that a rule has pushed today in Beijing. */
export interface RuleUse {
  readonly orders: number
  readonly pieces: number
}

export interface RuleMoment {
  /** Now, ms since 1970. */
  readonly now: number
  readonly names: RuleNames
  /** The seller has switched all rules off. */
  readonly isPaused: boolean
  /** By rule; absent: nothing yet. */
  readonly used: ReadonlyMap<number, RuleUse>
  /** Judges an order of the past as if the rule had been on when it came in; what has become of it since does not count. */
  readonly isDryRun?: boolean
}

export interface Decision {
  readonly rules: readonly JudgedRule[]
  /** Harmless actions that change something, in the order in which they are done. */
  readonly actions: readonly { readonly ruleId: number; readonly action: RuleAction }[]
  /** The money rules that match. */
  readonly moneyRules: readonly number[]
  /** Why nothing is pushed; empty: nothing is against a push. */
  readonly refusals: readonly Refusal[]
  /** The push; null if no money rule matches, several do, or something is against it. */
  readonly push: { readonly ruleId: number; readonly factoryId: number } | null
  /** When the decision may be another one if nothing else changes, ms since 1970; null: never. */
  readonly lookAgainAt: number | null
}

/** An approval can be taken back for this time, ms: nothing is pushed before. */
export const approvalUndoMs = 15_000
const hourMs = 3_600_000
const dayMs = 86_400_000

const nextBeijingDay = (now: number): number => (beijingDayNumber(now) + 1) * dayMs - beijingOffsetMs

function stateRefusal({ lines }: RuleFacts, isDryRun: boolean): Refusal | null {
  const line = lines.find(
    (one) => !(isDryRun && wasOpen(one)) && (one.state !== 'toMake' || one.hold !== null || (one.isChanged && !isDryRun)),
  )
  if (!line) return null
  const { name, ask } = itemStateRules[line.state]
  const title = line.title || '商品'
  if (line.state === 'toMake' && line.hold === null) return { key: 'state', text: `「${title}」买家后来改了规格或数量` }
  return { key: 'state', text: `「${title}」${name}：${line.hold ?? ask ?? '不用再做'}` }
}

/** Returns what is against pushing the order, whichever rule would. */
function refusalsOfOrder(facts: RuleFacts, { now, names, isPaused, isDryRun = false }: RuleMoment): readonly Refusal[] {
  const found: Refusal[] = []
  const refuse = (key: RefusalKey, text: string, from?: number) => found.push({ key, text, ...(from !== undefined && { from }) })
  const state = stateRefusal(facts, isDryRun)
  if (state) found.push(state)
  if (facts.isFamily) refuse('family', '合并或拆分的订单由人推送')
  const moment = { now, names, isDryRun }
  const design = judge({ kind: 'designComplete' }, facts, moment)
  if (!design.holds) refuse('design', design.why)
  const resolution = judge({ kind: 'resolution' }, facts, moment)
  if (!resolution.holds) refuse('resolution', resolution.why)
  const model = judge({ kind: 'boughtModel' }, facts, moment)
  if (!model.holds) refuse('model', model.why)
  if (isDryRun) return found
  if (isPaused) refuse('paused', '自动规则已全部停用')
  if (facts.isTouchedByHand) refuse('handled', '有人处理过这个订单，规则不再改动它')
  if (facts.pushStatus === 'pushed') refuse('pushed', '已经推送到工厂')
  else if (facts.sent > 0 || facts.pushStatus !== 'none') refuse('sent', '有一部分推送过，剩下的由人推送')
  if (facts.heldBack !== null) refuse('heldBack', `已搁置：${facts.heldBack}`)
  if (facts.approval === 'waiting') refuse('approval', '待审批')
  if (facts.approval === 'rejected') refuse('approval', '审批没有通过')
  const settled = (facts.approvedAt ?? 0) + approvalUndoMs
  if (facts.approval === 'approved' && now < settled) refuse('approval', '刚刚通过审批，还可以撤销', settled)
  if (facts.isHistory) refuse('history', '首次同步带进来的订单由人处理')
  const fresh = facts.importedAt + hourMs
  if (facts.source === 'file' && now < fresh) refuse('freshFile', '文件导入后一小时内不自动推送', fresh)
  return found
}

/** Returns what is against pushing the order by this rule. */
function refusalsOfRule(rule: AutomationRule, facts: RuleFacts, { now, names, used, isDryRun }: RuleMoment): readonly Refusal[] {
  const push = pushActionOf(rule)
  if (!push) return []
  const found: Refusal[] = []
  const bound = judge({ kind: 'modelBound', factoryId: push.factoryId }, facts, { now, names })
  if (!bound.holds) found.push({ key: 'unbound', text: bound.why })
  if (isDryRun) return found
  if (rule.maxAgeDays === null || now - facts.createdAt > rule.maxAgeDays * dayMs) {
    found.push({ key: 'age', text: `下单已超过 ${rule.maxAgeDays ?? 0} 天` })
  }
  const { orders, pieces } = used.get(rule.id) ?? { orders: 0, pieces: 0 }
  const tomorrow = nextBeijingDay(now)
  if (orders + 1 > (rule.dailyOrders ?? 0)) {
    found.push({ key: 'dailyOrders', text: `今天已推送 ${orders} 单，到了上限 ${rule.dailyOrders ?? 0} 单`, from: tomorrow })
  }
  if (pieces + piecesToMake(facts) > (rule.dailyPieces ?? 0)) {
    const text = `今天已推送 ${pieces} 件，再加这单会超过上限 ${rule.dailyPieces ?? 0} 件`
    found.push({ key: 'dailyPieces', text, from: tomorrow })
  }
  return found
}

const judgeRule = (rule: AutomationRule, facts: RuleFacts, moment: RuleMoment): JudgedRule => {
  const conditions = rule.conditions.map((condition) => ({ kind: condition.kind, ...judge(condition, facts, moment) }))
  // A rule without conditions would match everything; it is none.
  return { ruleId: rule.id, conditions, matches: conditions.length > 0 && conditions.every(({ holds }) => holds) }
}

/** Returns the facts after an action; the same ones where it changes nothing. Nothing that is set already is overwritten. */
function after(facts: RuleFacts, action: RuleAction): RuleFacts {
  switch (action.kind) {
    case 'tag':
      return facts.tagIds.includes(action.tagId) ? facts : { ...facts, tagIds: [...facts.tagIds, action.tagId] }
    case 'readyToDownload': {
      const isReady = judge({ kind: 'designComplete' }, facts, { now: 0, names: noNames }).holds
      return !isReady ? facts : after(facts, { kind: 'tag', tagId: action.tagId })
    }
    case 'hold':
      return facts.heldBack === null ? { ...facts, heldBack: action.reason } : facts
    case 'assign':
      return facts.assignee === null ? { ...facts, assignee: action.username } : facts
    case 'askApproval':
      return facts.approval === null && caseLines(facts).length > 0 ? { ...facts, approval: 'waiting' } : facts
    case 'notify':
    case 'push':
      return facts
  }
}
const noNames: RuleNames = { shops: new Map(), tags: new Map(), factories: new Map() }

/**
 * Decides about one order.
 *
 * @param rules those that are on, in the order of the list. The order of money rules does not count.
 */
export function decide(rules: readonly AutomationRule[], given: RuleFacts, moment: RuleMoment): Decision {
  let facts = given
  const actions: { ruleId: number; action: RuleAction }[] = []
  const judged = new Map<number, JudgedRule>()
  // A rule never changes an order that a person has touched, nor does any while all are off.
  const mayAct = !moment.isPaused && !given.isTouchedByHand
  for (const rule of rules.filter((one) => !isMoneyRule(one))) {
    const result = judgeRule(rule, facts, moment)
    judged.set(rule.id, result)
    for (const action of result.matches && mayAct ? rule.actions : []) {
      const changed = after(facts, action)
      if (changed !== facts || action.kind === 'notify') actions.push({ ruleId: rule.id, action })
      facts = changed
    }
  }
  const money = rules.filter(isMoneyRule)
  for (const rule of money) judged.set(rule.id, judgeRule(rule, facts, moment))
  const matching = money.filter(({ id }) => judged.get(id)?.matches)
  const [only] = matching
  const refusals: Refusal[] = []
  if (matching.length > 1) {
    const names = matching.map(({ name }) => `「${name}」`).sort()
    refusals.push({ key: 'conflict', text: `${names.join('和')}都符合，为免推错，一个也不执行` })
  }
  refusals.push(...refusalsOfOrder(facts, moment))
  if (matching.length === 1 && only) refusals.push(...refusalsOfRule(only, facts, moment))
  const push = matching.length === 1 && only && refusals.length === 0 ? pushActionOf(only) : undefined
  const times = [...refusals, ...[...judged.values()].flatMap(({ conditions }) => conditions)].flatMap(({ from }) => from ?? [])
  return {
    rules: rules.flatMap(({ id }) => judged.get(id) ?? []),
    actions,
    moneyRules: matching.map(({ id }) => id).sort((a, b) => a - b),
    refusals,
    push: push && only ? { ruleId: only.id, factoryId: push.factoryId } : null,
    lookAgainAt: times.length === 0 ? null : Math.min(...times),
  }
}
