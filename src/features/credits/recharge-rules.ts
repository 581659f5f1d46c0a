/** Prices of credits and how many can be bought at once, in whole fen and whole credits. Pure. */
import { creditLimits, type PaymentStatus, paymentStatus } from '../../../contract/constants'
import type { AccountCredits } from '../../../contract/types'
import { countText } from '../../base/money'

export interface Price {
  /** Price in fen. */
  readonly fen: number
  /** Price in fen before the discount. */
  readonly originalFen: number
}

/** The price of credits that the server names. */
type CreditPrice = AccountCredits['creditPrice']

/** Price of credits that are a whole number of units. */
export function priceOf(credits: number, { unit, fen, originalFen }: CreditPrice): Price {
  const units = Math.floor(credits / unit)
  return { fen: units * fen, originalFen: units * originalFen }
}

/** Number of pictures that these credits pay for. @param perImage what the server says that one costs. */
export const imagesOf = (credits: number, perImage: number): number => Math.floor(credits / perImage)

/** Price in fen of one picture that costs these credits. */
export const fenOf = (perImage: number, { unit, fen }: CreditPrice): number => (perImage * fen) / unit

/** Limits of the typed amount, in thousands of credits. */
export const thousands = { min: creditLimits.min / creditLimits.unit, max: creditLimits.max / creditLimits.unit } as const

export type TypedCredits = { readonly credits: number } | { readonly problem: string }

const halfWidth = (text: string) =>
  text.replace(/[０-９，．－＋]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/[\s,]/g, '')

/** Reads a number of thousands as a seller types or pastes it: 12, 1,200, １２. */
export function readThousands(text: string): TypedCredits {
  const digits = halfWidth(text)
  if (digits === '') return { problem: '请输入充值点数' }
  if (!/^[+-]?\d+$/.test(digits)) return { problem: '请输入整数，单位是千点' }
  const value = Number(digits)
  if (value < thousands.min) return { problem: `最少充值 ${thousands.min} 千点（${countText(creditLimits.min)} 点）` }
  if (value > thousands.max) {
    return { problem: `一次最多充值 ${countText(thousands.max)} 千点（${countText(creditLimits.max)} 点）` }
  }
  return { credits: value * creditLimits.unit }
}

const labels: Readonly<Record<PaymentStatus, string>> = {
  [paymentStatus.awaiting]: '未支付',
  [paymentStatus.success]: '已支付',
  [paymentStatus.closed]: '未付款交易超时关闭',
  [paymentStatus.refunded]: '已退款',
  [paymentStatus.finished]: '交易结束',
}

/** Label of a status; a status that only a newer server knows is shown as a number, not as a failure. */
export const paymentStatusText = (status: PaymentStatus): string => labels[status] ?? `状态 ${status}`
