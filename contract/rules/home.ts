/** To-dos, first steps and trends of the home screen. Pure. */
import type { OrderState } from './item-state'

/** A filter of the order list; the count of a to-do is the total of the list with its filter. */
export interface TodoFilter {
  readonly state?: OrderState
  readonly downloaded?: boolean
  readonly pushed?: boolean
  readonly pushFailed?: true
  readonly shipUntil?: 'late' | 'soon'
  readonly finding?: 'problem'
}

interface Todo {
  readonly name: string
  /** The seller's next act. */
  readonly hint: string
  readonly filter: TodoFilter
}

/** The to-dos of orders, what is gravest first. */
export const orderTodos = {
  shipLate: { name: '已超时未发货', hint: '平台的发货期限过了', filter: { shipUntil: 'late' } },
  shipSoon: { name: '24 小时内要发货', hint: '快到平台的发货期限', filter: { shipUntil: 'soon' } },
  pushFailed: { name: '推送失败', hint: '看工厂的答复，改好后再推送', filter: { pushFailed: true } },
  refunding: { name: '退款中', hint: '先不要生产，已推送的和工厂核对', filter: { state: 'refunding' } },
  asks: { name: '要确认', hint: '平台状态不明确，请逐单确认还要不要做', filter: { state: 'asks' } },
  problem: { name: '有问题', hint: '型号、图片不对或推送失败等', filter: { finding: 'problem' } },
  toDownload: { name: '待下载', hint: '定制图还没有下载', filter: { downloaded: false } },
  toPush: { name: '待推送', hint: '还没有推送给工厂', filter: { pushed: false, state: 'toMake' } },
} as const satisfies Readonly<Record<string, Todo>>
export type OrderTodo = keyof typeof orderTodos
export const orderTodoKeys = Object.keys(orderTodos) as [OrderTodo, ...OrderTodo[]]

/** The way to the first link behind which buyers can design, which takes minutes. */
export const openingSteps = ['shop', 'products', 'catalogue', 'template', 'link', 'tried'] as const
/** The way from there to the first case. */
const sellingSteps = ['sizes', 'orders', 'factory', 'made'] as const
/** The way from an empty account to the first case, in its order; each step is done when the server finds what it leads to. */
export const firstSteps = [...openingSteps, ...sellingSteps] as const
export type FirstStep = (typeof firstSteps)[number]

/** Not all marketplaces show their products, nobody has to try the own link, and sellers who print themselves have no factory. */
export const optionalSteps: readonly FirstStep[] = ['products', 'tried', 'factory']

/** Whether nothing that everybody needs is left. */
export const isSetUp = (done: readonly FirstStep[]): boolean =>
  firstSteps.every((step) => done.includes(step) || optionalSteps.includes(step))

/** Credits of an account beside what they are needed for. */
export interface CreditNeeds {
  /** Credits that can be spent now. */
  readonly left: number
  /** These credits would pay the unpaid images of orders that are to be made and pushed. */
  readonly toPay: number
  /** These credits are spent in three days, as in the last seven. */
  readonly threeDays: number
}

/** Whether the credits do not last for what waits, or for three days. */
export const areCreditsLow = ({ left, toPay, threeDays }: CreditNeeds): boolean => left < Math.max(toPay, threeDays)

/** Trends have a line per shop, template or model, and reach back so many days, today included. */
export const trendKinds = ['shop', 'template', 'model'] as const
export type TrendKind = (typeof trendKinds)[number]
export const trendDays = ['7', '30', '90'] as const
