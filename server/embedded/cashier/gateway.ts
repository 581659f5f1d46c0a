/** Gateway of the embedded cashier: implements Alipay's calls in its wire format. */

import { type Fields as Content, isFields } from '../../../contract/ground/fields'
import type { AlipayMerchant } from '../../infra/payments/alipay'
import { fromBeijing, toBeijing, toFen, toYuan } from '../../infra/payments/format'
import type { Deps } from '../../kernel/context'
import { changeTrade, findTrade, openTrade, shownNumber, type Trade } from './trades'
import { type Fields, isSignedByMerchant, signAnswer } from './wire'

export interface GatewayKeys {
  readonly appId: string
  /** Public key of the merchant, which verifies its calls. */
  readonly merchantKey: string
  /** Private key of the cashier, which signs its responses. */
  readonly signingKey: string
}

/** A response that is not the gateway's own, such as a proxy's page. */
export interface RawAnswer {
  readonly status: number
  readonly body: string
}

export type GatewayAnswer =
  /** Redirect the payer to the page of this trade. */
  | { readonly kind: 'page'; readonly trade: Trade }
  | { readonly kind: 'answer'; readonly text: string }
  | ({ readonly kind: 'raw' } & RawAnswer)
  /** Show a page that says what is wrong. */
  | { readonly kind: 'refused'; readonly reason: string }

type Needs = Pick<Deps, 'db' | 'clock'>

const pagePay = 'alipay.trade.page.pay'
const successAnswer: Fields = { code: '10000', msg: 'Success' }
const failedAnswer = (subCode: string, subMsg: string): Fields => ({
  code: '40004',
  msg: 'Business Failed',
  sub_code: subCode,
  sub_msg: subMsg,
})
const invalidCall = (subCode: string, subMsg: string): Fields => ({
  code: '40002',
  msg: 'Invalid Arguments',
  sub_code: subCode,
  sub_msg: subMsg,
})
const tradeNotFound = failedAnswer('ACQ.TRADE_NOT_EXIST', '交易不存在')

/** App id and account of the only merchant that the cashier knows. */
export const demoMerchant: Pick<AlipayMerchant, 'appId' | 'sellerId'> = {
  appId: '9021000000000001',
  sellerId: '2088000000000001',
}

/**
 * Handles one call. Calls without the merchant's valid signature are refused unread. `takeFault` returns what a call that is no
 * payment page is answered with instead.
 */
export async function callGateway(
  deps: Needs,
  keys: GatewayKeys,
  fields: Fields,
  takeFault?: () => RawAnswer | undefined,
): Promise<GatewayAnswer> {
  const method = fields.method ?? ''
  const refuse = (answer: Fields): GatewayAnswer =>
    method === pagePay
      ? { kind: 'refused', reason: answer.sub_msg ?? '' }
      : { kind: 'answer', text: signAnswer(method || 'error', answer, keys.signingKey) }
  if (fields.app_id !== keys.appId) return refuse(invalidCall('isv.invalid-app-id', '无效的 AppID 参数'))
  if (!isSignedByMerchant(fields, keys.merchantKey)) return refuse(invalidCall('isv.invalid-signature', '无效签名'))
  const content = readContent(fields.biz_content)
  if (!content) return refuse(invalidCall('isv.invalid-parameter', 'biz_content 不是 JSON 对象'))
  if (method === pagePay) return beginPayment(deps, fields, content)
  const fault = takeFault?.()
  if (fault) return { kind: 'raw', ...fault }
  const call = calls[method]
  if (!call) return refuse(invalidCall('isv.invalid-method', `收银台不支持 ${method}`))
  return {
    kind: 'answer',
    text: signAnswer(method, await call(deps, await ownNumber(deps, content), content), keys.signingKey),
  }
}

function readContent(text: string | undefined): Content | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

