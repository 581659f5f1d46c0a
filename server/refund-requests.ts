/** The requests of `npm run refund`, answered by the running server or, where none holds the database, by the command itself. */
import { refundRecharge } from './domain/credits/refund'
import { endByHand, listUnbooked, returnUnbooked, type UnbookedPayment, type UnbookedReason } from './domain/credits/unbooked'
import { toBeijing, toYuan } from './infra/payments/format'
import type { Deps } from './kernel/context'
import { Failure } from './kernel/failure'

export type RefundRequest =
  | { readonly do: 'list' }
  /** Refunds the remaining credits of a recharge, by its merchant order number. */
  | { readonly do: 'refund'; readonly outTradeNo: string }
  /** Returns a payment that was not booked, by the provider's trade number. */
  | { readonly do: 'return'; readonly tradeNo: string }
  /** Takes such a payment off the list. */
  | { readonly do: 'done'; readonly tradeNo: string }

export type RefundParts = Pick<Deps, 'db' | 'clock' | 'payments'>

const reasons: Readonly<Record<UnbookedReason, string>> = {
  'second-payment': '同一笔充值付了两次',
  'other-amount': '付款金额与充值金额不符',
  'unknown-number': '本站没有这个商户订单号',
  closed: '充值已关闭后付款，向支付宝查询不到这笔付款，请在商家中心核对',
}

/** Returns the lines to print. Rejects with a message for the operator. */
export async function answerRefund(parts: RefundParts, request: RefundRequest): Promise<readonly string[]> {
  switch (request.do) {
    case 'list':
      return listLines(await listUnbooked(parts.db))
    case 'done':
      await endByHand(parts, request.tradeNo)
      return [`支付宝交易 ${request.tradeNo} 已从待退回的付款中移除`]
    case 'return': {
      const fen = await returnUnbooked(parts, request.tradeNo, '重复或错误付款，原路退回')
      return [`已退回支付宝交易 ${request.tradeNo} 的 ${toYuan(fen)} 元`]
    }
    case 'refund':
      return refundCredits(parts, request.outTradeNo)
  }
}

async function refundCredits(parts: RefundParts, outTradeNo: string): Promise<readonly string[]> {
  try {
    const done = await refundRecharge(parts, outTradeNo, '商家协商退款')
    const spent = done.credits - done.creditsTakenBack
    return [`已退款共 ${toYuan(done.refundedFen)} 元，收回 ${done.creditsTakenBack} 点；其余 ${spent} 点已使用或已到期，不退`]
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'upstream-failed') throw error
    throw new Error(`${error.message}。点数已冻结，请稍后再次执行同一命令，或等待运行中的服务自动完成`, { cause: error })
  }
}

function listLines(rows: readonly (UnbookedPayment & { readonly account: string | null })[]): readonly string[] {
  if (rows.length === 0) return ['没有待退回的付款']
  return [
    `收到了款、但没有变成点数的付款共 ${rows.length} 笔，请退回：`,
    ...rows.map(lineOf),
    '退回一笔：npm run refund -- 支付宝交易号；已在商家中心退回的：npm run refund -- --done 支付宝交易号',
  ]
}

function lineOf(row: UnbookedPayment & { readonly account: string | null }): string {
  const amount = row.amount_fen === null ? '金额未知' : `${toYuan(row.amount_fen)} 元`
  return [
    toBeijing(row.first_seen_at),
    `支付宝交易号 ${row.trade_no}`,
    `商户订单号 ${row.out_trade_no}`,
    `商家 ${row.account ?? '未知'}`,
    `${amount}${row.refunded_fen > 0 ? `，已退 ${toYuan(row.refunded_fen)} 元` : ''}`,
    reasons[row.reason],
  ].join('  ')
}
