/** The states of items behind the words of each marketplace's files. A word that is not known is asked, and holds the item meanwhile. Pure. */
import { graverState, type ItemState, itemStateOf } from '../../../../contract/rules/item-state'
import type { PresetId } from './headings'

type Words = Readonly<Record<string, ItemState>>

const states: Readonly<Partial<Record<PresetId, Words>>> = {
  'taobao-lines': {
    '买家已付款，等待卖家发货': 'toMake',
    等待买家付款: 'unpaid',
    交易关闭: 'closed',
    '卖家已发货，等待买家确认': 'shipped',
    交易成功: 'finished',
  },
  doudian: { 待发货: 'toMake', 待支付: 'unpaid', 已关闭: 'closed', 已发货: 'shipped', 已完成: 'finished' },
  pinduoduo: {
    待发货: 'toMake',
    待支付: 'unpaid',
    已取消: 'closed',
    '未发货，退款成功': 'refunded',
    '已发货，待签收': 'shipped',
    待收货: 'shipped',
    已签收: 'shipped',
    已收货: 'finished',
    '已发货，退款成功': 'refunded',
    '已签收，退款成功': 'refunded',
  },
  wechat: { 待发货: 'toMake', 已取消: 'closed', 已发货: 'shipped', 已完成: 'finished' },
  xiaohongshu: { 待配货: 'toMake', 配货中: 'toMake', 已取消: 'closed', 已完成: 'finished' },
  kuaishou: { 交易关闭: 'closed' },
  '1688': { 交易关闭: 'closed' },
}

/** Words of a column of refunds that say that there is none. */
const noRefund = new Set(['', '没有申请退款', '无售后', '无售后或售后取消', '售后取消', '售后关闭', '无'])
export const isNoRefund = (text: string | null): boolean => noRefund.has(plainState(text ?? ''))
const refunded = new Set(['退款成功', '退款完成', '已退款', '已全额退款'])

/** The answers of a seller to a word that is not known, as the screen names them. */
export const stateAnswers: Readonly<Partial<Record<ItemState, string>>> = {
  toMake: '要生产',
  unpaid: '待付款，先不生产',
  paying: '付款处理中，先不生产',
  refundAsked: '退款中，先不生产',
  shipped: '已发货',
  finished: '交易完成',
  closed: '已关闭',
  refunded: '已退款',
}
export type StateAnswers = Readonly<Record<string, ItemState>>

/** Full-width and half-width commas, and blanks, are one. */
export const plainState = (text: string): string => text.replace(/\s/g, '').replace(/,/g, '，')

export interface StateTexts {
  /** Null: the file has no such column. */
  readonly state: string | null
  readonly afterSale: string | null
  readonly underReview: string | null
}
export interface ReadState {
  /** Null: the file says nothing of it. */
  readonly state: ReturnType<typeof itemStateOf> | null
  /** The word for a state that only the seller can explain, answered or not. */
  readonly asked: string | null
}

/** Returns the state of an item by a file's words; of several columns the gravest counts. */
export function readState(preset: PresetId, texts: StateTexts, answers: StateAnswers): ReadState {
  const word = plainState(texts.state ?? '')
  const known = states[preset]?.[word]
  const asked = texts.state === null || word === '' || known !== undefined ? null : word
  const of = known ?? answers[word]
  if (texts.state !== null && of === undefined) {
    const hold = word === '' ? '表格里没有写订单状态，请先不要生产' : `平台状态「${word}」还没有指定含义，请先不要生产`
    return { state: itemStateOf({ hold }), asked }
  }
  const refund = plainState(texts.afterSale ?? '')
  const others: ItemState[] = []
  if (!isNoRefund(texts.afterSale)) others.push(refunded.has(refund) ? 'refunded' : 'refundAsked')
  if (plainState(texts.underReview ?? '') === '是') others.push('paying')
  if (of === undefined && others.length === 0) return { state: null, asked }
  return { state: itemStateOf({ state: others.reduce(graverState, of ?? 'toMake') }), asked }
}
