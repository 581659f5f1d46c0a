/** Why a design that an order's texts name, or that was begun for the order, is not in it, in the seller's words. Pure. */
import { codeText } from './design-code'
import { doubts } from './design-place'

/**
 * Beside the doubts about its item: its case is not known any more, it was not submitted, it was sent back, another order has it, it
 * belongs to another shop, another item may want it again, nothing prevents it, the seller took it out, other designs were begun for the
 * order, too, and there is no room for all.
 */
export const unplacedReasons = [
  ...doubts,
  'unknownCase',
  'notSubmitted',
  'rejected',
  'elsewhere',
  'otherShop',
  'again',
  'ready',
  'released',
  'rivals',
] as const
export type UnplacedReason = (typeof unplacedReasons)[number]

/** Facts that the texts name; '' where they are not known. */
export interface UnplacedFacts {
  /** The phone of the design. */
  readonly phone: string
  /** The choice that was bought instead. */
  readonly bought: string
  /** The other order, or the other shop. */
  readonly other: string
}

const texts: Readonly<Record<UnplacedReason, (facts: UnplacedFacts) => string>> = {
  noLine: () => '订单里没有可以放设计的商品（赠品、补差价、贴膜、配件和服务不放设计）',
  held: ({ phone }) => `买的${phone}现在不能做：已退款、关闭、发货，或者还没有付款、成团`,
  full: ({ phone }) => `买的${phone}每件都已经有设计`,
  sent: ({ phone }) => `买的${phone}已经推送到工厂`,
  otherPhone: ({ phone, bought }) => `设计是${phone}，买家买的是「${bought || '别的型号'}」`,
  several: () => '有几个商品都可能是它的',
  unknownCase: () => '它的机型或颜色已经删除',
  notSubmitted: () => '买家还没有提交这个设计',
  rejected: () => '已经退回给买家，买家还没有重新提交',
  elsewhere: ({ other }) => `已经用在订单 ${other} 里，再做一份请点“再来一单”`,
  otherShop: ({ other }) => `它是店铺「${other}」的设计，请核对`,
  again: ({ phone }) => `已经放进一个商品，还有${phone}的商品没有定制，也用这个设计请点“再来一单”`,
  ready: () => '可以放进订单，请点“绑定”',
  released: () => '您把它取出来了，不会自动放回去',
  rivals: () => '有几个设计都是打开这个订单做的，放不下，请问买家要哪一个',
}

/** Returns why a design is not in the order, as a clause. */
export const unplacedText = (reason: UnplacedReason, facts: Partial<UnplacedFacts> = {}): string =>
  texts[reason]({ bought: '', other: '', ...facts, phone: facts.phone ? ` ${facts.phone} ` : '这个型号' })

/** Whether the seller has to be asked before the order is charged or pushed: not about what he took out himself. */
export const asksSeller = (reason: UnplacedReason): boolean => reason !== 'released'

/** Where the order has the design from: a text of the order names its code, or it was begun for the order's number. */
export type UnplacedSource = 'text' | 'begun'
const sources: Readonly<Record<UnplacedSource, string>> = { text: '备注里的定制编号', begun: '买家打开这个订单做的设计' }

/** Returns the sentence that names the code. */
export const unplacedSentence = (code: string, source: UnplacedSource, reason: UnplacedReason, text: string): string =>
  `${sources[source]} ${codeText(code)} ${reason === 'again' ? text : `还没有放进订单：${text}`}`