async function beginPayment(deps: Needs, fields: Fields, content: Content): Promise<GatewayAnswer> {
  const totalFen = toFen(content.total_amount)
  const outTradeNo = String(content.out_trade_no ?? '')
  const closesAt = fromBeijing(content.time_expire)
  if (!totalFen || !/^[\w-]{1,64}$/.test(outTradeNo) || !closesAt) {
    return { kind: 'refused', reason: '订单缺少金额、商户订单号或关闭时间' }
  }
  const existing = await findTrade(deps, 'out_trade_no', outTradeNo)
  if (!existing && closesAt <= deps.clock.now()) return { kind: 'refused', reason: '订单已超时关闭，请返回商家重新下单' }
  const trade =
    existing ??
    (await openTrade(deps, {
      outTradeNo,
      totalFen,
      subject: String(content.subject ?? ''),
      notifyUrl: fields.notify_url ?? '',
      returnUrl: fields.return_url ?? '',
      closesAt,
    }))
  if (trade.total_fen !== totalFen) return { kind: 'refused', reason: '同一商户订单号的金额前后不一致' }
  return { kind: 'page', trade }
}

/** Returns the number under which the trade that a call names is stored: a call may name it by the cashier's own number. */
async function ownNumber(deps: Needs, content: Content): Promise<string> {
  const { trade_no: tradeNo, out_trade_no: outTradeNo } = content
  const trade = typeof tradeNo === 'string' ? await findTrade(deps, 'trade_no', tradeNo) : null
  return trade?.out_trade_no ?? String(outTradeNo ?? '')
}

type Call = (deps: Needs, outTradeNo: string, content: Content) => Promise<Fields>

const calls: Readonly<Record<string, Call>> = {
  async 'alipay.trade.query'(deps, outTradeNo) {
    const trade = await findTrade(deps, 'out_trade_no', outTradeNo)
    if (!trade) return tradeNotFound
    return {
      ...successAnswer,
      out_trade_no: shownNumber(trade),
      trade_no: trade.trade_no,
      trade_status: trade.status,
      total_amount: toYuan(trade.total_fen),
      ...(trade.paid_at ? { send_pay_date: toBeijing(trade.paid_at) } : {}),
    }
  },
  async 'alipay.trade.close'(deps, outTradeNo) {
    const earlier: { status?: Trade['status'] } = {}
    const trade = await changeTrade(deps, outTradeNo, (now) => {
      earlier.status = now.status
      return now.status === 'WAIT_BUYER_PAY' ? { status: 'TRADE_CLOSED' } : null
    })
    if (!trade) return tradeNotFound
    if (earlier.status === 'TRADE_SUCCESS') return failedAnswer('ACQ.REASON_TRADE_STATUS_INVALID', '交易状态不合法')
    return { ...successAnswer, out_trade_no: shownNumber(trade), trade_no: trade.trade_no }
  },
  async 'alipay.trade.refund'(deps, outTradeNo, content) {
    const amount = toFen(content.refund_amount)
    const key = String(content.out_request_no ?? outTradeNo)
    if (!amount) return failedAnswer('ACQ.INVALID_PARAMETER', '退款金额不正确')
    const outcome: { refusal?: string; changed?: boolean } = {}
    const trade = await changeTrade(deps, outTradeNo, (now, at) => {
      if (now.refund_keys.includes(key)) return null
      if (now.status !== 'TRADE_SUCCESS') outcome.refusal = '交易未支付或已关闭，不能退款'
      else if (now.refunded_fen + amount > now.total_fen) outcome.refusal = '退款金额超过可退金额'
      if (outcome.refusal) return null
      outcome.changed = true
      const refunded = now.refunded_fen + amount
      const status = refunded === now.total_fen ? 'TRADE_CLOSED' : now.status
      return { refunded_fen: refunded, refund_keys: [...now.refund_keys, key], status, notify_at: at, notify_tries: 0 }
    })
    if (!trade) return tradeNotFound
    if (outcome.refusal) return failedAnswer('ACQ.TRADE_STATUS_ERROR', outcome.refusal)
    return {
      ...successAnswer,
      out_trade_no: shownNumber(trade),
      trade_no: trade.trade_no,
      refund_fee: toYuan(trade.refunded_fen),
      fund_change: outcome.changed ? 'Y' : 'N',
    }
  },
}
