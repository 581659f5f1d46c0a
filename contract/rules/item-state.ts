/**
 * States of an order item on its marketplace: one vocabulary, to which every source maps its own (server/infra/marketplaces), and what follows from each. Pure.
 */

/** The states, the gravest last: of two that hold for an item at once, the later one counts. */
export const itemStates = [
  'toMake',
  'partRefunded',
  'refundRefused',
  'partlyShipped',
  'unknown',
  'shipped',
  'finished',
  'notYet',
  'depositPaid',
  'paying',
  'unpaid',
  'refundAsked',
  'refundAgreed',
  'goodsReturned',
  'held',
  'shippedRefund',
  'refunded',
  'closed',
] as const
export type ItemState = (typeof itemStates)[number]

/** The consequence of an item's state for its order; `orderStateOf` combines those of all items. */
type ItemGroup = 'work' | 'asks' | 'waiting' | 'refunding' | 'shipped' | 'closed'

export interface ItemStateRule {
  /** Its name for sellers. */
  readonly name: string
  readonly group: ItemGroup
  /** Why the item must not be printed now; null if nothing prevents it. */
  readonly hold: string | null
  /** The question before the item is made; null if it is made without one, or not at all. */
  readonly ask: string | null
  /** Nothing is left to make: never new work. */
  readonly isOver: boolean
}

const open = (name: string): ItemStateRule => ({ name, group: 'work', hold: null, ask: null, isOver: false })
const asks = (name: string, ask: string): ItemStateRule => ({ name, group: 'asks', hold: null, ask, isOver: false })
const holds = (name: string, group: 'waiting' | 'refunding', hold: string): ItemStateRule => ({
  name,
  group,
  hold,
  ask: null,
  isOver: false,
})
const over = (name: string, group: 'shipped' | 'closed', words: Pick<ItemStateRule, 'hold' | 'ask'>): ItemStateRule => ({
  name,
  group,
  ...words,
  isOver: true,
})

export const itemStateRules: Readonly<Record<ItemState, ItemStateRule>> = {
  toMake: open('待发货'),
  partRefunded: asks('部分退款', '买家得到了部分退款，订单还没有关闭，请确认还要生产'),
  refundRefused: asks('已拒绝退款', '已拒绝买家的退款，买家可能再次申请，请确认还要生产'),
  partlyShipped: asks('部分发货', '平台显示已部分发货，不知道这一件有没有发，请确认还要生产'),
  unknown: asks('状态未知', '平台给出的订单状态不认识，请到平台上查看这一件，确认要生产'),
  shipped: over('已发货', 'shipped', { hold: null, ask: '平台显示已发货，再做会多出一件，请确认还要生产' }),
  finished: over('交易成功', 'shipped', { hold: null, ask: '平台显示交易已成功，再做会多出一件，请确认还要生产' }),
  notYet: holds('暂不能发货', 'waiting', '已付款，但平台还不允许发货（拼团未成团等），请先不要生产'),
  depositPaid: holds('待付尾款', 'waiting', '买家只付了定金，还没有付尾款，请先不要生产'),
  paying: holds('付款处理中', 'waiting', '买家的付款还在处理中，请先不要生产'),
  unpaid: holds('待付款', 'waiting', '买家还没有付款，请先不要生产'),
  refundAsked: holds('申请退款', 'refunding', '买家申请了退款，请先不要生产'),
  refundAgreed: holds('待退货', 'refunding', '已同意退款，等待买家退货，请先不要生产'),
  goodsReturned: holds('已退货', 'refunding', '买家已退货，等待确认收货，请先不要生产'),
  held: holds('平台提示', 'waiting', '平台提示先不要生产'),
  shippedRefund: over('已发货，退款中', 'shipped', { hold: '已发货，买家正在退款，请不要再生产', ask: null }),
  refunded: over('已退款', 'closed', { hold: '已退款，请不要生产', ask: null }),
  closed: over('交易关闭', 'closed', { hold: '交易已关闭，请不要生产', ask: null }),
}

/** Combines two states that a marketplace reports of one item, such as that of its order and that of its refund. */
export function graverState(one: ItemState, other: ItemState): ItemState {
  const [lighter, graver] = itemStates.indexOf(one) <= itemStates.indexOf(other) ? [one, other] : [other, one]
  const isShipped = itemStateRules[lighter].group === 'shipped'
  return isShipped && itemStateRules[graver].group === 'refunding' ? 'shippedRefund' : graver
}

/**
 * Returns the state and the hold of an item as they are stored: a source may give either, both or neither. A reason in words that
 * comes without a state that holds is a hold of its own.
 */
export function itemStateOf(given: { readonly state?: ItemState | null; readonly hold?: string | null }): {
  readonly state: ItemState
  readonly hold: string | null
} {
  const state = given.state ?? 'toMake'
  const rule = itemStateRules[state]
  const hold = given.hold ?? rule.hold
  return { state: hold !== null && rule.hold === null && !rule.isOver ? 'held' : state, hold }
}

/** States of an order, by those of its items. */
export const orderStates = ['toMake', 'asks', 'waiting', 'refunding', 'partlyShipped', 'shipped', 'closed'] as const
export type OrderState = (typeof orderStates)[number]

export const orderStateNames: Readonly<Record<OrderState, string>> = {
  toMake: '待发货',
  asks: '要确认',
  waiting: '暂不能做',
  refunding: '退款中',
  partlyShipped: '部分发货',
  shipped: '已发货',
  closed: '已关闭、已退款',
}

/**
 * Returns the state of an order with these items, its own and those of the orders below it: partly shipped if some are shipped and
 * others are not over; else what asks for the seller's attention first; an order without items is to be made.
 */
export function orderStateOf(items: readonly { readonly state: ItemState }[]): OrderState {
  const groups = new Set(items.map(({ state }) => itemStateRules[state].group))
  const isOpen = groups.has('work') || groups.has('asks') || groups.has('waiting') || groups.has('refunding')
  if (groups.has('shipped') && isOpen) return 'partlyShipped'
  if (groups.has('refunding')) return 'refunding'
  if (groups.has('asks')) return 'asks'
  if (groups.has('work')) return 'toMake'
  if (groups.has('waiting')) return 'waiting'
  if (groups.has('shipped')) return 'shipped'
  return groups.has('closed') ? 'closed' : 'toMake'
}
