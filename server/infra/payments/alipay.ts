/** Payments by Alipay's page pay through its official SDK; the embedded cashier uses the same interface. */
import type { AlipaySdk } from 'alipay-sdk'
import { messageOf } from '../../../contract/ground/thrown'
import { Failure } from '../../kernel/failure'
import { operation } from '../../kernel/operation'
import type { Clock } from '../../ports/clock'
import type { Payments, TradeState, TradeStatus } from '../../ports/payments'
import { fromBeijing, toBeijing, toFen, toYuan } from './format'
import { loadSdk } from './load-sdk'
import { isSignedNotice } from './notice-signature'

export interface AlipayMerchant {
  readonly appId: string
  /** User id of the merchant's account: notices for other sellers are ignored. */
  readonly sellerId: string
  /** PEM, PKCS #8. */
  readonly privateKey: string
  /** Alipay's public key, PEM. */
  readonly publicKey: string
}

export interface AlipaySettings {
  readonly merchant: AlipayMerchant
  /** Address that this server calls. */
  readonly gateway: string
  /** Address that the payer's browser opens; may be a path of this server. */
  readonly page: string
  readonly notifyUrl: string
  readonly returnUrl: string
}

const statuses: Readonly<Record<string, TradeStatus>> = {
  WAIT_BUYER_PAY: 'awaiting',
  TRADE_SUCCESS: 'paid',
  TRADE_FINISHED: 'finished',
  TRADE_CLOSED: 'closed',
}
const tradeNotFoundCode = 'ACQ.TRADE_NOT_EXIST'
/** Codes for a trade that is paid, finished or closed already. */
const notClosableCodes = new Set(['ACQ.TRADE_STATUS_ERROR', 'ACQ.REASON_TRADE_STATUS_INVALID', 'ACQ.REASON_ILLEGAL_STATUS'])
/** Codes of Alipay's own failures, which leave the outcome unknown. */
const unknownOutcomeCodes = new Set(['ACQ.SYSTEM_ERROR', 'aop.ACQ.SYSTEM_ERROR', 'isp.unknow-error', 'isp.unknown-error'])
/** Placeholder for our own address: the SDK requires an absolute URL. */
const placeholderOrigin = 'https://cashier.invalid'

type Answer = Readonly<Record<string, unknown>>

interface LoadedSdk {
  readonly settings: AlipaySettings
  /** SDK instance for calls to Alipay. */
  readonly calls: AlipaySdk
  /** SDK instance for payment forms. */
  readonly pages: AlipaySdk
}

