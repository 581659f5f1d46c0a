/**
 * Alarms (异常订单): what may have happened to a design after it was paid for or sent to a factory, and what is said of it. Which of them
 * hold is decided in the database (`alarm_facts`). Pure.
 */
import { type ItemState, itemStateRules } from './item-state'

/** The kinds, the gravest first; a design may have several. */
export const alarmKinds = ['refund', 'closed', 'held', 'changed', 'replaced', 'unsure', 'cancelled', 'refused'] as const
export type AlarmKind = (typeof alarmKinds)[number]

export const alarmNames: Readonly<Record<AlarmKind, string>> = {
  refund: '退款',
  closed: '交易关闭',
  held: '平台提示',
  changed: '买家改了',
  replaced: '换了定制',
  unsure: '工厂没有说清楚',
  cancelled: '工厂没有生产',
  refused: '工厂没有接单',
}

/** The facts that the text of an alarm names. */
export interface AlarmFacts {
  /** Whether a factory has it or may have it; otherwise its print file was downloaded. */
  readonly isSent: boolean
  readonly state: ItemState
  readonly hold: string | null
  /** The words of the buyer's change. */
  readonly change: string | null
  /** The words of the push line. */
  readonly message: string | null
  /** Whether the factory was asked to cancel it, and has not said what became of that. */
  readonly isCancelAsked: boolean
}

/** Returns what happened, for the seller. */
export function alarmText(kind: AlarmKind, facts: AlarmFacts): string {
  const { isSent, state, hold, change, message } = facts
  const after = isSent ? '推送后' : '下载后'
  const rule = itemStateRules[state]
  switch (kind) {
    case 'refund':
    case 'closed':
      return `${after}${rule.name}：${hold ?? rule.ask ?? rule.name}`
    case 'held':
      return `${after}平台提示：${hold ?? rule.name}`
    case 'changed':
      return change ?? `${after}买家改了`
    case 'replaced':
      return isSent
        ? '推送后订单里不再有这个定制：买家换了图或商品，工厂在做的是旧的一张'
        : '下载后订单里不再有这个定制：买家换了图或商品，下载的是旧的一张，请不要再用'
    case 'unsure':
      if (facts.isCancelAsked) return '已请工厂取消，还不知道工厂有没有取消，请向工厂查询，或再请工厂取消一次'
      return message ?? '不确定工厂是否已收到，请向工厂查询'
    case 'cancelled':
      return message ?? '工厂没有生产这一单，可以再推送，也可以推送到其他工厂，不另扣点'
    case 'refused':
      return `工厂没有接单：${message ?? '没有给出原因'}`
  }
}
