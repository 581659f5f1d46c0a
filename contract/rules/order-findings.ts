/**
 * Findings that the order list is filtered by, and tabs that count its orders. Pure. The database finds them in the transaction that
 * changes an order (server/infra/db/migrations/0031_order_findings.sql); an order that is over has none.
 */
import { orderTodos, type TodoFilter } from './home'
import { findingRules } from './preflight'

/** Findings because of which a person has to look at the order, and those that are worth a look. */
export const problemFindings = ['otherPhone', 'noImage', 'poor', 'wrongShape', 'changed', 'pushFailed'] as const
export const listFindings = [...problemFindings, 'fair', 'offShape'] as const
export type ListFinding = (typeof listFindings)[number]

export const listFindingNames: Readonly<Record<ListFinding, string>> = {
  otherPhone: findingRules.otherPhone.title,
  noImage: '没有定制图',
  poor: findingRules.poor.title,
  wrongShape: findingRules.wrongShape.title,
  changed: findingRules.changed.title,
  pushFailed: orderTodos.pushFailed.name,
  fair: findingRules.fair.title,
  offShape: findingRules.offShape.title,
}

/** Values of the filter by findings; `problem`: any of those because of which a person has to look. */
export const findingChoices = ['problem', ...listFindings] as const
export type FindingChoice = (typeof findingChoices)[number]
export const findingChoiceNames: Readonly<Record<FindingChoice, string>> = {
  problem: orderTodos.problem.name,
  ...listFindingNames,
}

interface OrderTab {
  readonly name: string
  readonly hint: string
  readonly filter: TodoFilter
}

/** The tabs of the order list. Each has the orders of one filter; those that the home screen counts, too, have its filter. */
export const orderTabs = {
  toHandle: { name: '待处理', hint: '还没有推送给工厂，也没有发货或关闭', filter: { pushed: false } },
  problem: { ...orderTodos.problem, hint: '型号不符、没有图、分辨率过低、比例不符、买家改过或推送失败' },
  toDownload: orderTodos.toDownload,
  toPush: orderTodos.toPush,
  refunding: orderTodos.refunding,
  all: { name: '全部', hint: '全部订单', filter: {} },
} as const satisfies Readonly<Record<string, OrderTab>>
export type OrderTabKey = keyof typeof orderTabs
export const orderTabKeys = Object.keys(orderTabs) as [OrderTabKey, ...OrderTabKey[]]
