/** Conditions and actions of automation rules as parts of a sentence, and what a new one begins with. Pure. */
import { flagName } from '../../../contract/rules/order-flag'
import type { AutomationRuleRow } from '../../../contract/types'

export type Condition = AutomationRuleRow['conditions'][number]
export type Action = AutomationRuleRow['actions'][number]

/** Names of what rules refer to by id. */
export interface Names {
  readonly shops: readonly { readonly id: number; readonly name: string }[]
  readonly tags: readonly { readonly id: number; readonly name: string }[]
  readonly factories: readonly { readonly id: number; readonly name: string }[]
}

export const conditionTitles: Readonly<Record<Condition['kind'], string>> = {
  shop: '店铺是',
  product: '商品、SKU 或商家编码是',
  pieces: '件数不超过',
  lines: '商品行不超过',
  paidFor: '付款已满（分钟）',
  age: '下单不超过（天）',
  noRemark: '没有留言和备注',
  remarkHas: '留言或备注提到',
  remarkLacks: '留言和备注没有提到',
  tagged: '有标签',
  untagged: '没有标签',
  flagged: '平台旗帜是',
  designComplete: '定制图都齐了',
  resolution: '定制图够清晰',
  modelBound: '型号都绑定了工厂',
  boughtModel: '买的型号与定制一致',
  notHeld: '没有被平台或卖家暂停',
  clock: '北京时间在',
}

export const actionTitles: Readonly<Record<Action['kind'], string>> = {
  tag: '打标签',
  hold: '搁置，原因是',
  assign: '交给',
  notify: '通知我们',
  askApproval: '待审批（看过图片才推送）',
  readyToDownload: '图片齐了就打标签，方便一起下载',
  push: '推送到工厂',
}

export const runOutcomes = { did: '已执行', blocked: '没有推送', failed: '推送失败' } as const

const day = (weekday: number): string => `周${'一二三四五六日'[weekday - 1] ?? ''}`
export const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const named = (of: Names[keyof Names], ids: readonly number[]): string =>
  ids.map((id) => `「${of.find((one) => one.id === id)?.name ?? '已删除'}」`).join('、')
const words = (all: readonly string[]): string => all.map((word) => `「${word}」`).join('、')
const sides = { buyer: '买家留言', seller: '卖家备注', any: '留言或备注' } as const

export function conditionText(condition: Condition, { shops, tags, factories }: Names): string {
  switch (condition.kind) {
    case 'shop':
      return `店铺是${named(shops, condition.shopIds)}`
    case 'product':
      return `商品是${words(condition.codes)}`
    case 'pieces':
      return `不超过 ${condition.max} 件`
    case 'lines':
      return `不超过 ${condition.max} 行商品`
    case 'paidFor':
      return `付款已满 ${condition.minutes} 分钟`
    case 'age':
      return `下单不超过 ${condition.days} 天`
    case 'noRemark':
      return condition.side === 'any' ? '没有留言和备注' : `没有${sides[condition.side]}`
    case 'remarkHas':
      return `${sides[condition.side]}提到${words(condition.words)}`
    case 'remarkLacks':
      return `${sides[condition.side]}没有提到${words(condition.words)}`
    case 'tagged':
      return `有标签${named(tags, condition.tagIds)}`
    case 'untagged':
      return `没有标签${named(tags, condition.tagIds)}`
    case 'flagged':
      return `平台旗帜是${condition.flags.map(flagName).join('、')}`
    case 'modelBound':
      return `型号都绑定了工厂${named(factories, [condition.factoryId])}`
    case 'clock':
      return `北京时间在${condition.weekdays.map(day).join('、')} ${clockText(condition.from)}–${clockText(condition.until)}`
    default:
      return conditionTitles[condition.kind]
  }
}

export function actionText(action: Action, { tags, factories }: Names): string {
  switch (action.kind) {
    case 'tag':
      return `打标签${named(tags, [action.tagId])}`
    case 'readyToDownload':
      return `图片齐了就打标签${named(tags, [action.tagId])}`
    case 'hold':
      return `搁置（${action.reason}）`
    case 'assign':
      return `交给 ${action.username}`
    case 'push':
      return `推送到工厂${named(factories, [action.factoryId])}`
    default:
      return actionTitles[action.kind]
  }
}

/** Returns the rule as one sentence. */
export const ruleSentence = ({ conditions, actions }: Pick<AutomationRuleRow, 'conditions' | 'actions'>, names: Names): string =>
  `当${conditions.map((one) => conditionText(one, names)).join('，并且')}，就${actions.map((one) => actionText(one, names)).join('、')}`

export function newCondition(kind: Condition['kind']): Condition {
  switch (kind) {
    case 'shop':
      return { kind, shopIds: [] }
    case 'product':
      return { kind, codes: [] }
    case 'pieces':
    case 'lines':
      return { kind, max: 1 }
    case 'paidFor':
      return { kind, minutes: 30 }
    case 'age':
      return { kind, days: 7 }
    case 'noRemark':
      return { kind, side: 'any' }
    case 'remarkHas':
    case 'remarkLacks':
      return { kind, side: 'any', words: [] }
    case 'tagged':
    case 'untagged':
      return { kind, tagIds: [] }
    case 'flagged':
      return { kind, flags: [] }
    case 'modelBound':
      return { kind, factoryId: 0 }
    case 'clock':
      return { kind, weekdays: [1, 2, 3, 4, 5, 6, 7], from: 9 * 60, until: 18 * 60 }
    default:
      return { kind }
  }
}

export function newAction(kind: Action['kind'], username: string): Action {
  switch (kind) {
    case 'tag':
    case 'readyToDownload':
      return { kind, tagId: 0 }
    case 'hold':
      return { kind, reason: '' }
    case 'assign':
      return { kind, username }
    case 'push':
      return { kind, factoryId: 0 }
    default:
      return { kind }
  }
}

/** Returns what is still missing in a rule; null if nothing is. */
export function ruleProblem(name: string, conditions: readonly Condition[], actions: readonly Action[]): string | null {
  if (name.trim() === '') return '请填写规则的名称'
  if (conditions.length === 0) return '请至少加一个条件'
  if (actions.length === 0) return '请至少选一个动作'
  const isEmpty = (part: Condition | Action): boolean =>
    Object.values(part).some((value) => value === 0 || value === '' || (Array.isArray(value) && value.length === 0))
  const condition = conditions.find((one) => one.kind !== 'clock' && one.kind !== 'paidFor' && isEmpty(one))
  if (condition) return `请填好条件“${conditionTitles[condition.kind]}”`
  const action = actions.find(isEmpty)
  return action ? `请填好动作“${actionTitles[action.kind]}”` : null
}