/** Creates the port. The settings and the SDK are loaded at the first use, because most servers never take a payment. */
export function createAlipay(settings: () => Promise<AlipaySettings>, clock: Clock): Payments {
  let loading: Promise<LoadedSdk> | undefined
  const loadOnce = (): Promise<LoadedSdk> => {
    loading ??= openSdk(settings).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  async function call(method: string, bizContent: Readonly<Record<string, string>>): Promise<Answer> {
    const { calls } = await loadOnce()
    try {
      const request = { bizContent: { ...bizContent }, timestamp: toBeijing(clock.now()) }
      const exec = () => calls.exec(method, request, { validateSign: true })
      return (await operation(() => ({ kind: 'call', system: 'payments', name: method }), exec)) as unknown as Answer
    } catch (error) {
      throw resultUnavailable(messageOf(error))
    }
  }

  return {
    async form({ outTradeNo, amountFen, subject, closesAt }) {
      const { pages, settings: of } = await loadOnce()
      const html = pages.pageExecute('alipay.trade.page.pay', 'POST', {
        notify_url: of.notifyUrl,
        return_url: of.returnUrl,
        timestamp: toBeijing(clock.now()),
        bizContent: {
          out_trade_no: outTradeNo,
          total_amount: toYuan(amountFen),
          subject,
          product_code: 'FAST_INSTANT_TRADE_PAY',
          time_expire: toBeijing(closesAt),
        },
      })
      return html.replaceAll(placeholderOrigin, '')
    },
    async query(outTradeNo) {
      const answer = await call('alipay.trade.query', { out_trade_no: outTradeNo })
      if (answer.subCode === tradeNotFoundCode) {
        return { outTradeNo, status: 'unknown', tradeNo: null, totalFen: null, paidAt: null, refundedFen: 0 }
      }
      const status = statuses[String(answer.tradeStatus)]
      if (answer.code !== '10000' || status === undefined || answer.outTradeNo !== outTradeNo)
        throw resultUnavailable(answerText(answer))
      const totalFen = toFen(answer.totalAmount)
      const paidAt = fromBeijing(answer.sendPayDate)
      // A closed trade that was paid has been refunded in full.
      const refundedFen = status === 'closed' && paidAt !== null ? (totalFen ?? 0) : 0
      return { outTradeNo, status, tradeNo: textOf(answer.tradeNo), totalFen, paidAt, refundedFen }
    },
    async close(outTradeNo) {
      const answer = await call('alipay.trade.close', { out_trade_no: outTradeNo })
      if (answer.code === '10000') return 'closed'
      if (answer.subCode === tradeNotFoundCode) return 'unknown'
      if (notClosableCodes.has(String(answer.subCode))) return 'refused'
      throw resultUnavailable(answerText(answer))
    },
    async refund({ outTradeNo, tradeNo, amountFen, key, reason }) {
      const answer = await call('alipay.trade.refund', {
        ...(tradeNo === undefined ? { out_trade_no: outTradeNo } : { trade_no: tradeNo }),
        refund_amount: toYuan(amountFen),
        out_request_no: key,
        refund_reason: reason,
      })
      // These responses leave the outcome unknown; repeating the refund with the same key is safe.
      if (answer.code === '20000' || unknownOutcomeCodes.has(String(answer.subCode))) throw resultUnavailable(answerText(answer))
      if (answer.code !== '10000') throw new Failure('conflict', `支付宝没有退款：${answerText(answer)}`)
      const total = toFen(answer.refundFee)
      if (total === null) throw resultUnavailable(answerText(answer))
      return total
    },
    async readNotice(form) {
      const { merchant } = (await loadOnce()).settings
      const fields = form.text
      if (!isSignedNotice(form, merchant.publicKey)) throw new Failure('forbidden', '支付通知的签名无效')
      if (fields.app_id !== merchant.appId || fields.seller_id !== merchant.sellerId) {
        throw new Failure('forbidden', '支付通知不是发给本商户的')
      }
      return noticeState(fields)
    },
  }
}

async function openSdk(readSettings: () => Promise<AlipaySettings>): Promise<LoadedSdk> {
  const [{ AlipaySdk: Sdk }, settings] = await Promise.all([loadSdk(), readSettings()])
  const { merchant, gateway, page } = settings
  const createSdk = (gatewayUrl: string): AlipaySdk =>
    new Sdk({
      appId: merchant.appId,
      privateKey: merchant.privateKey,
      keyType: 'PKCS8',
      alipayPublicKey: merchant.publicKey,
      gateway: gatewayUrl,
    })
  return { settings, calls: createSdk(gateway), pages: createSdk(page.startsWith('/') ? placeholderOrigin + page : page) }
}

function noticeState(fields: Readonly<Record<string, string>>): TradeState {
  const status = statuses[fields.trade_status ?? '']
  if (!fields.out_trade_no || !fields.trade_no || status === undefined) {
    throw new Failure('invalid', '支付通知缺少商户订单号、交易号或交易状态')
  }
  return {
    outTradeNo: fields.out_trade_no,
    status,
    tradeNo: fields.trade_no,
    totalFen: toFen(fields.total_amount),
    paidAt: fromBeijing(fields.gmt_payment),
    refundedFen: toFen(fields.refund_fee) ?? 0,
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const answerText = (answer: Answer): string =>
  [answer.code, answer.subCode, answer.subMsg ?? answer.msg].filter((word) => word !== undefined).join(' ')
const resultUnavailable = (reason: string): Failure =>
  new Failure('upstream-failed', `暂时无法从支付宝得到结果（${reason.slice(0, 200)}），请稍后再试；已付的款不会丢失`)
